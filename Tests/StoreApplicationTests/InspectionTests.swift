#if AppleServices
import AppleServices
import DeviceStorage
import Foundation
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("The inspector of a transaction", .timeLimit(.minutes(5)))
struct InspectionTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    private func inspected(
        _ key: IdempotencyKey, skipping skipped: Int = 0
    ) async throws -> TransactionInspected {
        device.bus.send(.inspect(key))
        return try await device.recorder.first(Event.transactionInspected, skipping: skipped)
    }

    /// Buys, lets the store refund the purchase, and lets it reverse the refund.
    private func reversed() async throws -> IdempotencyKey {
        let key = try await device.bought().key
        await device.queue.settle()
        device.time.advance(by: .seconds(60))
        device.perform(.refund, on: key)
        try await device.recorder.first(Event.transactionRevoked)
        await device.queue.settle()
        device.time.advance(by: .seconds(60))
        device.perform(.reverseRefund, on: key)
        try await device.recorder.first(Event.transactionSucceeded, skipping: 1)
        await device.queue.settle()
        return key
    }

    @Test
    func `has what the store has: the versions, the changes, and the notifications with their attempts`()
        async throws
    {
        let shop = try device.appStore()
        try shop.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        let key = try await reversed()
        let outbox = NotificationOutbox(store: shop, environment: .sandbox)
        guard case .send(let items, _) = try outbox.work(limit: 10) else {
            throw ToolError(description: "not due")
        }
        for (item, result) in zip(items, [SendAttemptResult.timedOut, .success]) {
            try await outbox.record(result, of: item)
        }

        let seen = try await inspected(key)
        let record = try seen.record.get()
        #expect(record.versions.count == 3 && record.status == "purchased" && record.isFinished)
        // Each version was finished.
        #expect(record.changes.map(\.credits) == [5, 5, 0, 0, 5, 5])
        #expect(record.notifications.map { $0.attempts.map(\.result) } == [["TIMED_OUT"], ["SUCCESS"], []])
        #expect(record.notifications.map(\.state) == [.givenUp, .delivered, .waiting])
        #expect(seen.transaction.key == key && seen.entry.actions == .success([.refund]))
        #expect(seen.signed == record.versions.last)
    }

    @Test func `says what is signed in the order of its JSON, with the moments, and gives its receipt`()
        async throws
    {
        let seen = try await inspected(try await device.bought(quantity: 2).key)
        let signed = try #require(seen.signed)
        let json = try #require(Base64URL.decode(signed.rawValue.split(separator: ".")[1]))
        let text = String(decoding: json, as: UTF8.self)
        let places = seen.payload.map { text.range(of: "\"\($0.name)\":")?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(
            seen.payload.count
                == (try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])?.count)

        let payload = try #require(signed.unverifiedPayload)
        let fields = Dictionary(uniqueKeysWithValues: seen.payload.map { ($0.name, $0) })
        #expect(fields["productId"]?.value == MonkeyCredits.five.rawValue && fields["quantity"]?.value == "2")
        #expect(fields["purchaseDate"]?.date == payload.purchaseDate)
        #expect(
            Set(fields.values.filter { $0.date != nil }.map(\.name)) == [
                "purchaseDate", "originalPurchaseDate", "signedDate",
            ])
        let receipt = try #require(seen.receipt.flatMap { Data(base64Encoded: $0) })
        #expect(TransactionReceipt(Array(receipt))?.signedTransaction == signed)
    }

    @Test func `shows the version of this device if the store does not tell`() async throws {
        let key = try await reversed()
        let last = try #require(try await inspected(key).signed)
        try device.edit("DELETE FROM purchase", in: "store.sqlite")
        let seen = try await inspected(key, skipping: 1)
        #expect(seen.record == .failure(.noTransactionFound))
        #expect(seen.signed == last && seen.entry.actions == .success([]))
        #expect(seen.receipt != nil && !seen.payload.isEmpty)
    }

    @Test func `has nothing signed of what was not paid`() async throws {
        try await device.set { $0.store.asksToBuy = true }
        let key = try await device.buy()
        try await device.recorder.first(Event.transactionUpdated) { $0.state == .deferred }
        let seen = try await inspected(key)
        #expect(try seen.record.get().status == "deferred")
        #expect(seen.entry.actions == .success([.approve, .decline, .lapse]))
        #expect(seen.signed == nil && seen.receipt == nil && seen.payload.isEmpty)
    }

    @Test func `says that there is no such transaction`() async throws {
        device.bus.send(.inspect("nobody's"))
        #expect(try await device.recorder.first(Event.actionFailed) == .noTransactionFound)
        #expect(device.recorder.all(Event.transactionInspected).isEmpty)
    }

    @Test func `looks up the newest of a thousand requests that wait, and no other`() async throws {
        try device.edit(journalRows(10))
        let bus = device.bus
        // Observers run while a transaction is looked up, so no other lookup happens meanwhile.
        let flood = bus.observe(.transactionInspected) { event in
            guard case .transactionInspected(let seen) = event, seen.transaction.key == "key 1" else {
                return
            }
            for number in 2...1000 { bus.send(.inspect(IdempotencyKey(rawValue: "key \(number)"))) }
            bus.send(.inspect("key 10"))
        }
        bus.send(.inspect("key 1"))
        try await device.recorder.first(Event.transactionInspected) { $0.transaction.key == "key 10" }
        #expect(
            device.recorder.all(Event.transactionInspected).map(\.transaction.key) == ["key 1", "key 10"])
        #expect(device.recorder.all(Event.actionFailed).isEmpty)
        flood.cancel()
    }

    @Test func `reads any JSON as it was written, and nothing of what is not JSON`() {
        let json = #"""
            { "b" : "x\"y\\", "a":[1, {"z": "p, q: {", "c":2}] ,"signedDate": 1795000000000, "endDate":"text",
             "farDate":999999999999999999, "noDate":null, "Date of":1795000000000, "\u00e9\"":true, "d":-1.50e3,
             "empty":{} , "last" : "\u001B" }
            """#
        func fields(_ json: String) -> [TransactionInspected.Field] {
            TransactionInspected.Field.all(
                of: SignedTransaction(rawValue: "a.\(Base64URL.encode(json.utf8)).c"))
        }
        let date = Timestamp(milliseconds: 1_795_000_000_000)
        #expect(
            fields(json) == [
                .init(name: "b", value: #"x"y\"#), .init(name: "a", value: #"[1,{"z":"p, q: {","c":2}]"#),
                .init(name: "signedDate", value: "1795000000000", date: date),
                .init(name: "endDate", value: "text"),
                .init(name: "farDate", value: "999999999999999999"), .init(name: "noDate", value: "null"),
                .init(name: "Date of", value: "1795000000000"), .init(name: "\u{E9}\"", value: "true"),
                .init(name: "d", value: "-1.50e3"), .init(name: "empty", value: "{}"),
                .init(name: "last", value: "\u{1B}"),
            ])
        for none in ["{}", "[]", "[1]", "", "{", #"{"a":1"#, #""a""#, "null"] {
            #expect(fields(none).isEmpty, "\(none)")
        }
        for none in ["", "a.b", "a.*.c"] {
            #expect(TransactionInspected.Field.all(of: SignedTransaction(rawValue: none)).isEmpty)
        }
    }
}

@Suite("A scenario of the storefront", .timeLimit(.minutes(5)))
struct ScenarioTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    @Test
    func `is heard of as it was played: what is owned, the renewal, the subscription and the moved clock`()
        async throws
    {
        device.bus.send(.subscriptions)
        try await device.recorder.first(Event.subscriptionsListed)
        device.bus.send(.scenario(.renewal))
        #expect(try await device.recorder.first(Event.scenarioPlayed) == .renewal)
        #expect(try device.replica.numbers().latestPeriods.count == 1)
        let renewal = try await device.recorder.first(Event.transactionSucceeded)
        let product = renewal.payment.productIdentifier
        #expect(renewal.charge?.isRenewal == true)
        try await device.recorder.first(Event.entitlementsChanged) { $0.ownedProducts == [product] }
        try await device.recorder.first(Event.settingsChanged) { $0.store.clockOffsetMilliseconds > 0 }
        try await device.recorder.first(Event.subscriptionsListed) {
            $0.subscriptions.map(\.productIdentifier) == [product]
                && $0.subscriptions.first?.status == .active
        }
        await device.queue.settle()
        device.bus.send(.transactions(.newest))
        let bought = try await device.recorder.first(Event.transactionsListed).entries.map(\.transaction)
        #expect(bought.count == 2 && bought.first?.key == renewal.key && bought.allSatisfy(\.isFinished))
        #expect(device.recorder.all(Event.actionFailed).isEmpty)
    }

    @Test func `that the store cannot play changes nothing, and the reason comes with it`() async throws {
        device.bus.send(.scenario(.offerUpgrade))
        let trouble = try await device.recorder.first(Event.actionFailed)
        let needed = ScenarioRefusal.Need.subscription(other: .higher, hasOffer: true)
        #expect(trouble == .cannotPlay(ScenarioRefusal(.unfit(nil, needed: needed))))
        #expect(device.recorder.all(Event.scenarioPlayed).isEmpty)
        #expect(try device.appStore().purchases().isEmpty)
    }
}
#endif
