internal import Foundation
internal import Glibc
internal import StoreModel
internal import StoreRules
internal import StoreWire
internal import TestSupport

/// Durable, signed purchases a second from the real server over HTTP, one after another from each client, on
/// a disk. With the path of another build of the server, the two take turns.
enum PurchasesBenchmark {
    /// How many accounts a client buys for in turn: the server limits the requests of each account.
    private static let accountsPerClient = 8

    /// Measures and prints a table.
    ///
    /// - Parameters:
    ///   - clients: how many buy at the same time.
    ///   - seconds: how long each server is measured, each time.
    ///   - other: the path of another build of the server.
    ///   - servers: how many share the database. If there is more than one, they are compared with a
    ///     single one.
    ///   - isOnPostgres: whether the servers have a database in PostgreSQL (`MONKEYSTORE_TEST_POSTGRES`).
    static func run(
        clients: Int, seconds: Int, rounds: Int, beside other: String?, servers: Int, isOnPostgres: Bool
    ) async throws {
        print("purchases a second, \(clients) clients, \(seconds) s each")
        for round in 1...rounds {
            let own = try await measure(
                BuiltProgram.serverPath, servers: servers, clients, seconds, isOnPostgres)
            var line = "round \(round):" + column(own, width: 9)
            if other != nil || servers > 1 {
                let beside = try await measure(
                    other ?? BuiltProgram.serverPath, clients, seconds, isOnPostgres)
                line += "  beside\(column(beside, width: 9))  ratio \(String(format: "%.2f", own / beside))"
            }
            print(line)
        }
    }

    private static func measure(
        _ program: String, servers count: Int = 1, _ clients: Int, _ seconds: Int, _ isOnPostgres: Bool
    ) async throws -> Double {
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
            try BuyingClient(
                port: servers[client % count].port,
                tokens: Array(tokens.dropFirst(client * accountsPerClient).prefix(accountsPerClient)))
        }
        return try buy(customers, for: .seconds(seconds)) / Double(seconds)
    }

    /// How many purchases succeed within a time, after half a second to warm up. One thread serves all
    /// customers, which leaves the processors to the server.
    private static func buy(_ customers: [BuyingClient], for time: Duration) throws -> Double {
        let start = ContinuousClock.now + .milliseconds(500)
        let end = start + time
        var count = 0
        var descriptors = customers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        for customer in customers { customer.ask() }
        while ContinuousClock.now < end {
            poll(&descriptors, nfds_t(descriptors.count), 1000)
            let isCounted = ContinuousClock.now > start
            for (customer, descriptor) in zip(customers, descriptors) where descriptor.revents != 0 {
                guard try customer.receive() else { continue }
                if isCounted { count += 1 }
                customer.ask()
            }
        }
        return Double(count)
    }
}

/// A connection that buys for several accounts in turn, and waits for each answer.
private final class BuyingClient {
    let descriptor: Int32
    /// For each account, the parts of the request before and after the payment's key.
    private let requests: [(before: [UInt8], after: [UInt8])]
    private var asked = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var length = 0

    init(port: UInt16, tokens: [String]) throws {
        descriptor = try LoopbackSocket.connect(port: port)
        let request = PurchaseRequest()
        let body = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        let path = StoreWire.customerPrefix + "/purchases"
        requests = tokens.map { token in
            let bytes = RawRequest("POST", path, token: token, body: body).bytes
            let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: request.key.rawValue)
            return (Array(parts[0].utf8), Array(parts[1].utf8))
        }
    }

    deinit { close(descriptor) }

    /// Asks to buy for the next account.
    func ask() {
        let request = requests[asked % requests.count]
        asked += 1
        let key = IdempotencyKey.random(at: TimeSource.system.now()).rawValue
        let bytes = request.before + Array(key.utf8) + request.after
        send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Receives what has arrived, and returns whether that is the whole answer. Throws if the answer is not
    /// a success.
    func receive() throws -> Bool {
        let count = buffer.withUnsafeMutableBytes {
            recv(descriptor, $0.baseAddress! + length, $0.count - 1 - length, 0)
        }
        guard count > 0 else { throw ToolError(description: "the server closed the connection") }
        length += count
        buffer[length] = 0
        guard let head = place(behind: "\r\n\r\n"), let field = place(behind: "\r\nContent-Length: "),
            let bodyLength = Int(
                String(decoding: buffer[field...].prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)),
            length - head >= bodyLength
        else { return false }
        guard buffer.starts(with: "HTTP/1.1 200".utf8) else {
            throw ToolError(description: String(decoding: buffer[..<length], as: UTF8.self))
        }
        length = 0
        return true
    }

    /// The place in the buffer after the first occurrence of a text.
    private func place(behind text: String) -> Int? {
        buffer.withUnsafeBytes { bytes in
            let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress!
            return strstr(start, text).map { UnsafePointer($0) - start + text.utf8.count }
        }
    }
}
