import PaymentQueueKit
import StoreApplication
import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `E1: filters, subscriptions and free subscriptions can be restored, consumables cannot`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let restorable: Set = [.sepia, MonkeyCredits.monthlyBunch, BuiltInProducts.keepersLetter]
        for product in restorable.union([MonkeyCredits.five]) {
            try await shop.customer.buy(IdempotencyKey(rawValue: "of \(product)"), product)
        }
        let first = try await shop.device()
        try await first.has(25)
        try await shop.hasClosedBooks(charges: 4)
        await first.close()

        let device = try Device(of: shop)
        try await device.signIn()
        let (queue, observer) = (try await device.application().queue, QueueObserver())
        queue.add(observer)
        queue.restoreCompletedTransactions()
        try await observer.heard { $0 == .restoreFinished }
        let restored = observer.calls.compactMap { call in
            if case .updated(let transaction) = call { transaction } else { nil }
        }
        #expect(restored.allSatisfy { $0.state == .restored })
        #expect(restored.count == 3 && Set(restored.map(\.payment.productIdentifier)) == restorable)
    }
}
