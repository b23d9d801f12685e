import DurableStorage
import StoreModel
import TestSupport

@testable import AppStore

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
        store = try AppStore(directory: DataDirectory(path: folder.path), catalogue: .bundled(), time: time.source)
        let account = try await store.createAccount(name: "ann", password: "password", environment: environment).0
        customer = AccountSession(store: store, account: account, device: nil)
        api = try ServerAPI(store: store)
    }

    /// Another customer.
    func stranger(_ environment: StoreEnvironment = .sandbox) async throws -> AccountSession {
        let account = try await store.createAccount(name: "bob", password: "password", environment: environment).0
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
