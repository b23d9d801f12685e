internal import ArgumentParser
internal import Foundation
internal import StoreModel
internal import StoreRules
internal import StoreWire
internal import TestSupport

/// Durable, signed purchases a second from the real server over HTTP, one after another from each client, on
/// a disk. With the path of another build of the server, the two take turns.
struct PurchasesBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purchases",
        abstract: "Durable, signed purchases a second at the server, over HTTP.")

    /// How many accounts a client buys for in turn: the server limits the requests of each account.
    private static let accountsPerClient = 8

    @Option var clients = 64
    @Option var seconds = 5
    @Option var rounds = 3
    @Option(help: "The path of another build of the server, which takes turns with this one.")
    var beside: String?
    /// If there is more than one, they are compared with a single one.
    @Option(help: "How many servers share the store.") var servers = 1
    @Flag(help: "The store is in PostgreSQL.") var postgres = false

    func run() async throws {
        print("purchases a second, \(clients) clients, \(seconds) s each")
        for round in 1...rounds {
            let own = try await Self.measure(
                servers: servers, clients: clients, seconds: seconds, isOnPostgres: postgres)
            var line = "round \(round):" + column(own.rate, width: 9)
            if beside != nil || servers > 1 {
                let other = try await Self.measure(
                    beside ?? BuiltProgram.serverPath, clients: clients, seconds: seconds,
                    isOnPostgres: postgres)
                line += "  beside\(column(other.rate, width: 9))  "
                line += "ratio \(String(format: "%.2f", own.rate / other.rate))"
            }
            print(line)
        }
    }

    /// A load of purchases on new servers that share an empty store.
    static func measure(
        _ program: String = BuiltProgram.serverPath, servers count: Int = 1, clients: Int, seconds: Int,
        isOnPostgres: Bool
    ) async throws -> Load {
        let folder = try TemporaryDirectory(isOnDisk: true)
        let database = try isOnPostgres ? TestedDatabase.address(for: folder.path) : nil
        let servers = try (0..<count).map {
            try ServerProcess(
                data: "\(folder.path)/data\($0)", arguments: database.map { ["--database", $0] } ?? [],
                program: program)
        }
        let tokens = try await AppStore.bundled(in: servers[0].data, database: database).makeAccounts(
            clients * accountsPerClient)
        // Several servers share the secret that seals their keys.
        for server in servers.dropFirst() {
            try FileManager.default.createDirectory(atPath: server.data, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: servers[0].data + "/sealing-key", toPath: server.data + "/sealing-key")
        }
        for server in servers { try server.start() }
        defer { for server in servers { server.kill() } }
        let customers = try (0..<clients).map { client in
            try buyer(
                at: servers[client % count].port,
                tokens: Array(tokens.dropFirst(client * accountsPerClient).prefix(accountsPerClient)))
        }
        return try Load(
            of: customers, on: servers.compactMap(\.processID), for: .seconds(seconds))
    }

    /// A client that buys for several accounts in turn.
    static func buyer(at port: UInt16, tokens: [String]) throws -> LoadClient {
        let request = PurchaseRequest()
        let body = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        // For each account, the parts of the request before and after the payment's key.
        let requests = tokens.map { token in
            let bytes = RawRequest(
                "POST", StoreWire.customerPrefix + "/purchases", token: token, body: body
            ).bytes
            let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: request.key.rawValue)
            return (Array(parts[0].utf8), Array(parts[1].utf8))
        }
        return try LoadClient(port: port) { number in
            let (before, after) = requests[number % requests.count]
            return before + Array(IdempotencyKey.random(at: TimeSource.system.now()).rawValue.utf8) + after
        }
    }
}
