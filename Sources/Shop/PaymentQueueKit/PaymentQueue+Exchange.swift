internal import StoreModel

/// Fetches news from the store for `PaymentQueue`, at its start and on updates, tells the store what is
/// finished, and sends uses.
extension PaymentQueue {
    /// Fetches the store's news: purchases that were approved, resolved, made elsewhere or refunded, and what
    /// was finished or used on other devices. Also gives the store what it has forgotten.
    package func synchronise() {
        isSynchronisingWanted = true
        launch(.synchronising) { queue in
            var pause = RetryPause()
            while queue.isWorking, queue.isSynchronisingWanted {
                queue.isSynchronisingWanted = false
                let reopenings = queue.reopenings
                do {
                    try await queue.exchange()
                } catch {
                    queue.isSynchronisingWanted = true
                    if !(error is StoreError) { queue.report(error) }
                    queue.onAccountNews(.notReached)
                    await queue.pause(
                        .synchronising, for: pause.next(jitter: queue.jitter()), since: reopenings)
                }
            }
        }
    }

    private func exchange() async throws {
        try await exchanging.run(
            while: { isWorking }, progress: { onAccountNews(.merging($0, of: $1)) }, hand: hand)
        // Another program on the same journal may have received the answers to these.
        hand(unanswered, ifNoLonger: .purchasing)
        hand(knownDeferred, ifNoLonger: .deferred)
        tellFinished()
        onAccountNews(.merged)
    }

    /// Hands out what a page brought, and tells the observers what has left the queue with it.
    private func hand(_ taken: PaymentJournal.Taken) {
        for key in taken.unwritable {
            guard unwritable.insert(key).inserted, let before = try? journal.transaction(key) else {
                continue
            }
            report(.numberTaken, for: [before])
        }
        if !taken.updated.isEmpty { hand(taken.updated) }
        for transaction in taken.removed { tellRemoved(transaction) }
    }

    /// Tells the observers, and then the store, that a transaction has left the queue here.
    func finished(_ transaction: PaymentTransaction) {
        tellRemoved(transaction)
        tellFinished()
    }

    func tellRemoved(_ transaction: PaymentTransaction) {
        knownDeferred.remove(transaction.key)
        for observer in observers.all { observer.paymentQueue(self, removedTransactions: [transaction]) }
    }

    /// Tells the store which transactions are finished, until it knows all of them.
    func tellFinished() {
        launch(.finishing) { queue in
            var pause = RetryPause()
            while queue.isWorking {
                let reopenings = queue.reopenings
                do {
                    while let finished = try queue.journal.nextOwedFinish() {
                        try await queue.store.finish(finished)
                        try queue.journal.settleFinish(of: finished)
                    }
                    return
                } catch {
                    await queue.pause(.finishing, for: pause.next(jitter: queue.jitter()), since: reopenings)
                }
            }
        }
    }

    // MARK: Uses

    /// Sends the waiting uses, oldest first, until the store has confirmed or refused each.
    package func sendUses() {
        launch(.using) { queue in
            var (pause, refused) = (RetryPause(), Set<UseIdentifier>())
            while queue.isWorking {
                let reopenings = queue.reopenings
                do {
                    while let use = try queue.replica.waitingUses().first(where: { !refused.contains($0.id) })
                    {
                        let outcome = try await queue.store.use(use)
                        try queue.replica.take(outcome, of: use)
                        // A use that stays in the list would otherwise be sent for ever.
                        refused.insert(use.id)
                        queue.onAccountNews(.used(use, outcome))
                    }
                    return
                } catch {
                    let waiting = (try? queue.replica.waitingUses().count) ?? 0
                    if reopenings == queue.reopenings { queue.onAccountNews(.usesWait(waiting)) }
                    await queue.pause(.using, for: pause.next(jitter: queue.jitter()), since: reopenings)
                }
            }
        }
    }
}
