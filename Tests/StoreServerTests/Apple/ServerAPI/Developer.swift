#if AppleServices
import AsyncHTTPClient
import Crypto
import NIOHTTP1
import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import AppleServices

/// A developer's server: signs its requests with the store's API key.
struct Developer: Sendable {
    let server: RunningServer
    private let issuer: String
    private let keyIdentifier: String
    private let privateKey: String
    private let bundleIdentifier: String

    init(_ server: RunningServer = .current) throws {
        self.server = server
        let key = try ServerAPI(store: server.store).key
        (issuer, keyIdentifier, privateKey) = (key.issuerIdentifier, key.keyIdentifier, key.pem)
        bundleIdentifier = server.store.application.bundleIdentifier.rawValue
    }

    /// A developer's server for a store that a test made.
    init(_ store: TestStoreClient) {
        server = store.server
        let key = store.made.serverAPI
        (issuer, keyIdentifier, privateKey) = (key.issuer, key.keyIdentifier, key.privateKey)
        bundleIdentifier = store.made.bundleIdentifier
    }

    /// A developer's server with a key of its own, and with the address of `server`.
    init(_ key: ServerAPIKey, of bundleIdentifier: String, at server: RunningServer) {
        self.server = server
        (issuer, keyIdentifier, privateKey) = (key.issuerIdentifier, key.keyIdentifier, key.pem)
        self.bundleIdentifier = bundleIdentifier
    }

    /// A valid token; `change` makes it wrong.
    func token(_ change: (inout [String: any Sendable], inout [String: any Sendable]) -> Void = { _, _ in })
        throws
        -> String
    {
        var header: [String: any Sendable] = ["alg": "ES256", "kid": keyIdentifier, "typ": "JWT"]
        var claims: [String: any Sendable] = [
            "iss": issuer, "aud": "appstoreconnect-v1", "bid": bundleIdentifier,
            "exp": server.time.source.now().milliseconds / 1000 + 300,
        ]
        change(&header, &claims)
        return try P256.Signing.PrivateKey(pemRepresentation: privateKey).sign(header, claims)
    }

    func send(_ method: String, _ path: String, body: String? = nil) async throws -> Answer {
        try await server.send(method, path, body: body, token: token())
    }

    func send(_ method: String, _ path: String, bytes: [UInt8]?) async throws -> Answer {
        try await HTTPClient.send(method, server.address + path, bytes: bytes, token: token())
    }

    /// A report on consumption in its first version that says nothing, except for some fields.
    static func olderReport(_ changes: [String: String] = [:]) -> String {
        let fields = [
            "customerConsented": "true", "sampleContentProvided": "false", "appAccountToken": #""""#,
            "consumptionStatus": "0", "platform": "0", "deliveryStatus": "0", "accountTenure": "0",
            "playTime": "0", "lifetimeDollarsRefunded": "0", "lifetimeDollarsPurchased": "0",
            "userStatus": "0",
        ].merging(changes) { $1 }
        return "{" + fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }

    /// Buys in a new account over HTTP, with the administrator's token.
    func purchaseAsAdministrator(
        _ environment: StoreEnvironment = .sandbox
    ) async throws -> (account: String, transaction: String) {
        struct Report: Decodable { var transactionIdentifier: String }
        let account =
            #"{"account": "ann", "password": "bananas for ever", "environment": "\#(environment.rawValue)"}"#
        #expect(try await server.admin("POST", "accounts", body: account).status == 201)
        let order = #"{"account": "ann", "product": "\#(MonkeyCredits.five)"}"#
        let report: Report = try await server.admin("POST", "purchases", body: order).decode()
        return ("ann", report.transactionIdentifier)
    }
}

extension Answer {
    /// The error number of the App Store Server API; nil if this is none, or its content type is not
    /// exactly JSON's.
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
#endif
