import Crypto
import Foundation
import NIOHTTP1
import StoreDatabase
import StoreModel
import TestSupport

@testable import StoreEngine

/// A developer's server: signs its requests with the store's API key.
struct Developer: Sendable {
    let server: RunningServer
    private let api: ServerAPI

    init(_ server: RunningServer) throws {
        self.server = server
        api = try ServerAPI(store: server.store)
    }

    /// A token that is right; `change` makes it wrong.
    func token(_ change: (inout [String: any Sendable], inout [String: any Sendable]) -> Void = { _, _ in }) throws
        -> String
    {
        var header: [String: any Sendable] = ["alg": "ES256", "kid": api.key.keyIdentifier, "typ": "JWT"]
        var claims: [String: any Sendable] = [
            "iss": api.key.issuerIdentifier, "aud": "appstoreconnect-v1",
            "bid": server.store.application.bundleIdentifier.rawValue,
            "exp": server.time.source.now().milliseconds / 1000 + 300,
        ]
        change(&header, &claims)
        let text =
            try Base64URL.encode(JSONSerialization.data(withJSONObject: header)) + "."
            + Base64URL.encode(JSONSerialization.data(withJSONObject: claims))
        let key = try P256.Signing.PrivateKey(pemRepresentation: String(contentsOfFile: api.key.path, encoding: .utf8))
        return text + "." + Base64URL.encode(try key.signature(for: Data(text.utf8)).rawRepresentation)
    }

    func send(_ method: String, _ path: String, body: String? = nil) async throws -> Answer {
        try await server.send(method, path, body: body, token: token())
    }

    /// A new account, without a password: hashing one takes long.
    func account(_ name: String, _ environment: StoreEnvironment = .sandbox) throws -> Account {
        let account = try server.store.database.write {
            try AccountTable.insert(name: name, password: "", environment: environment, created: api.now, $0)
        }
        guard let account else { throw AccountError.nameTaken }
        return account
    }

    /// Buys in a new account, and gives the transaction's number.
    func purchase(_ environment: StoreEnvironment = .sandbox) async throws -> (AccountSession, String) {
        let session = AccountSession(store: server.store, account: try account("ann", environment), device: "d")
        let outcome = try await session.purchase(PurchaseRequest())
        guard case .purchased(_, let identifier, _) = outcome.result else { throw StoreError.unknownServerError }
        return (session, identifier.rawValue)
    }
}

extension Answer {
    /// The number of a refusal of the App Store Server API; nil where it is none, or its type is not exactly JSON's.
    var errorCode: Int? {
        struct HTTPFailure: Decodable {
            var errorCode: Int
            var errorMessage: String
        }
        guard headers["Content-Type"] == ["application/json"], let refusal = try? decode(HTTPFailure.self),
            refusal.errorCode / 10_000 == status
        else { return nil }
        return refusal.errorCode
    }
}
