#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

extension NotificationOutbox {
    /// The notifications that are due, in the order of their sending.
    func due(limit: Int = 1000) throws -> [Item] {
        guard case .send(let items, _) = try work(limit: limit) else { return [] }
        return items
    }

    /// How long it is until a notification is due; nil if one is due now, or none is to come.
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
        let address = HTTPAddress(rawValue: "http://127.0.0.1:1/notifications")
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

    func stranger() throws -> AccountSession { try store.customer("bob") }

    /// Buys, a minute after the last action.
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
            try signed.map { try payload($0).transactionId.rawValue },
            try #require(answer["revision"]?.string),
            answer["hasMore"] == .bool(true)
        )
    }

    static func payload(_ signed: JSONValue?) throws -> TransactionPayload {
        try TransactionSigner.payload(of: SignedTransaction(rawValue: #require(signed?.string)))
    }
}
#endif
