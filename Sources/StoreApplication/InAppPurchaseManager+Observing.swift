package import FileSystem
package import PaymentQueueKit
package import StoreModel
internal import StorefrontMessages

/// Sorts what the queue hands out by state: the sample's `CustomPaymentObserver`.
extension InAppPurchaseManager: PaymentTransactionObserver {
    package func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            switch transaction.state {
            case .purchasing, .deferred: bus.publish(.transactionUpdated(transaction))
            case .purchased: completeTransaction(transaction)
            // It must leave the queue all the same.
            case .failed: bus.publish(.transactionFailed(finish(transaction)))
            case .restored: break
            }
        }
        restoreTransactions(among: transactions)
    }

    package func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions where transaction.state != .restored { revokedTransaction(transaction) }
        restoreTransactions(among: transactions)
    }

    package func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue) { restoreEnded() }

    package func paymentQueue(
        _ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: StoreError
    ) { restoreEnded(error) }

    package func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {
        // A deferred transaction is removed when its request lapsed; all others have been spoken of.
        for transaction in transactions where transaction.state == .deferred {
            bus.publish(.transactionRemoved(transaction))
        }
    }

    package func paymentQueue(
        _ queue: PaymentQueue, isWaitingToSend transaction: PaymentTransaction, because error: StoreError
    ) {
        if error.isNetworkFailure {
            bus.publish(.networkChanged(isUp: false))
        } else if [.storeServer, .device].contains(error.domain) || error.message != nil {
            bus.report(ApplicationError.paymentWaits(error))
        }
        bus.publish(.transactionUpdated(transaction))
    }

    package func paymentQueue(_ queue: PaymentQueue, hasTroubleWith error: StorageError) { bus.report(error) }
}
