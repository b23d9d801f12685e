import DeviceStorage
import PaymentQueueKit
import StoreEvents
import StoreModel
import Synchronization
import TestSupport
import Testing

@testable import StoreApplication

@Suite("The purchase manager", .timeLimit(.minutes(5)))
struct InAppPurchaseManagerTests {
    /// Keeps the queue going, and treats transactions as the test says.
    final class Bystander: PaymentTransactionObserver {
        let transactions = Mutex<[PaymentTransaction]>([])

        func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
            self.transactions.withLock { $0 += transactions.filter { $0.state != .purchasing } }
        }
        func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {}
    }

    typealias Method = @Sendable (InAppPurchaseManager, PaymentTransaction) -> Void

    private static let allMethods: [(Method, StorefrontEvent.Name?)] = [
        ({ $0.completeTransaction($1) }, .transactionSucceeded),
        ({ $0.restoreTransactions([$1]) }, nil),
        ({ $0.failedTransaction($1) }, .transactionFailed),
        ({ $0.finishTransaction($1, wasSuccessful: true) }, .transactionSucceeded),
    ]

    @Test(
        "delivers, restores, fails or only finishes a transaction, as its method says", arguments: allMethods)
    func methods(method: Method, event: StorefrontEvent.Name?) async throws {
        let device = try await ApplicationHarness()
        let bystander = Bystander()
        device.queue.add(bystander)
        try await device.fetchProducts()
        for question in device.purchases.stop() { await question.value }
        _ = try await device.buy(.sepia)
        await device.queue.settle()
        let transaction = try #require(bystander.transactions.withLock { $0.first })
        device.recorder.forget()
        method(device.purchases, transaction)
        #expect(device.recorder.names.filter { $0 != .entitlementsChanged } == [event].compactMap(\.self))
        // It has belonged to the account since the store answered.
        #expect(try device.replica.owned().ownedProducts == [.sepia])
        #expect(try device.queue.transactions().isEmpty)
    }
}
