import StoreModel
import StoreRules
import TestSupport
import Testing

/// The outcome of a payment when it is made.
@Suite(.timeLimit(.minutes(5))) struct PurchaseTests {
    private let fixture: StoreFixture

    init() async throws { fixture = try await StoreFixture() }

    @Test func `A purchase says who bought what, when and for how much, under the store's signature`()
        async throws
    {
        let outcome = try await fixture.buy("a", quantity: 3)

        let payload = try fixture.store.verifier().verify(#require(outcome.signed))
        #expect(payload.transactionId == outcome.transactionIdentifier)
        #expect(payload.originalTransactionId == payload.transactionId)
        #expect(payload.productId == StoreFixture.five)
        #expect(payload.type == .consumable)
        #expect(payload.quantity == 3)
        #expect(payload.purchaseDate == fixture.time.source.now())
        #expect(payload.price == 2970)
        #expect(payload.currency == "USD")
        #expect(payload.storefront == "USA")
        #expect(payload.revocationDate == nil)
    }

    @Test func `Another store's verifier does not accept a transaction, and a changed one is nobody's`()
        async throws
    {
        let other = try await StoreFixture()
        let signed = try #require(try await fixture.buy("a").signed)
        #expect(throws: TransactionVerifier.Failure.wrongSignature) {
            try other.store.verifier().verify(signed)
        }

        let parts = signed.rawValue.split(separator: ".").map(String.init)
        let payload = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
        let raised = payload.replacing("\"quantity\":1", with: "\"quantity\":9")
        #expect(raised != payload)
        let changed = SignedTransaction(rawValue: "\(parts[0]).\(Base64URL.encode(raised.utf8)).\(parts[2])")
        #expect(throws: TransactionVerifier.Failure.wrongSignature) {
            try fixture.store.verifier().verify(changed)
        }
    }

    @Test func `The same payment from eight tasks on two stores is charged once`() async throws {
        let sibling = try fixture.sibling()
        let outcomes = try await withThrowingTaskGroup(of: PurchaseOutcome.self) { group in
            for number in 0..<8 {
                let store = number.isMultiple(of: 2) ? fixture.store : sibling
                group.addTask { try await store.buy("a", quantity: 2) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(outcomes.count == 1)
        #expect(outcomes.first?.state == "purchased")
        #expect(try await fixture.store.unsettledPurchases(including: []).count == 1)
    }

    @Test func `Different payments through two stores at once get different, growing numbers`() async throws {
        let sibling = try fixture.sibling()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let store = number.isMultiple(of: 2) ? fixture.store : sibling
                let key = IdempotencyKey(rawValue: "payment \(number)")
                group.addTask { _ = try await store.buy(key) }
            }
            try await group.waitForAll()
        }
        let numbers = try await sibling.unsettledPurchases(including: [])
            .compactMap { $0.transactionIdentifier.flatMap { Int64($0.rawValue) } }
        #expect(Set(numbers).count == 40)
        #expect(numbers == numbers.sorted())
    }

    @Test func `A key that comes back for something else is refused, and the first payment stands`()
        async throws
    {
        let first = try await fixture.buy("a")
        #expect(try await fixture.buy("a", quantity: 2).error?.code == StoreError.paymentInvalid.code)
        #expect(try await fixture.store.unsettledPurchases(including: []) == [first])
        #expect(try await fixture.buy("a") == first)
    }

    @Test("A quantity outside 1…10 is an invalid payment", arguments: [Int.min, -1, 0, 11, Int.max])
    func quantityIsBounded(quantity: Int) async throws {
        #expect(try await fixture.buy("a", quantity: quantity).result == .failed(.paymentInvalid))
        #expect(try await fixture.store.unsettledPurchases(including: ["a"]).isEmpty)
    }

    @Test(
        "An unknown product fails, and nothing is kept of that: on sale later, the same payment is one for it"
    )
    func unknownProductFails() async throws {
        #expect(try await fixture.store.buy("a", "later").result == .failed(.productNotAvailable))
        #expect(try await fixture.store.unsettledPurchases(including: ["a"]).isEmpty)

        let json = #"{"products": [{"productID": "later", "type": "Consumable", "displayPrice": "1"}]}"#
        let sibling = try fixture.sibling(catalogue: Catalogue(json))
        #expect(try await sibling.buy("a", "later").state == "purchased")
    }

    @Test("A product is bought under its own bytes only: under others it would be charged twice")
    func otherBytes() async throws {
        let products = ["KeyPack", "caf\u{E9}"].map {
            #"{"productID": "\#($0)", "type": "NonConsumable", "displayPrice": "1"}"#
        }
        let store = try fixture.sibling(
            catalogue: Catalogue(#"{"products": [\#(products.joined(separator: ","))]}"#))
        for (number, product) in ["\u{212A}eyPack", "cafe\u{301}"].enumerated() {
            let product = ProductIdentifier(rawValue: product)
            #expect(
                try await store.buy(IdempotencyKey(rawValue: "\(number)"), product).result
                    == .failed(.productNotAvailable))
            #expect(try await store.products(for: [product]).invalidProductIdentifiers == [product])
        }
        #expect(try await store.buy("a", "KeyPack").state == "purchased")
        let twin: ProductIdentifier = "\u{212A}eyPack"
        #expect(twin != "KeyPack" && !(twin == "KeyPack"))
    }

    @Test func `The next failure is used up by one payment, and that payment keeps it`() async throws {
        try await fixture.set { $0.nextFailure = .unknownServerError }
        #expect(try await fixture.buy("a").result == .failed(.unknownServerError))
        #expect(try await fixture.store.settings().nextFailure == nil)
        #expect(try await fixture.buy("b").state == "purchased")
        #expect(try await fixture.buy("a").result == .failed(.unknownServerError))
    }

    @Test func `A payment that is refused anyway does not use the next failure up`() async throws {
        try await fixture.set { $0.nextFailure = .forgottenPassword }
        #expect(try await fixture.buy("a", quantity: 0).result == .failed(.paymentInvalid))
        #expect(try await fixture.buy("b").result == .failed(.forgottenPassword))
    }

    @Test("A finished purchase is settled, on every store over the same files, however often it is finished")
    func finishSettles() async throws {
        let finished = try #require(try await fixture.buy("a").finished)
        let other = try await fixture.buy("b")
        for _ in 1...2 { try await fixture.store.finish(finished) }
        #expect(try await fixture.sibling().unsettledPurchases(including: []) == [other])
        #expect(try await fixture.result(of: "a")?.state == "purchased")
    }

    @Test(arguments: [
        "", "0", "1", "-1", "x", "2000000000000000", "2000000000000099", "99999999999999999999",
    ])
    func `Finishing something that is not a transaction of this store changes nothing`(
        identifier: String
    ) async throws {
        let outcome = try await fixture.buy("a")
        let signedDate = try #require(outcome.finished?.signedDate)
        try await fixture.store.finish(
            FinishedTransaction(
                identifier: TransactionIdentifier(rawValue: identifier), signedDate: signedDate))
        #expect(try await fixture.store.unsettledPurchases(including: []) == [outcome])
    }

    @Test func `Payments that were asked about are answered, and unknown ones are missing`() async throws {
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("a")
        let outcomes = try await fixture.store.unsettledPurchases(including: ["a", "never made"])
        #expect(outcomes.map(\.key) == ["a"])
        #expect(outcomes.map(\.result) == [.deferred])
        #expect(try await fixture.store.unsettledPurchases(including: []).isEmpty)
    }
}
