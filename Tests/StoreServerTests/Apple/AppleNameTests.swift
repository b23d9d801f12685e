#if AppleServices
import Crypto
import ServiceLifecycle
import StoreModel
import StoreRules
import StoreSQLite
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

@Suite("The names of Apple's servers", .server(testStores: 3), .timeLimit(.minutes(5)))
struct AppleNameTests {
    private let server = RunningServer.current
    private let key: ServerAPIKey

    init() throws { key = try Self.newKey() }

    private static func newKey() throws -> ServerAPIKey {
        let key = ServerAPIKey(
            pem: P256.Signing.PrivateKey().pemRepresentation,
            issuerIdentifier: "57246542-96fe-1a63-e053-0824d011072a", keyIdentifier: "2X9R4HXF34",
            path: "AuthKey.p8")
        return try #require(key)
    }

    /// Runs `body` while a server answers these names, for the stores of the running server and for further
    /// applications. It speaks plain HTTP.
    private func whileAnswered(
        for further: [(store: AppStore, key: ServerAPIKey)] = [],
        _ body: @Sendable (RunningServer) async throws -> Void
    ) async throws {
        var options = ServerOptions(adminToken: RunningServer.adminToken)
        options.listening.port = 0
        let (addresses, listening) = AsyncStream.makeStream(of: String.self)
        let (time, logger) = (server.time.source, server.log.logger)
        func served(_ store: AppStore, key: ServerAPIKey? = nil) throws -> ServedStore {
            try ServedStore(store, key: key, options: options, time: time)
        }
        let resources = RequestResources()
        let stores = FurtherStores(
            try further.map { try served($0.store, key: $0.key) }, options: options, resources: resources,
            time: time, logger: logger)
        let routes = StoreRoutes(
            options: options, time: time, logger: logger, resources: resources, furtherStores: stores)
        let store = try served(server.store)
        var names = try HTTPService(
            options.listening, routes.appleNamesRouter(for: store, server.testStores), for: store,
            time: time, logger: logger)
        names.onListening = { listening.yield($0) }
        try await withServices([names], saying: addresses, listening) { address, _ in
            var server = server
            server.address = address
            try await body(server)
        }
    }

    /// Makes a store for an application, with the key of the developer's server.
    private func make(
        _ bundleIdentifier: String, with key: ServerAPIKey, lifeSeconds: Int = 3600
    ) async throws -> TestStoreClient {
        try await TestStoreClient(
            """
            {"bundleIdentifier": "\(bundleIdentifier)", "lifeSeconds": \(lifeSeconds),
             "serverAPI": {"issuer": "\(key.issuerIdentifier)", "keyIdentifier": "\(key.keyIdentifier)",
                           "privateKey": \(SentJSON.text(key.pem))}}
            """)
    }

    /// The status of the answer about a transaction.
    private func ask(
        about transaction: String, of bundleIdentifier: String, with key: ServerAPIKey,
        at names: RunningServer
    ) async throws -> Int {
        let developer = Developer(key, of: bundleIdentifier, at: names)
        return try await names.send(
            "GET", "/inApps/v1/transactions/\(transaction)", token: developer.token(),
            headers: ["Host": AppleName.sandboxServerAPI.rawValue]
        ).status
    }

    @Test func `a further application keeps its requests, although a test store has its key`() async throws {
        let store = try AppStore(
            database: SQLiteEngine(), keys: TestKeys(), catalogue: .bundled(),
            application: WantedApplication(
                bundleIdentifier: BundleIdentifier(written: "com.example.second"), appleIdentifier: nil,
                version: nil),
            signer: server.store.signer, time: server.time.source)
        // The store of the test would refuse the token: only the name of its key is the same.
        _ = try await make("com.example.second", with: Self.newKey())
        try await whileAnswered(for: [(store, key)]) { names in
            let status = try await ask(about: "1", of: "com.example.second", with: key, at: names)
            #expect(status == 404)
        }
    }

    @Test func `stores with one key are told apart by their applications`() async throws {
        let stores = [
            try await make("com.example.one", with: key), try await make("com.example.two", with: key),
        ]
        try await whileAnswered { names in
            for store in stores {
                let (_, transaction) = try await Developer(store).purchaseAsAdministrator()
                let bundle = store.made.bundleIdentifier
                #expect(try await ask(about: transaction, of: bundle, with: key, at: names) == 200)
            }
        }
    }

    @Test func `the newest store with a key is asked, and no store whose life is over`() async throws {
        let bundle = "com.example.one"
        let old = try await make(bundle, with: key)
        let (_, first) = try await Developer(old).purchaseAsAdministrator()
        server.time.advance(by: .seconds(1))
        let new = try await make(bundle, with: key, lifeSeconds: 10)
        let (_, second) = try await Developer(new).purchaseAsAdministrator()
        try await whileAnswered { names in
            var statuses = [try await ask(about: second, of: bundle, with: key, at: names)]
            statuses.append(try await ask(about: first, of: bundle, with: key, at: names))
            server.time.advance(by: .seconds(10))
            statuses.append(try await ask(about: first, of: bundle, with: key, at: names))
            #expect(statuses == [200, 404, 200])
        }
    }

    @Test func `verifyReceipt finds a test store by its shared secret`() async throws {
        let store = try await TestStoreClient(#"{"bundleIdentifier": "com.example.one"}"#)
        let jane = try await Customer(at: store.server)
        #expect(try await jane.buy("key").status == 200)
        let receipt = try await jane.send("GET", "receipt").decode(StoreWire.Receipt.self).receiptData
        try await whileAnswered { names in
            for (secret, status) in [(store.made.sharedSecret, 0), (names.store.sharedSecret, 21004)] {
                let answer = try await names.send(
                    "POST", "/verifyReceipt",
                    json: ["receipt-data": receipt, "password": secret],
                    headers: ["Host": AppleName.sandboxReceipts.rawValue])
                #expect(try answer.object()["status"] as? Int == status)
            }
        }
    }
}
#endif
