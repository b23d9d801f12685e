import PaymentQueueKit
import StoreModel

/// The application under test, as small as it can be: delivers what is
/// bought, and takes back what is refunded.
final class Shop: PaymentTransactionObserver {
    let (deliveries, delivered) = AsyncStream.makeStream(of: PaymentTransaction.self)
    let (refunds, refunded) = AsyncStream.makeStream(of: PaymentTransaction.self)

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions where transaction.state.canFinish {
            if transaction.state == .purchased { delivered.yield(transaction) }
            try? queue.finishTransaction(transaction)
        }
    }
    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            refunded.yield(transaction)
            try? queue.finishTransaction(transaction)
        }
    }
}
