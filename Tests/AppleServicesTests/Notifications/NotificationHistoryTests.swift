#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// Test notifications and the history of notifications, as the developer's server asks for them.
@Suite(.timeLimit(.minutes(5))) struct NotificationHistoryTests {
    private let fixture: ServerAPIFixture

    init() async throws { fixture = try await .notifying() }

    @Test func `A test is found by its token once it was tried, with all attempts`() async throws {
        try fixture.store.set { $0.retriesSandboxNotifications = true }
        let answer = try JSONValue(json: try await fixture.api.requestTestNotification(in: .sandbox))
        let token = try #require(answer["testNotificationToken"]?.string)
        func expectNone(
            _ error: ServerAPIError, _ token: String, in environment: StoreEnvironment = .sandbox
        ) {
            #expect(throws: error, "\(token)") { try fixture.api.testNotification(token, in: environment) }
        }
        expectNone(.testNotificationNotFound, token)
        let start = fixture.time.source.now().milliseconds
        try await fixture.attempt(.timedOut, limit: 1)
        fixture.time.advance(by: .seconds(3600))
        try await fixture.attempt(.success, limit: 1)
        let status = try JSONValue(json: fixture.api.testNotification(token, in: .sandbox))
        #expect(
            status["sendAttempts"] == [
                ["attemptDate": .number(start), "sendAttemptResult": "TIMED_OUT"],
                ["attemptDate": .number(start + 3_600_000), "sendAttemptResult": "SUCCESS"],
            ])
        #expect(status["firstSendAttemptResult"] == "TIMED_OUT")
        expectNone(.testNotificationNotFound, token, in: .production)
        expectNone(.testNotificationNotFound, token + "1")
        for wrong in ["", "x", token + "_", String(token.dropLast(14)), token + "x", "_1"] {
            expectNone(.invalidTestNotificationToken, wrong)
        }
    }

    @Test func `If notifications go nowhere, there is no test`() async throws {
        let fixture = try await ServerAPIFixture()
        await #expect(throws: ServerAPIError.notificationAddressNotFound) {
            try await fixture.api.requestTestNotification(in: .sandbox)
        }
    }

    private func answer(_ fields: String = "", token: String? = nil) throws -> JSONValue {
        let now = fixture.time.source.now().milliseconds
        let body = #"{"startDate": \#(now - 86_400_000), "endDate": \#(now + 1)\#(fields)}"#
        let items = token.map { [ServerAPIQueryItem(name: "paginationToken", value: $0)] } ?? []
        return try JSONValue(
            json: fixture.api.notificationHistory(query: items, body: Array(body.utf8), in: .sandbox))
    }

    private func history(_ fields: String = "", token: String? = nil) throws -> (count: Int, token: String?) {
        let answer = try answer(fields, token: token)
        #expect(answer["hasMore"] == .bool(answer["paginationToken"] != nil))
        return (try #require(answer["notificationHistory"]?.array).count, answer["paginationToken"]?.string)
    }

    @Test func `The history names the result of the first attempt, and none before it`() async throws {
        try fixture.store.set { $0.retriesSandboxNotifications = true }
        try await fixture.buy("a")
        func first() throws -> JSONValue? {
            let answer = try answer()
            let item = try #require(answer["notificationHistory"]?.array?.first)
            return item["firstSendAttemptResult"]
        }
        #expect(try first() == nil)
        try await fixture.attempt(.noResponse, limit: 1)
        #expect(try first() == "NO_RESPONSE")
        fixture.time.advance(by: .seconds(3600))
        try await fixture.attempt(.success, limit: 1)
        #expect(try first() == "NO_RESPONSE")
    }

    @Test func `45 notifications come in three pages`() async throws {
        for number in 0..<45 { try await fixture.buy(IdempotencyKey(rawValue: "\(number)")) }
        let first = try history()
        let second = try history(token: first.token)
        let third = try history(token: second.token)
        #expect([first.count, second.count, third.count] == [20, 20, 5])
        #expect(third.token == nil)
    }

    @Test func `Pages go by the date, even if the clock was set back meanwhile`() async throws {
        for number in 0..<30 {
            try fixture.store.set { $0.clockOffsetMilliseconds = number.isMultiple(of: 2) ? 0 : -3_600_000 }
            try await fixture.buy(IdempotencyKey(rawValue: "\(number)"))
        }
        try fixture.store.set { $0.clockOffsetMilliseconds = 0 }
        var (dates, token): ([Int64], String?) = ([], nil)
        repeat {
            let page = try answer(token: token)
            for item in try #require(page["notificationHistory"]?.array) {
                let payload = try JSONValue(signed: #require(item["signedPayload"]?.string))
                guard case .number(let date)? = payload["signedDate"] else { continue }
                dates.append(date)
            }
            token = page["paginationToken"]?.string
        } while token != nil
        #expect(dates.count == 30 && dates == dates.sorted())
    }

    @Test func `An end in the future counts as now, also after the clock was set back`() async throws {
        let year = 365 * Self.day
        func now() -> Int64 { fixture.time.source.now().milliseconds }
        func dates(from start: Int64) throws -> [JSONValue?] {
            let body = #"{"startDate": \#(start), "endDate": \#(now() + 3 * year)}"#
            let answer = try JSONValue(
                json: fixture.api.notificationHistory(query: [], body: Array(body.utf8), in: .sandbox))
            return try #require(answer["notificationHistory"]?.array).map { item in
                try JSONValue(signed: #require(item["signedPayload"]?.string))["signedDate"]
            }
        }
        try fixture.store.set { $0.clockOffsetMilliseconds = year }
        try await fixture.buy("ahead")
        let ahead = now() + year
        #expect(try dates(from: ahead) == [.number(ahead)])
        try fixture.store.set { $0.clockOffsetMilliseconds = 0 }
        try await fixture.buy("back")
        #expect(try dates(from: now() - Self.day) == [.number(now())])
        try fixture.store.set { $0.clockOffsetMilliseconds = year }
        #expect(try dates(from: ahead) == [.number(ahead)])
    }

    @Test func `Each filter leaves what it should`() async throws {
        let a = try await fixture.buy("a")
        try await fixture.attempt(.success, limit: 1)
        try await fixture.buy("b")
        try await fixture.attempt(.noResponse, limit: 1)
        try await fixture.customer.perform(.refund, on: "a")
        #expect(try history().count == 3)
        #expect(try history(#", "notificationType": "REFUND""#).count == 1)
        #expect(
            try history(#", "notificationType": "SUBSCRIBED", "notificationSubtype": "INITIAL_BUY""#).count
                == 0)
        #expect(try history(#", "transactionId": "\#(a)""#).count == 3)
        let elsewhere = try fixture.store.customer("eve", in: .production)
        let stranger = try #require(try await elsewhere.buy("c", StoreFixture.five).transactionIdentifier)
        for unknown in ["5", stranger.rawValue] {
            #expect(throws: ServerAPIError.transactionIdentifierNotFound) {
                try history(#", "transactionId": "\#(unknown)""#)
            }
        }
        // A transaction stands for its customer.
        let theirs = try await fixture.stranger().buy("theirs", StoreFixture.five)
        let other = try #require(theirs.transactionIdentifier?.rawValue)
        #expect(try history(#", "transactionId": "\#(other)""#).count == 1)
        #expect(try history(#", "transactionId": "\#(a)""#).count == 3)
        // The field's earlier name is for clients that do not know the other one.
        #expect(try history(#", "originalTransactionId": "\#(other)""#).count == 1)
        #expect(try history(#", "originalTransactionId": null"#).count == 4)
        #expect(
            try history(#", "originalTransactionId": "\#(other)", "transactionId": "\#(a)""#).count == 3)
        #expect(try history().count == 4)
        #expect(try history(#", "onlyFailures": true"#).count == 1)
        #expect(try history(#", "onlyFailures": false"#).count == 4)
        #expect(throws: ServerAPIError.badRequest) { try history(#", "onlyFailures": "true""#) }
    }

    @Test func `The pages of failures have only what was tried and is not delivered`() async throws {
        for number in 0..<44 {
            try await fixture.buy(IdempotencyKey(rawValue: "\(number)"))
            try await fixture.attempt(number.isMultiple(of: 2) ? .noResponse : .success, limit: 1)
        }
        try await fixture.stranger().buy("theirs", StoreFixture.five)
        try await fixture.attempt(.noResponse, limit: 1)
        let untried = try await fixture.buy("untried")
        let failures = #", "onlyFailures": true"#
        func counts(_ fields: String) throws -> [Int] {
            let first = try history(fields)
            let second = try history(fields, token: first.token)
            #expect(first.token != nil && second.token == nil)
            return [first.count, second.count]
        }
        #expect(try counts(failures) == [20, 3])
        #expect(try counts(failures + #", "notificationType": "ONE_TIME_CHARGE""#) == [20, 3])
        #expect(try counts(failures + #", "transactionId": "\#(untried)""#) == [20, 2])
        #expect(try history(failures + #", "notificationType": "REFUND""#).count == 0)
    }

    @Test func `What is delivered at last is no failure any more`() async throws {
        try fixture.store.set { $0.retriesSandboxNotifications = true }
        try await fixture.buy("a")
        try await fixture.attempt(.noResponse, limit: 1)
        #expect(try history(#", "onlyFailures": true"#).count == 1)
        fixture.time.advance(by: .seconds(3600))
        try await fixture.attempt(.success, limit: 1)
        #expect(try history(#", "onlyFailures": true"#).count == 0)
    }

    static let filters = [
        NotificationTable.Filter(),
        NotificationTable.Filter(type: "SUBSCRIBED", subtype: "RESUBSCRIBE", onlyFailures: true),
    ]

    private static let page = "SEARCH notification USING INTEGER PRIMARY KEY"

    @Test(
        "The history looks at nothing before its first moment, and sorts nothing but the page", .onSQLite,
        arguments: filters)
    func plan(filter: NotificationTable.Filter) throws {
        let plan = try fixture.store.plan(NotificationTable.historyOfEverybody(filter))
        for search in [Self.page, "notificationCreated (environment=? AND created>"] {
            #expect(plan.contains { $0.contains(search) }, "\(plan)")
        }
        #expect(plan.count { $0.contains("TEMP B-TREE") } == 1, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test(
        "The history of a customer looks at nothing of others, and reads whole rows only for the page",
        .onSQLite, arguments: filters)
    func planOfCustomer(filter: NotificationTable.Filter) throws {
        let plan = try fixture.store.plan(NotificationTable.historyOfCustomer(filter))
        let others = ["notificationPurchase (purchase=?)", "SEARCH accountChange USING PRIMARY KEY"]
        for search in [Self.page] + others { #expect(plan.contains { $0.contains(search) }, "\(plan)") }
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    static let start = ManualTime().source.now().milliseconds
    static let day: Int64 = 86_400_000
    static let mistakes: [(String, ServerAPIError)] = [
        ("", .badRequest), ("{}", .invalidStartDate),
        (#"{"startDate": "x", "endDate": 1}"#, .invalidStartDate),
        (#"{"startDate": \#(start)}"#, .invalidEndDate),
        (#"{"startDate": \#(start), "endDate": -1}"#, .invalidEndDate),
        (#"{"startDate": \#(start), "endDate": \#(start)}"#, .startDateAfterEndDate),
        (#"{"startDate": \#(start - 31 * day), "endDate": \#(start)}"#, .startDateTooFarInPast),
        (dates(#""notificationType": "BOUGHT""#), .invalidNotificationType),
        (dates(#""notificationType": 5"#), .invalidNotificationType),
        (dates(#""notificationSubtype": "UPGRADE""#), .invalidNotificationType),
        (dates(#""notificationType": "REFUND", "notificationSubtype": "UPGRADE""#), .invalidNotificationType),
        (dates(#""notificationType": "REFUND", "transactionId": "1""#), .multipleFiltersSupplied),
        (dates(#""transactionId": "x""#), .invalidTransactionIdentifier),
        (dates(#""notificationType": "REFUND", "originalTransactionId": "1""#), .multipleFiltersSupplied),
        (dates(#""originalTransactionId": "x""#), .invalidTransactionIdentifier),
        (dates(#""originalTransactionId": 5"#), .invalidTransactionIdentifier),
        (dates(#""originalTransactionId": "5""#), .transactionIdentifierNotFound),
    ]

    private static func dates(_ fields: String) -> String {
        #"{"startDate": \#(start - day), "endDate": \#(start), \#(fields)}"#
    }

    @Test("A request that cannot be is refused with its own number", arguments: mistakes)
    func mistake(body: String, error: ServerAPIError) async throws {
        let body = Array(body.utf8)
        #expect(throws: error) { try fixture.api.notificationHistory(query: [], body: body, in: .sandbox) }
    }

    @Test(
        "A page that was never ended cannot be asked for",
        arguments: [
            "", "x", "-1", "0", "01", "1", "1 OR 1=1", "_", "1_", "1_x", "1_0", "1_-1", "01_1", "1_01",
            "1_1_1",
        ])
    func wrongToken(token: String) async throws {
        #expect(throws: ServerAPIError.invalidPaginationToken) { try history(token: token) }
    }

    @Test func `A window has its first moment, and not its last`() async throws {
        try await fixture.buy("a")
        let made = fixture.time.source.now().milliseconds
        func count(_ start: Int64, _ end: Int64) throws -> Int {
            let body = Array(#"{"startDate": \#(start), "endDate": \#(end)}"#.utf8)
            let answer = try JSONValue(
                json: fixture.api.notificationHistory(query: [], body: body, in: .sandbox))
            return try #require(answer["notificationHistory"]?.array).count
        }
        #expect(try count(made, made + 1) == 1)
        #expect(try count(made - 1, made) == 0)
        #expect(try count(made + 1, made + 2) == 0)
    }

    @Test func `A subtype leaves only what has it`() async throws {
        let bunch: ProductIdentifier = "com.xamarin.storekit.testing.monthlybunch"
        let original = try await fixture.buy("a", bunch)
        _ = try fixture.store.perform(.expire, on: TransactionIdentifier(rawValue: original))
        try await fixture.buy("b", bunch)
        let subscribed = #", "notificationType": "SUBSCRIBED""#
        #expect(try history(subscribed).count == 2)
        for subtype in ["INITIAL_BUY", "RESUBSCRIBE"] {
            #expect(try history(subscribed + #", "notificationSubtype": "\#(subtype)""#).count == 1)
        }
    }

    @Test(arguments: [(StoreEnvironment.sandbox, 30), (.production, 180)] as [(StoreEnvironment, Int64)])
    func `The history goes back so many days`(environment: StoreEnvironment, days: Int64) async throws {
        let fixture = try await ServerAPIFixture.notifying(environment)
        func ask(_ start: Int64) throws {
            let body = Array(#"{"startDate": \#(start), "endDate": \#(Self.start)}"#.utf8)
            _ = try fixture.api.notificationHistory(query: [], body: body, in: environment)
        }
        try ask(Self.start - days * Self.day)
        #expect(throws: ServerAPIError.startDateTooFarInPast) {
            try ask(Self.start - days * Self.day - 1)
        }
    }
}
#endif
