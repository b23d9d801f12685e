import PaymentQueueKit
import StoreModel

/// Hears what the queue has to say, and passes on what matters to one purchase.
final class Shop: PaymentTransactionObserver, ProductsRequestDelegate {
    let verifier: TransactionVerifier
    let (products, offered) = AsyncThrowingStream<Product, any Error>.makeStream()
    let (deliveries, delivered) = AsyncStream.makeStream(of: PaymentTransaction.self)
    let (removals, removed) = AsyncStream.makeStream(of: IdempotencyKey.self)

    init(verifier: TransactionVerifier) { self.verifier = verifier }

    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse) {
        for product in response.products { offered.yield(product) }
        offered.finish()
    }
    func productsRequest(_ request: ProductsRequest, didFailWithError error: StoreError) {
        offered.finish(throwing: error)
    }

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            switch transaction.state {
            case .purchasing, .deferred: continue  // The store has not decided.
            case .failed, .changed: break  // There is nothing to deliver.
            case .purchased, .restored:
                guard verifier.verifies(transaction) else { continue }  // The store did not sign this.
                delivered.yield(transaction)  // A restored one has the identifier of the purchase.
            }
            try? queue.finishTransaction(transaction)
        }
    }
    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {  // A real shop takes back what it has a note of.
            try? queue.finishTransaction(transaction)
        }
    }
    func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions { removed.yield(transaction.key) }
    }
}
