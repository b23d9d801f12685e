#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// The history of a customer's transactions, as the developer's server pages through it.
@Suite(.timeLimit(.minutes(5))) struct HistoryTests {
    private let fixture: ServerAPIFixture

    init() async throws { fixture = try await ServerAPIFixture() }

    @Test func `45 purchases come in three pages, in order, each once`() async throws {
        var bought: [String] = []
        for number in 0..<45 { bought.append(try await fixture.buy(IdempotencyKey(rawValue: "\(number)"))) }
        var pages = [try fixture.page()]
        while let last = pages.last, last.hasMore {
            pages.append(try fixture.page([("revision", last.revision)]))
        }
        #expect(pages.map(\.transactions.count) == [20, 20, 5])
        #expect(pages.flatMap(\.transactions) == bought)

        let newest = try fixture.page([("sort", "DESCENDING")])
        #expect(newest.transactions == bought.reversed().prefix(20).map(\.self))
        let next = try fixture.page([("sort", "DESCENDING"), ("revision", newest.revision)])
        #expect(next.transactions == bought.reversed().dropFirst(20).prefix(20).map(\.self))
    }

    @Test func `What changes between two pages is neither missed nor told twice; a refund comes again`()
        async throws
    {
        var bought: [String] = []
        for number in 0..<45 { bought.append(try await fixture.buy(IdempotencyKey(rawValue: "\(number)"))) }
        let first = try fixture.page()
        // A refund on a page that was sent, a refund on a later page, and a new purchase.
        try await fixture.customer.perform(.refund, on: "3")
        try await fixture.customer.perform(.refund, on: "30")
        bought.append(try await fixture.buy("new"))
        var pages = [first]
        while let last = pages.last, last.hasMore {
            pages.append(try fixture.page([("revision", last.revision)]))
        }
        var expected = bought.filter { $0 != bought[30] }
        expected.insert(contentsOf: [bought[3], bought[30]], at: expected.count - 1)
        #expect(pages.flatMap(\.transactions) == expected)
    }

    @Test func `The last revision can be kept and asked again for what is new`() async throws {
        try await fixture.buy("a")
        let page = try fixture.page()
        #expect(!page.hasMore)
        let nothing = try fixture.page([("revision", page.revision)])
        #expect(nothing.transactions.isEmpty)
        #expect(nothing.revision == page.revision)
        let b = try await fixture.buy("b")
        #expect(try fixture.page([("revision", page.revision)]).transactions == [b])
    }

    @Test func `After an earlier copy was put back, a revision from before gets everything again`()
        async throws
    {
        let other = try PutBackFixture(catalogue: .bundled())
        let customer = try other.store.customer("eve")
        let (a, b) = (try await customer.buy("a"), try await customer.buy("b"))
        let copy = try other.copy()
        try await customer.perform(.refund, on: "a" as IdempotencyKey)
        let identifier = customer.account.appTransactionIdentifier
        func pages(
            of store: AppStore, after revisions: [String?] = [nil, nil]
        ) throws -> [(transactions: [String], revision: String, hasMore: Bool)] {
            let api = try ServerAPI(store: store)
            let queries = revisions.map { revision in
                revision.map { [ServerAPIQueryItem(name: "revision", value: $0)] } ?? []
            }
            return [
                try ServerAPIFixture.page(api.history(of: identifier, query: queries[0], in: .sandbox)),
                try ServerAPIFixture.page(api.refunds(of: identifier, query: queries[1], in: .sandbox)),
            ]
        }
        let before = try pages(of: other.store)
        let store = try other.store(with: copy)
        // This refund gets the number of the other one.
        try await AccountSession(store: store, account: customer.account)
            .perform(.refund, on: "b" as IdempotencyKey)
        let after = try pages(of: store, after: before.map(\.revision))
        let identifiers = [a, b].compactMap { $0.transactionIdentifier?.rawValue }
        #expect(after.map(\.transactions) == [identifiers, [identifiers[1]]])
        let rest = try pages(of: store, after: after.map(\.revision))
        #expect(rest.map(\.transactions) == [[], []])
    }

    /// The payments `five`, `ten`, `old` (refunded) and `used` (finished), a minute apart.
    private func filled() async throws -> (ServerAPIFixture, [String: String]) {
        var identifiers: [String: String] = [:]
        for key in ["five", "old", "used"] {
            identifiers[key] = try await fixture.buy(IdempotencyKey(rawValue: key))
        }
        identifiers["ten"] = try await fixture.buy("ten", StoreFixture.ten)
        try await fixture.customer.perform(.refund, on: "old")
        try await fixture.customer.finish(TransactionIdentifier(rawValue: identifiers["used"] ?? ""))
        return (fixture, identifiers)
    }

    static let start = ManualTime().source.now().milliseconds
    /// So many milliseconds after the start, as a query has it.
    private static func date(_ milliseconds: Int64) -> String { "\(start + milliseconds)" }
    static let filters: [([(String, String)], [String])] = [
        ([], ["five", "used", "ten", "old"]),
        ([("sort", "ASCENDING")], ["five", "used", "ten", "old"]),
        ([("sort", "DESCENDING")], ["old", "ten", "used", "five"]),
        ([("productId", StoreFixture.ten.rawValue)], ["ten"]),
        (
            [("productId", StoreFixture.ten.rawValue), ("productId", StoreFixture.five.rawValue)],
            ["five", "used", "ten", "old"]
        ),
        ([("productId", "' OR 1=1 --")], []),
        ([("productType", "CONSUMABLE")], ["five", "used", "ten", "old"]),
        (
            [
                ("productType", "NON_CONSUMABLE"), ("productType", "AUTO_RENEWABLE"),
                ("productType", "NON_RENEWABLE"),
            ], []
        ),
        ([("revoked", "True")], ["old"]), ([("revoked", "true")], ["old"]),
        ([("revoked", "False")], ["five", "used", "ten"]), ([("revoked", "false")], ["five", "used", "ten"]),
        ([("excludeRevoked", "true")], ["five", "used", "ten"]),
        ([("excludeRevoked", "false")], ["five", "used", "ten", "old"]),
        ([("inAppOwnershipType", "PURCHASED")], ["five", "used", "ten", "old"]),
        ([("inAppOwnershipType", "FAMILY_SHARED")], []),
        ([("subscriptionGroupIdentifier", "sub_group_id")], []),
        ([("startDate", date(120_000))], ["used", "ten", "old"]),
        ([("startDate", date(120_001))], ["used", "ten"]),
        ([("endDate", date(180_000))], ["five", "old"]),
        ([("endDate", date(180_001))], ["five", "used", "old"]),
        (
            [("startDate", date(120_000)), ("endDate", date(180_000)), ("revoked", "True")],
            ["old"]
        ),
        (
            [
                ("startDate", date(120_000)), ("productId", StoreFixture.ten.rawValue),
                ("revoked", "True"),
            ], []
        ),
        ([("unknown", "name")], ["five", "used", "ten", "old"]),
    ]

    @Test("Each filter leaves what it should", arguments: filters)
    func filter(query: [(String, String)], expected: [String]) async throws {
        let (fixture, identifiers) = try await filled()
        #expect(try fixture.page(query).transactions == expected.map { identifiers[$0] })
    }

    @Test func `The older address leaves finished consumables out, but not the refunded`() async throws {
        let (fixture, identifiers) = try await filled()
        try await fixture.customer.finish(TransactionIdentifier(rawValue: identifiers["old"] ?? ""))
        let json = try fixture.api.oldHistory(
            of: fixture.customer.account.appTransactionIdentifier, query: [], in: .sandbox)
        #expect(
            try ServerAPIFixture.page(json).transactions == ["five", "ten", "old"].map { identifiers[$0] })
        let exclusion = [ServerAPIQueryItem(name: "excludeRevoked", value: "true")]
        let rest = try fixture.api.oldHistory(
            of: fixture.customer.account.appTransactionIdentifier, query: exclusion, in: .sandbox)
        #expect(try ServerAPIFixture.page(rest).transactions == ["five", "ten"].map { identifiers[$0] })
    }

    static let mistakes: [(String, String, ServerAPIError)] = [
        ("revision", "", .invalidRequestRevision), ("revision", "1", .invalidRequestRevision),
        ("startDate", "yesterday", .invalidStartDate), ("startDate", "-1", .invalidStartDate),
        ("startDate", "99999999999999999999", .invalidStartDate), ("endDate", "", .invalidEndDate),
        ("productId", "", .invalidProductIdentifier), ("productType", "Consumable", .invalidProductType),
        ("sort", "ascending", .invalidSort),
        ("subscriptionGroupIdentifier", "", .invalidSubscriptionGroupIdentifier),
        ("inAppOwnershipType", "STOLEN", .invalidInAppOwnershipType), ("revoked", "1", .invalidRevoked),
        ("revoked", "TRUE", .invalidRevoked), ("excludeRevoked", "maybe", .invalidExcludeRevoked),
    ]

    @Test("A value that cannot be is refused with its own number", arguments: mistakes)
    func mistake(name: String, value: String, error: ServerAPIError) async throws {
        try await fixture.buy("a")
        #expect(throws: error) { try fixture.page([(name, value)]) }
    }

    @Test func `An end that is not after the start is refused`() async throws {
        try await fixture.buy("a")
        #expect(throws: ServerAPIError.startDateAfterEndDate) {
            try fixture.page([("startDate", "1000"), ("endDate", "1000")])
        }
    }

    @Test func `A revision is good for its own question and customer only`() async throws {
        try await fixture.buy("a")
        let revision = try fixture.page().revision
        #expect(throws: ServerAPIError.invalidRequestRevision) {
            try fixture.page([("revision", revision), ("revoked", "True")])
        }
        let stranger = try fixture.stranger()
        #expect(throws: ServerAPIError.invalidRequestRevision) {
            try fixture.page([("revision", revision)], of: stranger.account.appTransactionIdentifier)
        }
    }

    @Test(
        "A transaction of the customer names it as well as its download; another customer's things are not told"
    )
    func ownOnly() async throws {
        let a = try await fixture.buy("a")
        try await fixture.stranger().buy("b")
        #expect(try fixture.page(of: a).transactions == [a])
    }

    @Test func `Refunds come in their own order, in pages`() async throws {
        var bought: [String] = []
        for number in 0..<25 { bought.append(try await fixture.buy(IdempotencyKey(rawValue: "\(number)"))) }
        for number in (0..<25).reversed() where number != 7 {
            try await fixture.customer.perform(.refund, on: IdempotencyKey(rawValue: "\(number)"))
        }
        let expected = (0..<25).reversed().filter { $0 != 7 }.map { bought[$0] }
        let first = try ServerAPIFixture.page(fixture.api.refunds(of: bought[7], query: [], in: .sandbox))
        #expect(first.transactions == Array(expected.prefix(20)))
        #expect(first.hasMore)
        let query = [ServerAPIQueryItem(name: "revision", value: first.revision)]
        let second = try ServerAPIFixture.page(fixture.api.refunds(of: bought[7], query: query, in: .sandbox))
        #expect(second.transactions == Array(expected.dropFirst(20)))
        #expect(!second.hasMore)
    }

    @Test func `The older address of refunds has the latest 50 in their own order, without pages`()
        async throws
    {
        func refunds(of identifier: String) throws -> [String] {
            let answer = try JSONValue(json: fixture.api.oldRefunds(of: identifier, in: .sandbox))
            #expect(answer.names == ["signedTransactions"])
            return try #require(answer["signedTransactions"]?.array).map {
                try ServerAPIFixture.payload($0).transactionId.rawValue
            }
        }
        var bought: [String] = []
        for number in 0..<52 { bought.append(try await fixture.buy(IdempotencyKey(rawValue: "\(number)"))) }
        #expect(try refunds(of: bought[7]) == [])
        for number in (0..<52).reversed() where number != 7 {
            try await fixture.customer.perform(.refund, on: IdempotencyKey(rawValue: "\(number)"))
        }
        // The purchase that was refunded first is left out.
        #expect(try refunds(of: bought[7]) == (0..<51).reversed().filter { $0 != 7 }.map { bought[$0] })
    }

    @Test func `Each kind of product is found by its own name`() async throws {
        let bought = [
            ("CONSUMABLE", try await fixture.buy("a")),
            ("NON_CONSUMABLE", try await fixture.buy("b", StoreFixture.sepia)),
            ("AUTO_RENEWABLE", try await fixture.buy("c", "com.xamarin.storekit.testing.monthlybunch")),
        ]
        for (kind, transaction) in bought {
            #expect(try fixture.page([("productType", kind)]).transactions == [transaction])
        }
        #expect(try fixture.page([("productType", "NON_RENEWABLE")]).transactions.isEmpty)
    }

    @Test func `A revision that somebody wrote by hand is refused`() async throws {
        try await fixture.buy("a")
        let parts = try fixture.page().revision.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        for wrong in [
            ["0" + parts[0], parts[1], parts[2]], ["+" + parts[0], parts[1], parts[2]],
            ["-1", parts[1], parts[2]], [parts[0], "a b", parts[2]],
            [parts[0], String(repeating: "a", count: 65), parts[2]], [parts[0], parts[1], parts[2] + "A"],
            parts + [""],
        ] {
            let text = wrong.joined(separator: ".")
            #expect(throws: ServerAPIError.invalidRequestRevision, "\(text)") {
                try fixture.page([("revision", text)])
            }
        }
    }
}
#endif
