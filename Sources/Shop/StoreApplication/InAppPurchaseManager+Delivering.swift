internal import DeviceStorage
internal import PaymentQueueKit
internal import StoreEvents
package import StoreModel

/// Delivers what was paid for, takes back what was refunded, and finishes transactions. Transactions are
/// finished nowhere else. `TransactionObserver` passes on what the queue hands out.
extension InAppPurchaseManager {
    /// Delivers a paid transaction durably, and then finishes it. A transaction that cannot be delivered,
    /// or whose content is still on its way from a content server, stays in the queue. A transaction that
    /// was paid for elsewhere changes the account, and nobody here waits for it.
    package func completeTransaction(_ transaction: PaymentTransaction) {
        // Another program on the same data was faster, or another device has finished it.
        guard !transaction.isFinished else {
            let cause: BalanceChanged.Cause = transaction.isFromElsewhere ? .elsewhere : .purchase
            do { try account.say(cause) } catch { bus.report(error) }
            guard !transaction.isFromElsewhere else { return }
            hosted.fetchContent(of: transaction.payment.productIdentifier)
            return bus.publish(.transactionSucceeded(transaction))
        }
        changeAccount(by: transaction) { deliverer in
            try deliverer.deliver(transaction) { [weak self] in
                if transaction.isFromElsewhere {
                    self?.finish(transaction)
                } else {
                    self?.finishTransaction(transaction, wasSuccessful: true)
                }
            }
        }
    }

    /// Takes back what a refunded transaction had brought, and finishes it.
    package func revokedTransaction(_ transaction: PaymentTransaction) {
        guard !transaction.isFinished else {
            // The account knows of the refund from the store, but what was fetched here is still here.
            do { try hosted.takeBack(transaction) } catch { bus.report(error) }
            return bus.publish(.transactionRevoked(transaction))
        }
        changeAccount(by: transaction) { deliverer in
            try deliverer.takeBack(transaction)
            bus.publish(.transactionRevoked(finish(transaction)))
        }
    }

    /// Finishes a failed transaction, which has to leave the queue as well.
    package func failedTransaction(_ transaction: PaymentTransaction) {
        finishTransaction(transaction, wasSuccessful: false)
    }

    /// Finishes a transaction that changed a subscription without a charge. There is nothing to deliver.
    package func changedTransaction(_ transaction: PaymentTransaction) {
        bus.publish(.subscriptionChanged(finish(transaction)))
    }

    /// Finds the deliverer of what the store signed, and calls `change` with it. If that fails,
    /// `deliveryFailed` is posted, and the transaction stays in the queue.
    private func changeAccount(by transaction: PaymentTransaction, _ change: (any Deliverer) throws -> Void) {
        do {
            let payload = try store.verifier.proof(of: transaction).payload
            let product = SoldProduct(
                identifier: payload.productId, kind: payload.type,
                hasContent: hosted.hasContent(payload.productId))
            try change(deliverer(of: product))
        } catch {
            bus.publish(.deliveryFailed(transaction, reason: reason(for: error)))
        }
    }

    private func reason(for error: any Error) -> DeliveryFailure {
        guard case VerificationFailure.signature(let failure) = error else {
            return .undeliverable(Trouble(error))
        }
        return .notVerified(failure)
    }

    /// Takes a transaction out of the queue and publishes how it ended.
    package func finishTransaction(_ transaction: PaymentTransaction, wasSuccessful: Bool) {
        let transaction = finish(transaction)
        bus.publish(wasSuccessful ? .transactionSucceeded(transaction) : .transactionFailed(transaction))
    }

    @discardableResult
    func finish(_ transaction: PaymentTransaction) -> PaymentTransaction {
        var finished = transaction
        do throws(FinishError) {
            try queue.finishTransaction(transaction)
            finished.isFinished = true
        } catch {
            // Delivered and not finished: it comes again at the next start, and the account has it already.
            // If it cannot be finished, the queue has moved on since this copy was made, and it comes again
            // when it is due.
            if case .storage(let trouble) = error { bus.report(trouble) }
        }
        return finished
    }
}
