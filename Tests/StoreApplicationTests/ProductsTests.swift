import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("Prices", .timeLimit(.minutes(5)))
struct ProductsTests {
    @Test func `arrive by product identifier, each with its own price in its own currency`() async throws {
        let device = try await ApplicationHarness()
        let fetched = try await device.fetchProducts()
        let prices = fetched.productsByIdentifier.mapValues { $0.localizedPrice() }
        #expect(Set(prices.keys) == Set(BuiltInProducts.identifiers))
        #expect(prices[MonkeyCredits.five] == "$0.99")
        #expect(prices[MonkeyCredits.ten] == "$1.99")
        #expect(prices[BuiltInProducts.keepersLetter] == "$0.00")
        #expect(fetched.invalidProductIdentifiers.isEmpty)
    }

    @Test
    func `come with the names of the products that the store does not have, and those cannot be bought`()
        async throws
    {
        let device = try await ApplicationHarness(catalogue: .selling([MonkeyCredits.ten]))
        let fetched = try await device.fetchProducts()
        #expect(fetched.products.map(\.identifier) == [MonkeyCredits.ten])
        #expect(
            Set(fetched.invalidProductIdentifiers)
                == Set(BuiltInProducts.identifiers).subtracting([MonkeyCredits.ten]))
        #expect(device.purchases.purchaseProduct(MonkeyCredits.five) == nil)
        #expect(device.recorder.all(Event.paymentRefused).map(\.reason) == [.unknownProduct])
    }

    @Test(
        "come for a built-in product only if the store sells it as the kind that it is here",
        arguments: [("Consumable", ProductKind.consumable), ("NonConsumable", .nonConsumable)])
    func otherKinds(type: String, kind: ProductKind) async throws {
        let sold = BuiltInProducts.identifiers.filter { BuiltInProducts.kind(of: $0) == kind }
        let device = try await ApplicationHarness(catalogue: .selling(BuiltInProducts.identifiers, as: type))
        let fetched = try await device.fetchProducts()
        #expect(Set(fetched.products.map(\.identifier)) == Set(sold))
        let others = BuiltInProducts.identifiers.filter { !sold.contains($0) }
        #expect(Set(fetched.invalidProductIdentifiers) == Set(others))
        for product in others { #expect(device.purchases.purchaseProduct(product) == nil) }
        #expect(device.recorder.all(Event.paymentRefused).map(\.productIdentifier) == others)
        #expect(try device.queue.transactions().isEmpty)
        // The store itself sells them to other programs.
        #expect(try await device.store.products(for: Set(others)).products.count == others.count)
    }

    @Test(
        "come for a book only if the store sells it as a kind that is owned, because nobody else can open it",
        arguments: [("Consumable", false), ("NonRenewingSubscription", false), ("NonConsumable", true)])
    func kindsOfBooks(type: String, isSold: Bool) async throws {
        let device = try await ApplicationHarness(
            catalogue: .selling([.nightFerry], as: type), content: { EmbeddedContent(store: $0) })
        device.bus.send(.products)
        let fetched = try await device.recorder.first(Event.productsFetched) {
            $0.products.map(\.identifier) == [.nightFerry]
                || $0.invalidProductIdentifiers.contains(.nightFerry)
        }
        #expect(fetched.products.isEmpty != isSold)
        #expect((device.purchases.purchaseProduct(.nightFerry) != nil) == isSold)
        await device.close()
    }

    @Test func `are asked for first if a purchase comes before them, and without them nothing is bought`()
        async throws
    {
        let device = try await ApplicationHarness { EmbeddedContent(store: $0) }
        // The second one is not in the list of the content server yet.
        for product in [MonkeyCredits.five, .nightFerry] {
            device.bus.send(.purchase(product, quantity: 1))
            try await device.recorder.first(Event.transactionSucceeded) {
                $0.payment.productIdentifier == product
            }
        }
        device.bus.send(.purchase("nobody.sells.this", quantity: 1))
        #expect(try await device.recorder.first(Event.paymentRefused).reason == .unknownProduct)
        try await device.set { $0.store.network = .down }
        device.bus.send(.purchase("nobody.sells.this", quantity: 1))
        try await device.recorder.first(Event.actionFailed) { $0 == .storeNotReached }
        #expect(device.recorder.all(Event.paymentRefused).count == 1)
        await device.close()
    }

    @Test func `that are asked for twice come once: the later request replaces the one under way`()
        async throws
    {
        let device = try await ApplicationHarness()
        await device.queue.settle()
        try await device.set { $0.store.delayMilliseconds = 1000 }
        device.bus.send(.products)
        await device.time.waitForSleepers(1)
        device.purchases.requestProductData([MonkeyCredits.ten])
        await device.time.waitForSleepers(1)
        try await device.set { $0.store.delayMilliseconds = 0 }
        try await device.time.running { try await device.recorder.first(Event.productsFetched) }
        #expect(device.recorder.all(Event.productsFetched).map(\.products.count) == [1])
        #expect(device.recorder.all(Event.requestFailed).isEmpty)
    }
}
