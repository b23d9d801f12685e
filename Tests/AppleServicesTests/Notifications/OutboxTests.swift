#if AppleServices
import Foundation
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// Which events the developer's server is told of, and when another attempt is made.
@Suite(.timeLimit(.minutes(5))) struct OutboxTests {
    static let hour: Int64 = 3_600_000

    private let fixture: ServerAPIFixture
    private let outbox: NotificationOutbox

    init() async throws {
        fixture = try await .notifying()
        outbox = NotificationOutbox(store: fixture.store, environment: .sandbox)
    }

    private func payload(_ item: NotificationOutbox.Item) throws -> JSONValue {
        try JSONValue(signed: #require(try JSONValue(json: item.body)["signedPayload"]?.string))
    }

    private func types() throws -> [JSONValue?] {
        try fixture.due().map { try payload($0)["notificationType"] }
    }

    @Test("A claim that came with a copy of a shared store holds up no server that is alone", .onSQLite)
    func copiedClaim() async throws {
        try await fixture.buy("a")
        let end = fixture.time.source.now().advanced(by: ServerSharing.claim)
        try fixture.store.database.write {
            try $0.execute("UPDATE notification SET claimedUntil = ?", [end])
        }
        #expect(try types() == ["ONE_TIME_CHARGE"])
    }

    @Test func `A claim of a server whose clock is hours ahead holds nobody up`() async throws {
        try await fixture.buy("a")
        let end = fixture.time.source.now().advanced(by: .seconds(3 * 3600))
        try fixture.store.database.write {
            try $0.execute("UPDATE notification SET claimedUntil = ?", [end])
        }
        #expect(try types() == ["ONE_TIME_CHARGE"])
        let claimed = try await outbox.claim(try outbox.due())
        #expect(claimed.count == 1)
        for item in claimed { try await outbox.record(.success, of: item) }
        #expect(try fixture.due().isEmpty)
    }

    @Test("Looking for claims looks at no notification without one", .onSQLite)
    func plan() throws {
        let plan = try fixture.store.plan(NotificationTable.claimEnd)
        #expect(plan.count == 1 && plan[0].contains("notificationClaimed"), "\(plan)")
    }

    @Test("Looking for the oldest that waits looks at no notification that does not", .onSQLite)
    func planOfOldest() throws {
        let plan = try fixture.store.plan(NotificationTable.oldestUnsent)
        #expect(plan.contains { $0.hasPrefix("SEARCH notification USING INDEX notificationDue") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test func `A purchase, a request for a refund, its refusal and a refund are told, in that order`()
        async throws
    {
        let transaction = TransactionIdentifier(rawValue: try await fixture.buy("a"))
        try fixture.store.requestRefund(of: transaction, because: .fulfillmentIssue)
        try fixture.store.declineRefund(of: transaction)
        try await fixture.customer.perform(.refund, on: "a")
        #expect(try types() == ["ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "REFUND_DECLINED", "REFUND"])

        let payloads = try fixture.due().map(payload)
        let first = try #require(payloads.first)
        #expect(first.names == ["data", "notificationType", "notificationUUID", "signedDate", "version"])
        #expect(first["version"] == "2.0")
        #expect(
            first["data"]?.names == ["bundleId", "bundleVersion", "environment", "signedTransactionInfo"])
        #expect(payloads[1]["data"]?["consumptionRequestReason"] == "FULFILLMENT_ISSUE")
        let refunded = try ServerAPIFixture.payload(payloads[3]["data"]?["signedTransactionInfo"])
        #expect(refunded.revocationDate != nil)
        #expect(Set(payloads.map { "\(String(describing: $0["notificationUUID"]))" }).count == 4)
    }

    @Test func `An approval and a resolution are charges, and told; what is not charged is not`() async throws
    {
        try fixture.store.set { $0.asksToBuy = true }
        for key in ["approved", "declined", "lapsed"] as [IdempotencyKey] {
            try await fixture.customer.buy(key)
        }
        try await fixture.customer.perform(.decline, on: "declined")
        try await fixture.customer.perform(.lapse, on: "lapsed")
        try fixture.store.set {
            $0.asksToBuy = false
            $0.interruptsPurchases = true
        }
        try await fixture.customer.buy("interrupted")
        try fixture.store.set { $0.nextFailure = .unknownServerError }
        try await fixture.customer.buy("failed")
        #expect(try types().isEmpty)
        try await fixture.customer.perform(.approve, on: "approved")
        try await fixture.customer.perform(.resolve, on: "interrupted")
        #expect(try types() == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
        // The same payment again is not a new charge.
        try await fixture.customer.buy("approved")
        #expect(try types().count == 2)
    }

    @Test
    func
        `What a server had in hand that shared the store is sent once, even if nobody shares it any more`()
        async throws
    {
        try await fixture.buy("a")
        try fixture.store.database.write { try $0.execute("UPDATE notification SET claimedUntil = 1") }
        let items = try await outbox.claim(try outbox.due())
        #expect(items.count == 1)
        for item in items { try await outbox.record(.success, of: item) }
        #expect(try outbox.due().isEmpty)
        #expect(try fixture.store.deliveries(in: nil, before: nil, limit: 1).map(\.state) == [.delivered])
    }

    @Test func `In production the application's number is told, too`() async throws {
        let fixture = try await ServerAPIFixture.notifying(.production)
        try await fixture.buy("a")
        let data = try payload(#require(fixture.due().first))["data"]
        #expect(data?["appAppleId"] == .number(AppleIdentifier.standard.rawValue))
        #expect(data?["environment"] == "Production")
    }

    @Test func `Without an address nothing is written down; another environment's address does not count`()
        async throws
    {
        let fixture = try await ServerAPIFixture()
        let address = HTTPAddress(rawValue: "http://127.0.0.1:1/")
        try fixture.store.setNotificationAddress(address, in: .production)
        try await fixture.buy("a")
        try fixture.store.setNotificationAddress(address, in: .sandbox)
        #expect(try fixture.due().isEmpty)
    }

    static let addresses: [(String, Bool)] = [
        ("http://127.0.0.1:8000/notifications", true), ("https://example.com", true),
        ("HTTPS://example.com/a?b=c", true),
        ("", false), ("ftp://example.com", false), ("file:///etc/passwd", false), ("http://", false),
        ("example.com", false), ("javascript:alert(1)", false), ("http:///path", false),
        ("unix:///run/socket", false),
        ("https://example.com/" + String(repeating: "a", count: 2048), false),
        ("http://127.0.0.1:1", true), ("http://127.0.0.1:65535", true), ("http://127.0.0.1:0", false),
        ("http://127.0.0.1:65536", false), ("https://[::1]:99999/a", false), ("https://[::1]:9/a%20b", true),
        ("http://127.0.0.1:1/a\r\nX: y\r\n\r\nGET /b?", false), ("http://127.0.0.1:1/a b", false),
        ("http://127.0.0.1:1/\u{0}", false), ("http://127.0.0.1:1/\u{7F}", false),
        ("http://127.0.0.1:1/\u{E9}", false), ("http://b\u{FC}cher.example", false),
        ("https://jane:secret@example.com", false), ("https://jane@example.com", false),
        ("https://example.com/@jane", true),
    ]

    @Test("Notifications go to HTTP and HTTPS only", arguments: addresses)
    func address(text: String, isRight: Bool) {
        #expect((HTTPAddress(rawValue: text) != nil) == isRight)
    }

    @Test func `An old address that is no longer accepted does not count`() async throws {
        try fixture.store.database.write {
            try NotificationAddressTable.set("http://127.0.0.1:65536/", in: .sandbox, $0)
        }
        try await fixture.buy("a")
        #expect(try fixture.due().isEmpty)
        #expect(try fixture.store.notificationAddress(in: .sandbox) == nil)
        #expect(try fixture.store.count("notification") == 0)
    }

    @Test("What fails is tried again 1, 12, 24, 48 and 72 hours after the attempt before, and then no more")
    func schedule() async throws {
        try fixture.store.set { $0.retriesSandboxNotifications = true }
        try await tryOnSchedule(fixture)
        try await tryOnSchedule(.notifying(.production))
    }

    @Test func `In the sandbox what fails is not tried again, unless a setting says so, or somebody asks`()
        async throws
    {
        try await fixture.buy("a")
        try await fixture.attempt(.unsuccessfulStatus)
        fixture.time.advance(by: .seconds(1_000_000))
        #expect(try fixture.due().isEmpty)
        let made = try #require(try fixture.store.deliveries(in: nil, before: nil, limit: 1).first)
        #expect(made.state == .givenUp && made.attempts.count == 1)
        _ = try fixture.store.sendAgain(made.identifier)
        #expect(try fixture.due().count == 1)
    }

    @Test func `Notifications are due in the order in which they were made, and a fault mixes them up`()
        async throws
    {
        let keys = (1...20).map { IdempotencyKey(rawValue: "\($0)") }
        func uuids() throws -> [String] { try fixture.due().map(\.uuid) }
        func made(_ limit: Int) throws -> [String] {
            try fixture.store.deliveries(in: nil, before: nil, limit: limit).reversed().map(\.identifier)
        }
        for key in keys { try await fixture.customer.buy(key) }
        #expect(try uuids() == made(20))
        try await fixture.attempt(.success)
        #expect(try uuids().isEmpty)

        try fixture.store.set { $0.notificationFault = .shuffled }
        for key in keys { try await fixture.customer.buy(IdempotencyKey(rawValue: "shuffled \(key)")) }
        fixture.time.advance(by: .seconds(60))
        #expect(try Set(uuids()) == Set(made(20)))
        // One of 20! orders would be the right one.
        #expect(try uuids() != made(20))
    }

    @Test func `What was made while the clock was ahead is due when it is set back, before what comes then`()
        async throws
    {
        try fixture.store.set { $0.clockOffsetMilliseconds = 365 * 24 * Self.hour }
        try await fixture.buy("ahead")
        try fixture.store.set { $0.clockOffsetMilliseconds = 0 }
        #expect(try fixture.due().count == 1)
        try await fixture.buy("back")
        let log = try fixture.store.deliveries(in: nil, before: nil, limit: 2)
        #expect(try fixture.due().map(\.uuid) == log.reversed().map(\.identifier))
        #expect(log.map(\.state) == [.waiting, .waiting] && log.map(\.nextAttempt) == [nil, nil])
        try await fixture.attempt(.success)
        #expect(try fixture.due().isEmpty)
        try fixture.store.set { $0.clockOffsetMilliseconds = 365 * 24 * Self.hour }
        _ = try fixture.store.sendAgain(log[0].identifier)
        try fixture.store.set { $0.clockOffsetMilliseconds = 0 }
        #expect(try fixture.due().count == 1)
    }

    @Test func `The log has the date of the next attempt, except of one that is due at once`() async throws {
        try fixture.store.set {
            $0.retriesSandboxNotifications = true
            $0.clockOffsetMilliseconds = 365 * 24 * Self.hour
        }
        try await fixture.buy("a")
        func logged() throws -> NotificationDelivery {
            try #require(try fixture.store.deliveries(in: nil, before: nil, limit: 1).first)
        }
        _ = try fixture.store.sendAgain(logged().identifier)
        #expect(try logged().state == .waiting && logged().nextAttempt == nil)
        // This one is before the notification was made.
        try fixture.store.set { $0.clockOffsetMilliseconds = 0 }
        try await fixture.attempt(.noResponse)
        let next = fixture.time.source.now().advanced(by: .seconds(3600))
        #expect(try logged().state == .waiting && logged().nextAttempt == next)
    }

    @Test func `A fault makes notifications late, or sends them twice, and nothing does without it`()
        async throws
    {
        try fixture.store.set { $0.notificationFault = .late }
        try await fixture.buy("late")
        fixture.time.advance(by: .seconds(599))
        #expect(try fixture.due().isEmpty)
        fixture.time.advance(by: .seconds(1))
        #expect(try fixture.due().count == 1)
        try await fixture.attempt(.success)

        try fixture.store.set { $0.notificationFault = .twice }
        try await fixture.buy("twice")
        let first = try fixture.due()
        try await fixture.attempt(.success)
        #expect(try fixture.due().map(\.body) == first.map(\.body))
        try await fixture.attempt(.success)
        #expect(try fixture.due().isEmpty)
    }

    private func tryOnSchedule(_ fixture: ServerAPIFixture) async throws {
        try await fixture.buy("a")
        let signed = try fixture.due().map(\.body)
        try await fixture.attempt(.unsuccessfulStatus)
        for hours in [1, 12, 24, 48, 72] {
            fixture.time.advance(by: .seconds(hours * 3600 - 1))
            #expect(try fixture.due().isEmpty, "\(hours)")
            // The same text, signed only once: the UUID stays.
            fixture.time.advance(by: .seconds(1))
            #expect(try fixture.due().map(\.body) == signed, "\(hours)")
            // The next pause starts with this attempt, no matter how late it is.
            fixture.time.advance(by: .seconds(600))
            try await fixture.attempt(.timedOut)
        }
        fixture.time.advance(by: .seconds(1_000_000))
        #expect(try fixture.due().isEmpty)
    }

    @Test func `What was delivered is not sent again, and a store that is opened anew knows it`() async throws
    {
        try await fixture.buy("a")
        try await fixture.buy("b")
        try await outbox.record(.success, of: #require(fixture.due().first))
        let again = try AppStore(testedIn: fixture.folder.path, time: fixture.time.source)
        fixture.time.advance(by: .seconds(3600 * 100))
        let items = try NotificationOutbox(store: again, environment: .sandbox).due()
        #expect(items == (try fixture.due()))
        #expect(items.count == 1)
    }

    @Test func `What waits is signed anew if the certificates were lost, and so is what is inside it`()
        async throws
    {
        try await fixture.buy("a", "com.xamarin.storekit.testing.keepersletter")
        let before = try #require(fixture.due().first)
        try FileManager.default.removeItem(atPath: fixture.folder.path + "/keys/store-certificates")
        let again = try AppStore(testedIn: fixture.folder.path, time: fixture.time.source)
        #expect(again.rootCertificatePEM != fixture.store.rootCertificatePEM)

        let items = try NotificationOutbox(store: again, environment: .sandbox).due()
        #expect(items.map(\.uuid) == [before.uuid])
        let item = try #require(items.first)
        #expect(try payload(item)["signedDate"] == payload(before)["signedDate"])
        let data = try #require(payload(item)["data"])
        let outer = try JSONValue(json: item.body)["signedPayload"]
        for signed in [outer, data["signedTransactionInfo"], data["signedRenewalInfo"]] {
            let text = try #require(signed?.string)
            #expect(text.hasPrefix(again.signer.header + ".") && again.signer.hasSigned(text))
        }
    }

    @Test(
        "What cannot be read stays as it is if the certificates were lost, and all else is signed anew",
        arguments: ["", "signed", "a.b.c", "e30.W10.e30"])
    func unreadable(text: String) async throws {
        try await fixture.buy("a")
        try await fixture.buy("b")
        // An administrator may put any text there.
        _ = try fixture.store.make(
            NotificationOrder(type: "TEST", data: ["signedAppTransactionInfo": .text(text)]))
        let damaged = try #require(fixture.due().first)
        try fixture.store.database.write {
            try $0.execute("UPDATE notification SET signed = ? WHERE uuid = ?", [text, damaged.uuid])
        }
        try FileManager.default.removeItem(atPath: fixture.folder.path + "/keys/store-certificates")
        let again = try AppStore(testedIn: fixture.folder.path, time: fixture.time.source)

        let items = try NotificationOutbox(store: again, environment: .sandbox).due()
        let signed = try items.compactMap { try JSONValue(json: $0.body)["signedPayload"]?.string }
        #expect(signed.count == 3 && signed.first == text)
        for anew in signed.dropFirst() {
            #expect(anew.hasPrefix(again.signer.header + ".") && again.signer.hasSigned(anew))
        }
        let data = try payload(#require(items.last))["data"]
        #expect(data?["signedAppTransactionInfo"]?.string == text)
    }

    @Test("All that waits is signed anew if the certificates were lost, page by page", arguments: [2, 3, 4])
    func pages(count: Int) async throws {
        for number in 1...count { try await fixture.buy(IdempotencyKey(rawValue: "\(number)")) }
        try FileManager.default.removeItem(atPath: fixture.folder.path + "/keys/store-certificates")
        var notifications = DeveloperNotifications()
        notifications.pageSize = 2
        let again = try AppStore(
            testedIn: fixture.folder.path, followers: [notifications], time: fixture.time.source)

        let items = try NotificationOutbox(store: again, environment: .sandbox).due()
        let signed = try items.compactMap { try JSONValue(json: $0.body)["signedPayload"]?.string }
        #expect(signed.count == count)
        for anew in signed {
            #expect(anew.hasPrefix(again.signer.header + ".") && again.signer.hasSigned(anew))
        }
    }

    @Test func `What is to be sent again while an attempt is under way is sent again after it`() async throws
    {
        try await fixture.buy("a")
        let made = try #require(try fixture.store.deliveries(in: nil, before: nil, limit: 1).first)
        // The clock stands still.
        for result in [SendAttemptResult.success, .timedOut] {
            let item = try #require(fixture.due().first)
            _ = try fixture.store.sendAgain(made.identifier)
            _ = try fixture.store.sendAgain(made.identifier)
            try await outbox.record(result, of: item)
            #expect(try fixture.due().map(\.body) == [item.body])
        }
        try await fixture.attempt(.success)
        #expect(try fixture.due().isEmpty)
        #expect(try fixture.store.delivery(of: made.identifier)?.delivery.state == .delivered)
    }

    @Test(arguments: [SendAttemptResult.success, .timedOut])
    func `An attempt that is recorded twice, as after a commit that may have failed, counts once`(
        result: SendAttemptResult
    ) async throws {
        try fixture.store.set { $0.retriesSandboxNotifications = true }
        try await fixture.buy("a")
        let made = try #require(try fixture.store.deliveries(in: nil, before: nil, limit: 1).first)
        for count in 1...2 {
            let item = try #require(fixture.due().first)
            let next = try await outbox.record(result, of: item)
            let before = try #require(try fixture.store.delivery(of: made.identifier)).delivery
            #expect(try await outbox.record(result, of: item) == next)
            let after = try #require(try fixture.store.delivery(of: made.identifier)).delivery
            #expect(after == before && after.attempts.count == count)
            // The same result another time is another attempt.
            _ = try fixture.store.sendAgain(made.identifier)
        }
    }

    @Test func `What was delivered is not tried again if it is sent once more and that fails`() async throws {
        let fixture = try await ServerAPIFixture.notifying(.production)
        try await fixture.buy("a")
        try await fixture.attempt(.success)
        let made = try #require(try fixture.store.deliveries(in: nil, before: nil, limit: 1).first)
        _ = try fixture.store.sendAgain(made.identifier)
        try await fixture.attempt(.unsuccessfulStatus)
        let delivery = try #require(try fixture.store.delivery(of: made.identifier)).delivery
        #expect(delivery.state == .delivered && delivery.attempts.count == 2)
        #expect(try fixture.store.oldestNotificationAge() == nil)
    }

    @Test func `What waits without an address is not late, and is again when there is one`() async throws {
        let fixture = try await ServerAPIFixture.notifying(.production)
        try await fixture.buy("a")
        try await fixture.attempt(.noResponse)
        fixture.time.advance(by: .seconds(600))
        #expect(try fixture.store.oldestNotificationAge() == .seconds(600))
        let address = try #require(try fixture.store.notificationAddress(in: .production))
        try fixture.store.setNotificationAddress(nil, in: .production)
        #expect(try fixture.store.oldestNotificationAge() == nil)
        try fixture.store.setNotificationAddress(address, in: .production)
        #expect(try fixture.store.oldestNotificationAge() == .seconds(600))
    }

    @Test func `An attempt that somebody asks for leaves the schedule as it was`() async throws {
        let fixture = try await ServerAPIFixture.notifying(.production)
        try await fixture.buy("a")
        let made = try #require(try fixture.store.deliveries(in: nil, before: nil, limit: 1).first)
        try await fixture.attempt(.noResponse)
        for hours in [1, 12, 24, 48, 72] {
            fixture.time.advance(by: .seconds(60))
            _ = try fixture.store.sendAgain(made.identifier)
            try await fixture.attempt(.noResponse)
            fixture.time.advance(by: .seconds(hours * 3600 - 61))
            #expect(try fixture.due().isEmpty, "\(hours)")
            fixture.time.advance(by: .seconds(1))
            #expect(try fixture.due().count == 1, "\(hours)")
            try await fixture.attempt(.noResponse)
        }
        #expect(try fixture.store.delivery(of: made.identifier)?.delivery.state == .givenUp)
        _ = try fixture.store.sendAgain(made.identifier)
        try await fixture.attempt(.noResponse)
        #expect(try fixture.store.delivery(of: made.identifier)?.delivery.state == .givenUp)
    }

    @Test func `An attempt that somebody asks for before the first one leaves that one as it was`()
        async throws
    {
        let fixture = try await ServerAPIFixture.notifying(.production)
        try fixture.store.set { $0.notificationFault = .late }
        try await fixture.buy("a")
        let made = try #require(try fixture.store.deliveries(in: nil, before: nil, limit: 1).first)
        _ = try fixture.store.sendAgain(made.identifier)
        try await fixture.attempt(.noResponse)
        for seconds in [600, 3600] {
            fixture.time.advance(by: .seconds(seconds - 1))
            #expect(try fixture.due().isEmpty, "\(seconds)")
            fixture.time.advance(by: .seconds(1))
            #expect(try fixture.due().count == 1, "\(seconds)")
            try await fixture.attempt(.noResponse)
        }
    }

    @Test func `An attempt that somebody asks for keeps a schedule from before the settings changed`()
        async throws
    {
        try fixture.store.set { $0.retriesSandboxNotifications = true }
        try await fixture.buy("a")
        let made = try #require(try fixture.store.deliveries(in: nil, before: nil, limit: 1).first)
        try await fixture.attempt(.noResponse)
        try fixture.store.set { $0.retriesSandboxNotifications = false }
        fixture.time.advance(by: .seconds(60))
        _ = try fixture.store.sendAgain(made.identifier)
        try await fixture.attempt(.noResponse)
        fixture.time.advance(by: .seconds(3539))
        #expect(try fixture.due().isEmpty)
        fixture.time.advance(by: .seconds(1))
        #expect(try fixture.due().count == 1)
    }

    @Test func `The store's clock decides what is due, and moving it sends a signal`() async throws {
        try fixture.store.set { $0.retriesSandboxNotifications = true }
        try await fixture.buy("a")
        try await fixture.attempt(.noResponse)
        #expect(try outbox.pause() == .seconds(3600))
        var wakeups = outbox.signals().makeAsyncIterator()
        try fixture.store.set { $0.clockOffsetMilliseconds = Self.hour }
        #expect(await wakeups.next() != nil)
        #expect(try fixture.due().count == 1)
    }

    @Test func `A purchase sends a signal when it is on disk`() async throws {
        var wakeups = outbox.signals().makeAsyncIterator()
        try await fixture.buy("a")
        #expect(await wakeups.next() != nil)
        #expect(try fixture.due().count == 1)
    }

    @Test(
        "A refund is asked for once, declined only after it was asked for, and only while the purchase is paid"
    )
    func forbiddenRequests() async throws {
        let transaction = TransactionIdentifier(rawValue: try await fixture.buy("a"))
        func request(_ transaction: TransactionIdentifier) throws {
            try fixture.store.requestRefund(of: transaction, because: .other)
        }
        #expect(throws: StoreAdministrationError.invalidAction) {
            try fixture.store.declineRefund(of: transaction)
        }
        try request(transaction)
        #expect(throws: StoreAdministrationError.invalidAction) { try request(transaction) }
        try await fixture.customer.perform(.refund, on: "a")
        #expect(throws: StoreAdministrationError.invalidAction) {
            try fixture.store.declineRefund(of: transaction)
        }
        #expect(throws: StoreAdministrationError.invalidAction) { try request(transaction) }
        for unknown: TransactionIdentifier in ["", "x", "1", "2000000000000009"] {
            #expect(throws: StoreAdministrationError.noTransactionFound) { try request(unknown) }
        }
        #expect(try types() == ["ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "REFUND"])
    }

    @Test func `A refund answers its request: once it is taken back there is room for another one`()
        async throws
    {
        let transaction = TransactionIdentifier(rawValue: try await fixture.buy("a"))
        try fixture.store.requestRefund(of: transaction, because: .other)
        for action in [TransactionAction.refund, .reverseRefund] {
            try await fixture.customer.perform(action, on: "a")
        }
        #expect(throws: StoreAdministrationError.invalidAction) {
            try fixture.store.declineRefund(of: transaction)
        }
        try fixture.store.requestRefund(of: transaction, because: .other)
    }

    @Test func `Nobody asks how something was used that is bought for good`() async throws {
        let filter = try await fixture.buy("a", StoreFixture.sepia)
        try fixture.store.requestRefund(of: TransactionIdentifier(rawValue: filter), because: .other)
        #expect(try types() == ["ONE_TIME_CHARGE"])
    }
}
#endif
