import StoreModel
import StoreWire
import TestSupport

@testable import StoreRules

/// A customer who is signed in to a `RunningServer`.
struct Customer: Sendable {
    static let password = "bananas for ever"
    static let five = MonkeyCredits.five
    static let credentials = StoreWire.Credentials(account: "jane", password: password)

    let server: RunningServer
    let session: StoreWire.Session
    /// Nil for a client that does not name its device.
    var device: String?

    init(_ name: String = "jane", at server: RunningServer = .current) async throws {
        self.server = server
        let credentials = StoreWire.Credentials(account: name, password: Self.password)
        session = try await server.send("POST", "/store/v1/accounts", json: credentials).decode()
    }

    private var headers: [String: String] { ["Store-Device": device].compactMapValues(\.self) }

    func send(_ method: String, _ path: String) async throws -> Answer {
        try await server.send(method, "/store/v1/" + path, token: session.token, headers: headers)
    }

    func send(_ method: String, _ path: String, json: some Encodable) async throws -> Answer {
        try await server.send(method, "/store/v1/" + path, json: json, token: session.token, headers: headers)
    }

    /// Asks to buy; five credits by default.
    func buy(
        _ key: IdempotencyKey, _ product: ProductIdentifier = five, quantity: Int = 1,
        priceLimit: Money? = nil
    ) async throws -> Answer {
        let request = PurchaseRequest(
            key: key, productIdentifier: product, quantity: quantity, priceLimit: priceLimit)
        return try await send("POST", "purchases", json: request)
    }

    /// Finishes a transaction in the version that `outcome` has.
    func finish(_ outcome: PurchaseOutcome) async throws -> Answer {
        let finished =
            outcome.finished ?? FinishedTransaction(identifier: "1", signedDate: Timestamp(milliseconds: 1))
        return try await send(
            "POST", "transactions/\(finished.identifier)/finish",
            json: ["signedDate": finished.signedDate])
    }

    func unsettled(_ keys: IdempotencyKey...) async throws -> [PurchaseOutcome] {
        let answer = try await send("POST", "account/exchange", json: ExchangeRequest(since: .beginning))
        let page: ExchangePage = try answer.decode()
        guard !page.hasMore else {
            throw ToolError(description: "The account has more than one page of changes.")
        }
        return page.changes.unsettled(including: Set(keys))
    }
}

extension RunningServer {
    /// A new account without a password, because hashing one takes long.
    func account(_ name: String, _ environment: StoreEnvironment = .sandbox) throws -> Account {
        let account = try store.database.write {
            try store.makeAccount(named: name, password: "", environment: environment, $0)
        }
        guard let account else { throw AccountError.nameTaken }
        return account
    }

    /// Buys in a new account, and returns the transaction's number.
    func purchase(_ environment: StoreEnvironment = .sandbox) async throws -> (AccountSession, String) {
        let session = AccountSession(store: store, account: try account("ann", environment))
        let outcome = try await session.purchase(PurchaseRequest())
        guard case .purchased(_, let identifier, _) = outcome.result else {
            throw StoreError.unknownServerError
        }
        return (session, identifier.rawValue)
    }
}
