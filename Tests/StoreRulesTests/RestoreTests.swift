import StoreModel
import StoreRules
import TestSupport
import Testing

/// Products that are bought once, no matter on which device, and come back on another.
@Suite(.timeLimit(.minutes(5))) struct RestoreTests {
    private let fixture: StoreFixture
    private let store: AppStore
    private let account: Account
    private let token: SessionToken
    private let first: AccountSession
    private let second: AccountSession

    /// One account of a store with accounts, on two devices.
    init() async throws {
        fixture = try await StoreFixture()
        store = try AppStore(testedIn: fixture.folder.path, time: fixture.time.source, passwordRounds: 2)
        (account, token) = try await store.createAccount(name: "jane", password: "correct horse")
        first = try #require(try store.session(for: token, device: "first"))
        second = try #require(try store.session(for: token, device: "second"))
    }

    /// What a device of the account gets back, page by page.
    private func restored(limit: Int = 100) async throws -> [[RestoredPurchase]] {
        var pages: [[RestoredPurchase]] = []
        var cursor: RestoredPurchases.Cursor?
        repeat {
            let page = try await second.restoredPurchases(after: cursor, limit: limit)
            pages.append(page.purchases)
            cursor = page.next
        } while cursor != nil
        return pages
    }

    private func verify(_ outcome: PurchaseOutcome) throws -> TransactionPayload {
        try store.verifier(for: account).verify(#require(outcome.signed))
    }

    @Test(
        "What is owned is not charged again: another transaction names the first one, also on another device")
    func ownedIsNotChargedAgain() async throws {
        let bought = try await first.buy("a", StoreFixture.sepia)
        let original = bought.transactionIdentifier
        try await first.finish(#require(original))
        for (session, key) in [(first, "b" as IdempotencyKey), (second, "c")] {
            let again = try await session.buy(key, StoreFixture.sepia)
            #expect(again.state == "purchased")
            let payload = try verify(again)
            #expect(payload.transactionId == again.transactionIdentifier)
            #expect(payload.transactionId != original && payload.originalTransactionId == original)
            #expect(payload.price == 0)
            #expect(try await session.buy(key, StoreFixture.sepia) == again)
            #expect(try await session.unsettledPurchases(including: []) == [again])
            try await session.finish(#require(again.transactionIdentifier))
        }
        let summaries = try store.purchases(of: account.identifier)
        #expect(summaries.map(\.originalTransactionIdentifier) == [original, original, nil])
        let books = try #require(try store.audit().accounts.first)
        #expect(books.charges == 1 && books.transactions == 1 && books.deliveries == 1)
        #expect(try store.audit().findings.isEmpty)
    }

    @Test func `Sixteen purchases of one filter at the same moment, from two devices, are charged once`()
        async throws
    {
        let sessions = [first, second]
        let outcomes = try await withThrowingTaskGroup(of: PurchaseOutcome.self) { group in
            for number in 0..<16 {
                group.addTask {
                    try await sessions[number % 2].buy(
                        IdempotencyKey(rawValue: "payment \(number)"), StoreFixture.greyscale)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let payloads = try outcomes.map(verify)
        #expect(payloads.count == 16 && Set(payloads.map(\.transactionId)).count == 16)
        #expect(Set(payloads.map(\.originalTransactionId)).count == 1)
        #expect(payloads.filter { $0.price > 0 }.count == 1)
        #expect(try store.audit().accounts.map(\.charges) == [1])
    }

    @Test
    func `A request to buy that is approved after the product was bought elsewhere is not charged`()
        async throws
    {
        try await fixture.set { $0.asksToBuy = true }
        _ = try await second.buy("asked", StoreFixture.sepia)
        try await fixture.set { $0.asksToBuy = false }
        let bought = try await first.buy("bought", StoreFixture.sepia)
        try await second.perform(.approve, on: "asked")
        let approved = try #require(try await second.unsettledPurchases(including: []).first)
        #expect(try verify(approved).originalTransactionId == bought.transactionIdentifier)
        #expect(try store.audit().accounts.map(\.charges) == [1])
    }

    @Test(
        "Buying what is owned waits for no approval and is not interrupted, but a failure that was set comes first"
    )
    func settingsAndOwned() async throws {
        try await fixture.store.buy("a", StoreFixture.sepia)
        try await fixture.set {
            $0.asksToBuy = true
            $0.interruptsPurchases = true
            $0.nextFailure = .unknownServerError
        }
        #expect(try await fixture.store.buy("b", StoreFixture.sepia).result == .failed(.unknownServerError))
        #expect(try await fixture.store.buy("c", StoreFixture.sepia).state == "purchased")
        #expect(try await fixture.store.buy("d", StoreFixture.greyscale).result == .failed(.interrupted))
    }

    @Test func `More than one piece of what is bought for good is an invalid payment`() async throws {
        let outcome = try await fixture.store.buy("a", StoreFixture.sepia, quantity: 2)
        #expect(outcome.result == .failed(.paymentInvalid))
    }

    @Test(
        "A refund takes the product from every device that bought it, and it is charged again the next time")
    func refundTakesItBack() async throws {
        _ = try await first.buy("a", StoreFixture.sepia)
        let again = try await second.buy("b", StoreFixture.sepia)
        #expect(try await second.actions(for: ["b"]) == ["b": []])
        await #expect(throws: StoreAdministrationError.invalidAction) {
            try await second.perform(.refund, on: "b")
        }
        try await first.perform(.refund, on: "a")
        let told = try await second.unsettledPurchases(including: [])
        #expect(told.map(\.key) == ["a", "b"] && told.map(\.state) == ["revoked", "revoked"])
        #expect(told.last?.transactionIdentifier == again.transactionIdentifier)
        #expect(try await first.unsettledPurchases(including: []) == told)
        try await first.perform(.reverseRefund, on: "a")
        #expect(
            try await second.unsettledPurchases(including: []).map(\.state) == ["purchased", "purchased"])
        try await first.perform(.refund, on: "a")
        let bought = try await second.buy("c", StoreFixture.sepia)
        let payload = try verify(bought)
        #expect(payload.originalTransactionId == payload.transactionId)
        #expect(try store.audit().accounts.map(\.charges) == [2])
        #expect(try store.audit().findings.isEmpty)
    }

    @Test(
        "A restore brings finished purchases of what is bought for good, and nothing else, with their own signatures"
    )
    func whatIsRestored() async throws {
        #expect(try await restored() == [[]])
        let sepia = try await first.buy("a", StoreFixture.sepia)
        let credits = try await first.buy("b", StoreFixture.five)
        try await first.finish(#require(credits.transactionIdentifier))
        #expect(try await restored() == [[]])
        try await first.finish(#require(sepia.transactionIdentifier))
        let again = try await second.buy("c", StoreFixture.sepia)
        try await second.finish(#require(again.transactionIdentifier))
        let back = try await restored().flatMap(\.self)
        #expect(back.map(\.signedTransaction) == [sepia.signed])
        #expect(back.map(\.transactionIdentifier) == [sepia.transactionIdentifier])
        #expect(back.map(\.productIdentifier) == [StoreFixture.sepia])
        #expect(back.map(\.transactionDate) == [fixture.time.source.now()])
        // What is somebody else's stays somebody else's.
        #expect(try await fixture.store.restoredPurchases(after: nil, limit: 100).purchases.isEmpty)

        try await first.perform(.refund, on: "a")
        let refunded = try await restored().flatMap(\.self)
        #expect(refunded.map(\.transactionIdentifier) == [sepia.transactionIdentifier])
        #expect(refunded.map(\.revocationDate) == [fixture.time.source.now()])
        let verifier = store.verifier(for: account)
        #expect(
            try refunded.map { try verifier.verify($0.signedTransaction).revocationDate != nil } == [true])
    }

    @Test(
        "Pages hold no more than was asked for and than is allowed, and together hold everything once, in order"
    )
    func pages() async throws {
        let count = RestoredPurchases.mostPerPage + 3
        let products = (1...count).map {
            #"{"productID":"p\#($0)","type":"NonConsumable","displayPrice":"1"}"#
        }
        let store = try AppStore(
            testedIn: fixture.folder.path,
            catalogue: Catalogue(#"{"products":[\#(products.joined(separator: ","))]}"#),
            time: fixture.time.source)
        let session = try #require(try store.session(for: token, device: "first"))
        for number in 1...count {
            let outcome = try await session.buy(
                IdempotencyKey(rawValue: "key \(number)"), ProductIdentifier(rawValue: "p\(number)"))
            try await session.finish(#require(outcome.transactionIdentifier))
        }
        let all = (1...count).map { "p\($0)" }
        for (limit, first) in [(7, 7), (Int.max, RestoredPurchases.mostPerPage), (Int.min, 1)] {
            let pages = try await restored(limit: limit)
            #expect(pages.first?.count == first)
            #expect(pages.allSatisfy { (1...first).contains($0.count) })
            #expect(pages.flatMap(\.self).map(\.productIdentifier.rawValue) == all)
        }
    }
}
