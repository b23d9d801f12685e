import AsyncHTTPClient
import Foundation
import Logging
import NIOHTTP1
import ServiceLifecycle
import Storage
import StoreModel
import StoreServer
import StoreWire
import TestSupport
import Testing

@testable import StoreRules
@testable import StoreSQLite

/// A real server on a free port of this machine, with a real store in a folder of its own. Most tests of this
/// target use it.
struct RunningServer: Sendable {
    static let adminToken = "a token for the administrator"

    let store: AppStore
    let time: ManualTime
    /// Its address, with the path if it is a store that a test made.
    var address: String
    let log: Recorder<String>
    let folder: TemporaryDirectory
    let testStores: TestStores?
    private let services: ServiceGroup

    @TaskLocal fileprivate static var running: RunningServer?

    /// The server of the running test; the trait `.server` has started it.
    static var current: RunningServer { running! }

    /// Starts a server, runs `body`, and stops the server gracefully. The server's clock stands still unless
    /// the test moves it, and its timeouts are long unless the test changes them.
    static func run(
        patience: Duration = .seconds(300), catalogue: Catalogue? = nil,
        bundleIdentifier: BundleIdentifier? = nil,
        appleIdentifier: AppleIdentifier? = nil, testStores mostTestStores: Int = 0,
        _ change: (inout ServerOptions) -> Void = { _ in },
        _ body: @Sendable (RunningServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory()
        let time = ManualTime()
        let catalogue = try catalogue ?? .bundled()
        let keys = try DataDirectory(path: folder.path)
        let file = try DatabaseFile(
            path: keys.file("store.sqlite"), migrations: StoreSchema.migrations, isServed: true)
        let store = try AppStore(
            database: OffLoopEngine(SQLiteEngine(file: file)), keys: keys, catalogue: catalogue,
            application: WantedApplication(
                bundleIdentifier: bundleIdentifier, appleIdentifier: appleIdentifier, version: nil),
            followers: AppleServing.followers, time: time.source, passwordRounds: 2)
        var options = ServerOptions(adminToken: adminToken)
        options.listening.port = 0
        options.listening.connections.idleTimeout = .seconds(300)
        options.listening.connections.requestTimeout = .seconds(300)
        options.listening.connections.lastRequestTimeout = .zero
        options.listening.connections.writeTimeout = .seconds(300)
        change(&options)
        let log = Recorder<String>()
        let (addresses, listening) = AsyncStream.makeStream(of: String.self)
        let resources = RequestResources()
        let testStores =
            mostTestStores == 0
            ? nil
            : TestStores(
                signingAs: store, options: options, resources: resources, time: time.source,
                logger: log.logger, most: mostTestStores, mostAwake: 1)
        var server = try HTTPService.store(
            ServedStore(store, options: options, time: time.source), options: options,
            resources: resources, time: time.source, logger: log.logger, testStores: testStores)
        server.onListening = { listening.yield($0) }
        #if AppleServices
        let threads = RequestThreads.ofOwnWork()
        let senders: [any Service] = [StoreEnvironment.production, .sandbox].map {
            NotificationSender(
                store: store, environment: $0, time: time.source, patience: patience, logger: log.logger,
                threads: threads)
        }
        #else
        let senders: [any Service] = []
        #endif
        let services: [any Service] = (testStores.map { [$0] } ?? []) + [server] + senders
        try await withServices(services, saying: addresses, listening) { address, services in
            try await body(
                RunningServer(
                    store: store, time: time, address: address, log: log, folder: folder,
                    testStores: testStores, services: services))
        }
    }

    func stop() async { await services.triggerGracefulShutdown() }

    /// Removes the table that the store reads first.
    func damageDatabase() throws {
        try SQLiteFile(folder.path + "/store.sqlite").run("DROP TABLE testing")
    }

    /// Runs `body` during another transaction that writes, so that none of the server's can write.
    func whileDatabaseHangs(_ body: () async throws -> Void) async throws {
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        let (holds, isHeld) = AsyncStream.makeStream(of: Void.self)
        Thread.detachNewThread {
            try? store.database.write { _ in
                isHeld.yield()
                end.wait()
            }
        }
        for await _ in holds { break }
        try await body()
    }

    /// Makes the database read-only from now on.
    func makeDatabaseReadOnly() throws {
        try store.database.write { _ = try $0.execute("PRAGMA query_only = 1") }
    }

    var port: UInt16 { UInt16(address.split(separator: ":")[2].prefix { $0 != "/" }) ?? 0 }

    func send(
        _ method: String, _ path: String, body: String? = nil, token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await HTTPClient.send(method, address + path, body: body, token: token, headers: headers)
    }

    func send(
        _ method: String, _ path: String, json: some Encodable, token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(method, path, body: SentJSON.text(json), token: token, headers: headers)
    }

    /// Signs in the customer whose credentials `Customer` has.
    func signIn() async throws -> StoreWire.Session {
        try await send("POST", "/store/v1/sessions", json: Customer.credentials).decode()
    }

    /// Asks for products, with or without a token.
    func products(_ identifiers: ProductIdentifier..., token: String? = nil) async throws -> Answer {
        let query = StoreWire.ProductsQuery(identifiers: identifiers)
        return try await send("POST", "/store/v1/products", json: query, token: token)
    }

    /// Puts settings in force. Settings that are not in `json` are those of a new store.
    func set(_ json: String) async throws {
        let settings = try JSONDecoder().decode(StoreSettings.self, from: Data(json.utf8))
        #expect(try await admin("PUT", "settings", body: SentJSON.text(settings)).status == 200)
    }

    func admin(_ method: String, _ path: String, body: String? = nil) async throws -> Answer {
        try await send(method, "/admin/v1/" + path, body: body, token: Self.adminToken)
    }

    /// Sends the addresses of the developer's server, by environment.
    func notify(_ addresses: [String: String]) async throws {
        let answer = try await send("PUT", "/admin/v1/notifications", json: addresses, token: Self.adminToken)
        #expect(answer.status == 200)
    }
}

/// Runs services, runs `body` when they have said their address, and stops them gracefully.
func withServices(
    _ services: [any Service], saying addresses: AsyncStream<String>,
    _ listening: AsyncStream<String>.Continuation,
    _ body: @Sendable (String, ServiceGroup) async throws -> Void
) async throws {
    let group = ServiceGroup(
        configuration: .init(
            services: services.map { .init(service: $0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { listening.finish() }
            try await OffLoopEngine.$isServer.withValue(true) { try await group.run() }
        }
        if let address = await addresses.first(where: { _ in true }) {
            let result: Result<Void, any Error>
            do { result = .success(try await body(address, group)) } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
        try await tasks.waitForAll()
    }
}

typealias Answer = HTTPClient.Answer

extension Answer {
    /// The body as a JSON object; empty for any other body.
    func object() throws -> [String: any Sendable] {
        try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: any Sendable] ?? [:]
    }

    /// The body as an error of the store; nil for any other body or another content type
    /// than `application/json`.
    var error: StoreError? {
        guard headers["Content-Type"] == ["application/json"] else { return nil }
        return try? decode()
    }
}

/// Runs a server for each test, which finds it in `RunningServer.current`. A test's own server replaces that
/// of its suite.
final class ServerTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true
    private let run: @Sendable (@Sendable () async throws -> Void) async throws -> Void

    init(run: @escaping @Sendable (@Sendable () async throws -> Void) async throws -> Void) { self.run = run }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> ServerTrait? {
        let last = test.traits.last { $0 is ServerTrait } as? ServerTrait
        return testCase != nil && last === self ? self : nil
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws { try await run(function) }
}

extension Trait where Self == ServerTrait {
    static var server: Self { .server { _ in } }

    /// A server for each test, with what the test needs: see `RunningServer.run`.
    static func server(
        bundleIdentifier: BundleIdentifier? = nil, appleIdentifier: AppleIdentifier? = nil,
        testStores: Int = 0,
        _ change: @escaping @Sendable (inout ServerOptions) -> Void = { _ in },
        catalogue: (@Sendable () throws -> Catalogue)? = nil
    ) -> Self {
        ServerTrait { function in
            try await RunningServer.run(
                catalogue: catalogue?(), bundleIdentifier: bundleIdentifier, appleIdentifier: appleIdentifier,
                testStores: testStores, change
            ) { try await RunningServer.$running.withValue($0, operation: function) }
        }
    }

    static var contentServer: Self { .contentServer(addressRate: nil) }

    /// The same, with a content server beside it: `RunningContentServer.current`.
    static func contentServer(addressRate: Rate?) -> Self {
        ServerTrait { function in
            try await RunningContentServer.run(addressRate: addressRate) { server, content in
                try await RunningServer.$running.withValue(server) {
                    try await RunningContentServer.$running.withValue(content, operation: function)
                }
            }
        }
    }
}

extension Recorder<String> {
    /// A logger that keeps its messages.
    var logger: Logger { Logger(label: "test") { _ in RecordingHandler(recorder: self) } }
}

private struct RecordingHandler: LogHandler {
    let recorder: Recorder<String>
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { recorder.note(["\(event.message)"]) }
}
