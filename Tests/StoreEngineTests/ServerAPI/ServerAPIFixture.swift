import StoreDatabase
import StoreModel
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSigning

extension AppStore {
    func count(_ table: String) throws -> Int {
        try database.read { try $0.value(Int.self, "SELECT count(*) FROM \(table)") ?? 0 }
    }

    /// How SQLite finds the rows of a statement.
    func plan(_ sql: String) throws -> [String] {
        let numbered = sql.matches(of: /\?(\d+)/).compactMap { Int($0.1) }.max()
        let arguments = StoreArguments(Array(repeating: 1, count: numbered ?? sql.count { $0 == "?" }))
        return try database.read { try $0.rows("EXPLAIN QUERY PLAN " + sql, arguments).map { $0["detail"] as String } }
    }

    /// Fails each such change, as "UPDATE ON purchase WHEN NEW.number = 7", until `goOn`: a store that is ended in the middle of
    /// its work has not made it, either.
    func stop(at change: String) throws {
        try database.write {
            try $0.execute("CREATE TRIGGER stop BEFORE \(change) BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        }
    }

    func goOn() throws { try database.write { try $0.execute("DROP TRIGGER stop") } }

    /// What all transactions of an account say, oldest first; finished or not.
    func payloads(of account: AccountIdentifier) throws -> [TransactionPayload] {
        try database.read { database in
            try purchaseTable.history(
                of: account, behind: nil, descending: false, limit: .max, where: { _ in true }, database)
        }
        .compactMap(\.signed).map(TransactionSigner.payload)
        .sorted { Int64($0.transactionId.rawValue)! < Int64($1.transactionId.rawValue)! }
    }

    /// A new account that nobody can sign in to: hashing a password takes long.
    func customer(
        _ name: String, in environment: StoreEnvironment = .sandbox
    ) throws -> AccountSession {
        let account = try database.write {
            try AccountTable.insert(
                name: name, password: "", environment: environment, created: time.now(), $0)
        }
        guard let account else { throw AccountError.nameTaken }
        return AccountSession(store: self, account: account)
    }
}

extension NotificationOutbox {
    /// The notifications that are due, in the order of their sending.
    func due(limit: Int = 1000) throws -> [Item] {
        guard case .send(let items, _) = try work(limit: limit) else { return [] }
        return items
    }

    /// How long it is until one is due; nil where one is due now, or none ever.
    func pause() throws -> Duration? {
        guard case .wait(let pause) = try work(limit: 1) else { return nil }
        return pause
    }
}

/// A store with a customer, and its App Store Server API.
struct ServerAPIFixture {
    let folder: TemporaryDirectory
    let time = ManualTime()
    let store: AppStore
    let customer: AccountSession
    let api: ServerAPI
    let environment: StoreEnvironment

    init(_ environment: StoreEnvironment = .sandbox) async throws {
        folder = try TemporaryDirectory()
        self.environment = environment
        store = try AppStore(testedIn: folder.path, time: time.source)
        customer = try store.customer("ann", in: environment)
        api = try ServerAPI(store: store)
    }

    /// A store with an address for the environment's notifications.
    static func notifying(_ environment: StoreEnvironment = .sandbox) async throws -> ServerAPIFixture {
        let fixture = try await ServerAPIFixture(environment)
        let address = NotificationAddress(rawValue: "http://127.0.0.1:1/notifications")
        try fixture.store.setNotificationAddress(address, in: environment)
        return fixture
    }

    /// The notifications that are due, in the order of their sending.
    func due(limit: Int = 1000) throws -> [NotificationOutbox.Item] {
        try NotificationOutbox(store: store, environment: environment).due(limit: limit)
    }

    func attempt(_ result: SendAttemptResult, limit: Int = 1000) async throws {
        let outbox = NotificationOutbox(store: store, environment: environment)
        for item in try due(limit: limit) { try await outbox.record(result, of: item) }
    }

    func stranger(_ environment: StoreEnvironment = .sandbox) throws -> AccountSession {
        try store.customer("bob", in: environment)
    }

    /// Buys, a minute after what was before.
    @discardableResult
    func buy(_ key: IdempotencyKey, _ product: ProductIdentifier = StoreFixture.five) async throws -> String {
        time.advance(by: .seconds(60))
        return try #require(try await customer.buy(key, product).transactionIdentifier).rawValue
    }

    /// The signed transaction of a payment, as a device has it.
    func signed(_ key: IdempotencyKey) async throws -> String? {
        try await customer.unsettledPurchases(including: [key]).first { $0.key == key }?.signed?.rawValue
    }

    /// A page of the customer's history: the keys of its payments, its revision, and whether there is more.
    func page(
        _ query: [(String, String)] = [], of identifier: String? = nil
    ) throws -> (transactions: [String], revision: String, hasMore: Bool) {
        let items = query.map { ServerAPIQueryItem(name: $0.0, value: $0.1) }
        let json = try api.history(
            of: identifier ?? customer.account.appTransactionIdentifier, query: items, in: environment)
        return try Self.page(json)
    }

    static func page(_ json: [UInt8]) throws -> (transactions: [String], revision: String, hasMore: Bool) {
        let answer = try JSONValue(json: json)
        let signed = try #require(answer["signedTransactions"]?.array)
        return (
            try signed.map { try payload($0).transactionId.rawValue }, try #require(answer["revision"]?.string),
            answer["hasMore"] == .bool(true)
        )
    }

    static func payload(_ signed: JSONValue?) throws -> TransactionPayload {
        try TransactionSigner.payload(of: SignedTransaction(rawValue: #require(signed?.string)))
    }
}
