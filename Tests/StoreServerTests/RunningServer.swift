import AsyncHTTPClient
import FileSystem
import Foundation
import GRDB
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import StoreCatalogue
import StoreEngine
import StoreModel
import StoreSQLite
import StoreServer
import TestSupport

/// A real server on a free port of this machine, over a real store in a folder of its own.
struct RunningServer: Sendable {
    static let adminToken = "a token for the administrator"

    let store: AppStore
    let time: ManualTime
    /// Such as `http://127.0.0.1:49152`.
    let address: String
    let log: LogRecorder
    /// Where the store keeps its files.
    let folder: TemporaryDirectory
    private let services: ServiceGroup

    /// Starts a server, does `body`, and stops the server gracefully. Its clock stands still unless the test moves it. Its
    /// patience with clients, which share the processors with all tests, is long unless the test changes that.
    static func run(
        patience: Duration = .seconds(300), catalogue: Catalogue? = nil, bundleIdentifier: BundleIdentifier? = nil,
        appleIdentifier: AppleIdentifier? = nil,
        _ change: (inout ServerOptions) -> Void = { _ in }, _ body: @Sendable (RunningServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory()
        let time = ManualTime()
        let store = try AppStore(
            directory: DataDirectory(path: folder.path), catalogue: catalogue ?? .bundled(),
            bundleIdentifier: bundleIdentifier, appleIdentifier: appleIdentifier, time: time.source, passwordRounds: 2)
        var options = ServerOptions(adminToken: adminToken)
        options.listening.port = 0
        options.listening.connections.idleTimeout = .seconds(300)
        options.listening.connections.requestTimeout = .seconds(300)
        options.listening.connections.writeTimeout = .seconds(300)
        change(&options)
        let log = LogRecorder()
        let (addresses, listening) = AsyncStream.makeStream(of: String.self)
        let api = try ServerAPI(store: store)
        let server = try StoreServer(store: store, api: api, options: options, time: time.source, logger: log.logger) {
            listening.yield($0)
        }
        let senders: [any Service] = [StoreEnvironment.production, .sandbox].map {
            NotificationSender(
                store: store, environment: $0, time: time.source, patience: patience, logger: log.logger)
        }
        let services = ServiceGroup(
            configuration: .init(
                services: ([server] + senders).map { .init(service: $0) },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { listening.finish() }
                try await services.run()
            }
            if let address = await addresses.first(where: { _ in true }) {
                let running = RunningServer(
                    store: store, time: time, address: address, log: log, folder: folder, services: services)
                let result: Result<Void, any Error>
                do { result = .success(try await body(running)) } catch { result = .failure(error) }
                await services.triggerGracefulShutdown()
                try await tasks.waitForAll()
                try result.get()
            }
            try await tasks.waitForAll()
        }
    }

    /// Begins a graceful stop without waiting for it.
    func stop() async { await services.triggerGracefulShutdown() }

    /// Takes away what the store reads first.
    func damageDatabase() throws {
        try DatabaseQueue(path: folder.path + "/store.sqlite").write { try $0.execute(sql: "DROP TABLE testing") }
    }

    /// The port alone.
    var port: UInt16 { UInt16(address.split(separator: ":").last ?? "") ?? 0 }

    /// Sends a request and takes its answer.
    func send(
        _ method: String, _ path: String, body: String? = nil, token: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let token { request.headers.add(name: "Authorization", value: "Bearer " + token) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.patient.execute(request, timeout: .minutes(5))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        return Answer(status: Int(response.status.code), headers: response.headers, body: String(buffer: bytes))
    }

    /// Sends a value as JSON.
    func send(
        _ method: String, _ path: String, json: some Encodable, token: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        let body = String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
        return try await send(method, path, body: body, token: token, headers: headers)
    }
}

/// What the server answered.
struct Answer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: String

    /// The body as JSON of a type.
    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body.utf8))
    }

    /// The body as the store's error; nil where it is none, or its type is not exactly JSON's.
    var error: StoreError? {
        guard headers["Content-Type"] == ["application/json"] else { return nil }
        return try? decode()
    }
}
