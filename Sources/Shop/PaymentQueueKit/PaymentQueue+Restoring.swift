internal import StoreModel

/// Restores what the account has bought; an application calls `restoreCompletedTransactions()`.
extension PaymentQueue {
    /// Asks the store for what the account has bought for good, and for the periods of its subscriptions.
    /// Returns at once. Each purchase that was finished is handed to the observers as a new transaction in
    /// state `restored`, with the original one (`original`), and is to be finished; refunded ones come as
    /// revoked. What was not finished comes as purchased, without a restore. Then the observers are told
    /// exactly once that restoring finished or failed. If there is nothing to restore, they are only told that
    /// it finished.
    ///
    /// What a restore brought and nobody has finished leaves the queue if its purchase comes again: with a
    /// later restore, or because the store has signed it again, for example for a refund.
    ///
    /// While a restore is under way, another call joins it. Without an observer nothing happens. If the last
    /// one is removed meanwhile, the next one hears what came, and how it ended. If a page gets no answer, it
    /// is not asked for again: the user is waiting, and is told.
    ///
    /// Two things differ from StoreKit. A restored transaction has the number of its purchase, while Apple's
    /// store makes up a new one: this store writes nothing, so a second restore leaves no trace. And a
    /// restored transaction that was not finished is not handed out again by the next run of the program:
    /// nothing is lost, since the next restore brings it.
    public nonisolated func restoreCompletedTransactions() {
        guard !observers.all.isEmpty else { return }
        soon { $0.restore() }
    }

    private func restore() {
        launch(.restoring) { queue in
            // The store restores what it knows to be finished, and may not have heard of it yet.
            if (try? queue.journal.owedFinishes())?.isEmpty == false { await queue.settleNews() }
            guard !queue.isClosed else { return }
            do throws(StoreError) {
                var cursor: RestoredPurchases.Cursor?
                repeat {
                    let page = try await queue.store.restoredPurchases(
                        after: cursor, limit: RestoredPurchases.mostPerPage)
                    // A store that stays on a page would be asked for ever.
                    if let cursor, let next = page.next, next <= cursor { throw .unreadableAnswer }
                    queue.handOutRestored(page)
                    cursor = page.next
                } while cursor != nil && !queue.isClosed
                queue.tellRestoreEnded(.success(()))
            } catch {
                queue.tellRestoreEnded(.failure(error))
            }
        }
    }

    /// Tells the observers how a restore ended. Without an observer, the next one is told when it registers.
    func tellRestoreEnded(_ end: Result<Void, StoreError>) {
        guard !isClosed else { return }
        untoldRestoreEnd = observers.all.isEmpty ? end : nil
        tell { observer in
            switch end {
            case .success: observer.paymentQueueRestoreCompletedTransactionsFinished(self)
            case .failure(let error):
                observer.paymentQueue(self, restoreCompletedTransactionsFailedWithError: error)
            }
        }
    }

    /// Hands out a page, except what the store has signed again since its answer: the observers have that.
    private func handOutRestored(_ page: RestoredPurchases) {
        guard !isClosed else { return }
        let originals = Dictionary(
            page.originals.map { ($0.unverifiedPayload?.transactionId, $0) },
            uniquingKeysWith: { first, _ in first })
        let transactions = page.purchases.map {
            PaymentTransaction(
                restoring: $0, original: originals[$0.originalTransactionIdentifier], at: time.now())
        }.filter { !isOutdated($0) }
        guard !transactions.isEmpty else { return }
        let replaced = restored.add(transactions)
        if !replaced.isEmpty { tell { $0.paymentQueue(self, removedTransactions: replaced) } }
        handOut(transactions)
    }

    private func isOutdated(_ restored: PaymentTransaction) -> Bool {
        guard let signed = restored.signedDate, let number = restored.transactionIdentifier,
            let known = try? journal.transaction(numbered: number)?.signedDate
        else { return false }
        return signed < known
    }
}

extension PaymentTransaction {
    fileprivate init(restoring purchase: RestoredPurchase, original: SignedTransaction?, at date: Timestamp) {
        let payload = purchase.signedTransaction.unverifiedPayload
        let payment = Payment(
            product: purchase.productIdentifier, quantity: purchase.quantity,
            username: payload?.appAccountToken?.rawValue)
        self.init(
            key: .random(at: date), payment: payment, state: .restored,
            transactionIdentifier: purchase.transactionIdentifier, transactionDate: purchase.transactionDate,
            originalTransactionIdentifier: purchase.originalTransactionIdentifier, signedOriginal: original,
            signedTransaction: purchase.signedTransaction, addedDate: date,
            revocationDate: purchase.revocationDate)
    }
}
