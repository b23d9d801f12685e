import FileSystem
import StoreCatalogue
import StoreDatabase
import StoreModel
import StoreSQLite
import TestSupport

@testable import StoreEngine
@testable import StoreSigning

extension AppStore {
    /// How many rows a table has.
    func count(_ table: String) throws -> Int {
        try database.read { try $0.value(Int.self, "SELECT count(*) FROM \(table)") ?? 0 }
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
        store = try AppStore(testedIn: folder.path, catalogue: .bundled(), time: time.source)
        customer = try Self.customer("ann", of: store, in: environment)
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
        let work = try NotificationOutbox(store: store, environment: environment).work(limit: limit)
        guard case .send(let items, _) = work else { return [] }
        return items
    }

    /// Records an attempt to send what is due.
    func attempt(_ result: SendAttemptResult, limit: Int = 1000) async throws {
        let outbox = NotificationOutbox(store: store, environment: environment)
        for item in try due(limit: limit) { try await outbox.record(result, of: item) }
    }

    /// Another customer.
    func stranger(_ environment: StoreEnvironment = .sandbox) throws -> AccountSession {
        try Self.customer("bob", of: store, in: environment)
    }

    /// An account that nobody can sign in to: hashing a password takes long.
    private static func customer(
        _ name: String, of store: AppStore, in environment: StoreEnvironment
    ) throws -> AccountSession {
        let account = try store.database.write {
            try AccountTable.insert(
                name: name, password: "", environment: environment, created: store.time.now(), $0)
        }
        guard let account else { throw AccountError.nameTaken }
        return AccountSession(store: store, account: account, device: nil)
    }

    /// Buys, a minute after what was before.
    @discardableResult
    func buy(_ key: IdempotencyKey, _ product: ProductIdentifier = StoreFixture.five) async throws -> String {
        time.advance(by: .seconds(60))
        let request = PurchaseRequest(key: key, productIdentifier: product, quantity: 1)
        guard case .purchased(_, let identifier, _) = try await customer.purchase(request).result else {
            throw ServerAPIError.internalError
        }
        return identifier.rawValue
    }

    /// The signed transaction of a payment, as the device has it.
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
        guard case .array(let signed)? = answer["signedTransactions"], case .string(let revision)? = answer["revision"],
            case .bool(let hasMore)? = answer["hasMore"]
        else { throw ServerAPIError.internalError }
        return (try signed.map { try payload($0).transactionId.rawValue }, revision, hasMore)
    }

    /// What a signed transaction in an answer says.
    static func payload(_ signed: JSONValue?) throws -> TransactionPayload {
        guard case .string(let text)? = signed else { throw ServerAPIError.internalError }
        return try TransactionSigner.payload(of: SignedTransaction(rawValue: text))
    }
}
