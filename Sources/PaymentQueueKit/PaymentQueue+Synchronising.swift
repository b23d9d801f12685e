internal import StoreModel

/// Fetches news from the store for `PaymentQueue`, at its start and on updates, and tells the store what is finished.
extension PaymentQueue {
    /// Fetches what the store has to tell: purchases that were approved, resolved, made elsewhere or refunded, and those
    /// whose finish was lost.
    func synchronise() {
        isSynchronisingWanted = true
        launch(.synchronising) { queue in
            var pause = RetryPause()
            while queue.isWorking, queue.isSynchronisingWanted {
                queue.isSynchronisingWanted = false
                let reopenings = queue.reopenings
                do {
                    try await queue.synchroniseOnce()
                } catch {
                    queue.isSynchronisingWanted = true
                    await queue.pause(.synchronising, for: pause.next(jitter: queue.jitter()), since: reopenings)
                }
            }
        }
    }

    private func synchroniseOnce() async throws {
        let deferred = try journal.unfinished().filter { $0.state == .deferred }
        let outcomes = try await store.unsettledPurchases(
            including: Set(deferred.map(\.key)), knowing: journal.newestTransactionIdentifiers())
        hasMoreToFetch = outcomes.count >= PurchaseOutcome.mostUnsettled
        for outcome in outcomes { try take(outcome) }
        let told = Set(outcomes.map(\.key))
        for lapsed in deferred where !told.contains(lapsed.key) {
            try journal.removeLapsed(lapsed.key)
            tellRemoved(lapsed)
        }
        // Another program on the same journal may have fetched what became of a transaction that was deferred.
        hand(knownDeferred, ifNoLonger: .deferred)
        tellFinished()
    }

    /// A transaction has left the queue here: tells the observers, and then the store.
    func finished(_ transaction: PaymentTransaction) {
        tellRemoved(transaction)
        tellFinished()
    }

    func tellRemoved(_ transaction: PaymentTransaction) {
        for observer in observers.all { observer.paymentQueue(self, removedTransactions: [transaction]) }
    }

    /// Tells the store what is finished until it knows all of it.
    func tellFinished() {
        launch(.finishing) { queue in
            var pause = RetryPause()
            var hasTold = false
            while queue.isWorking {
                let reopenings = queue.reopenings
                do {
                    while let finished = try queue.journal.nextOwedFinish() {
                        try await queue.store.finish(finished)
                        try queue.journal.settleFinish(of: finished)
                        hasTold = true
                    }
                    if hasTold, queue.hasMoreToFetch { queue.synchronise() }
                    return
                } catch {
                    await queue.pause(.finishing, for: pause.next(jitter: queue.jitter()), since: reopenings)
                }
            }
        }
    }
}
