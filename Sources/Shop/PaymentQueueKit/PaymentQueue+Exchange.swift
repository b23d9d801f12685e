internal import StoreModel

/// Exchanges news with the store for `PaymentQueue`, at its start, on updates and after each finish, and before
/// it sends what has waited. Also sends uses.
extension PaymentQueue {
    /// Fetches the store's news: purchases that were approved, resolved, made elsewhere or refunded, and what
    /// was finished or used on other devices. Also tells the store what was finished here, and gives it what it
    /// has forgotten.
    package func synchronise() {
        wantsExchange = true
        launch(.synchronising) { queue in
            var pause = RetryPause()
            while queue.isWorking, queue.wantsExchange {
                queue.wantsExchange = false
                let networkReturns = queue.networkReturns
                do {
                    try await queue.exchange()
                } catch {
                    queue.wantsExchange = true
                    guard queue.isWorking else { return }
                    if !(error is StoreError) { queue.report(error) }
                    queue.onAccountNews(.notReached)
                    await queue.pause(.synchronising, for: pause.next(queue.time), since: networkReturns)
                }
            }
        }
    }

    /// Brings the store up to what this device has, before a payment or a use is sent. At the start, after an
    /// outage and after an attempt that failed, an earlier copy of the store's database may have been put back.
    /// Then the store must have again what the payment or the use depends on. If that fails, the payment or the
    /// use is sent all the same: a command ends at the first pause, and nothing waits for ever.
    func bringStoreUpToDate(before work: Work) async {
        // An outage may end meanwhile. Then it asks once more.
        for _ in 1...2 where isWorking && broughtUpToDate[work] != networkReturns {
            broughtUpToDate[work] = networkReturns
            do { if try await !exchanging.storeIsAhead() { try await exchange() } } catch {}
        }
    }

    private func exchange() async throws {
        let begun = networkReturns
        let isProved = try await exchanging.run(
            while: { isWorking }, progress: { onAccountNews(.merging($0, of: $1)) }, report: report(page:))
        guard isWorking else { return }
        (broughtUpToDate[.sending], broughtUpToDate[.using]) = (begun, begun)
        // Another program on the same journal may have received the answers to these.
        handOutChangedElsewhere()
        onAccountNews(.merged(isProved: isProved))
        if isProved { notProvedPause = Self.newNotProvedPause } else { synchroniseAgain() }
    }

    /// After a pause, asks again for the purchases that were not proved. This is work of its own, so that
    /// other news does not wait for it.
    private func synchroniseAgain() {
        launch(.synchronisingAgain) { queue in
            let pause = queue.notProvedPause.next(queue.time)
            await queue.pause(.synchronisingAgain, for: pause, since: queue.networkReturns)
            queue.synchronise()
        }
    }

    /// Hands out what a page brought, and tells the observers what has left the queue with it.
    private func report(page taken: PaymentJournal.Taken) {
        for key in taken.unwritable {
            guard unwritable.insert(key).inserted, let before = try? journal.transaction(key) else {
                continue
            }
            report(.numberTaken, for: [before])
        }
        // An earlier version that a restore brought must not be delivered after this one.
        for transaction in restored.remove(purchasesOf: taken.updated) { tellRemoved(transaction) }
        if !taken.updated.isEmpty { handOut(taken.updated) }
        for transaction in taken.removed { tellRemoved(transaction) }
    }

    /// Tells the observers, and then the store, that a transaction has left the queue here.
    func finished(_ transaction: PaymentTransaction) {
        // A refund may have brought it back since. It has not left the queue then.
        let now = try? journal.transaction(transaction.key)
        if now?.isFinished != false { tellRemoved(transaction) }
        synchronise()
    }

    func tellRemoved(_ transaction: PaymentTransaction) {
        known[transaction.key] = nil
        tell { $0.paymentQueue(self, removedTransactions: [transaction]) }
    }

    // MARK: Uses

    /// Sends the waiting uses, oldest first, until the store has confirmed or refused each.
    package func sendUses() {
        launch(.using) { queue in
            var (pause, answered) = (RetryPause(), Set<UseIdentifier>())
            while queue.isWorking {
                let networkReturns = queue.networkReturns
                do {
                    while let use = try await queue.nextUse(except: answered) {
                        let outcome: UseOutcome
                        do { outcome = try await queue.store.answer(to: use) } catch {
                            queue.broughtUpToDate[.using] = nil
                            throw error
                        }
                        // The next queue gets the same answer.
                        guard !queue.isClosed else { return }
                        try queue.replica.take(outcome, of: use)
                        // A use that stays in the list would otherwise be sent for ever.
                        answered.insert(use.id)
                        queue.onAccountNews(.used(use, outcome))
                    }
                    return
                } catch {
                    guard !queue.isClosed else { return }
                    let waiting = (try? queue.replica.waitingUses().count) ?? 0
                    if networkReturns == queue.networkReturns { queue.onAccountNews(.usesWait(waiting)) }
                    await queue.pause(.using, for: pause.next(queue.time), since: networkReturns)
                }
            }
        }
    }

    /// The use to send next; nil if no other waits, or if the queue may not send now.
    private func nextUse(except answered: Set<UseIdentifier>) async throws -> Use? {
        func first() throws -> Use? {
            try replica.waitingUses().first { !answered.contains($0.id) }
        }
        guard try first() != nil else { return nil }
        await bringStoreUpToDate(before: .using)
        // The exchange may have brought the answer.
        return isWorking ? try first() : nil
    }
}
