internal import Foundation
internal import Glibc
internal import StoreEngine
internal import StoreModel
internal import StoreSQLite
internal import StoreWire
internal import Synchronization
internal import TestSupport

/// Durable, signed purchases a second from the real server over HTTP, one after the other from each client, on a disk; with
/// the path of another build of the server, both take turns.
enum PurchasesBenchmark {
    /// Measures and prints a table.
    ///
    /// - Parameters:
    ///   - clients: how many buy at the same time.
    ///   - seconds: how long each server is measured, each time.
    ///   - other: the path of another build of the server.
    ///   - isOnPostgres: whether the servers have a database in PostgreSQL (`MONKEYSTORE_TEST_POSTGRES`).
    static func run(clients: Int, seconds: Int, rounds: Int, beside other: String?, isOnPostgres: Bool) async throws {
        print("purchases a second, \(clients) clients, \(seconds) s each")
        for round in 1...rounds {
            let own = try await measure(BuiltProgram.serverPath, clients, seconds, isOnPostgres)
            var line = "round \(round):" + column(own, width: 9)
            if let other {
                let beside = try await measure(other, clients, seconds, isOnPostgres)
                line += "  beside\(column(beside, width: 9))  ratio \(String(format: "%.2f", own / beside))"
            }
            print(line)
        }
    }

    private static func measure(
        _ program: String, _ clients: Int, _ seconds: Int, _ isOnPostgres: Bool
    ) async throws -> Double {
        let folder = try TemporaryDirectory(isOnDisk: true)
        let database = try isOnPostgres ? TestedDatabase.address(for: folder.path) : nil
        let server = try ServerProcess(
            data: folder.path + "/data", arguments: database.map { ["--database", $0] } ?? [], program: program)
        let tokens = try await AppStore.bundled(in: server.data, database: database).makeAccounts(clients)
        try server.start()
        defer { server.kill() }
        let count = Atomic(0)
        // Half a second to warm up.
        let (start, end) = (
            ContinuousClock.now + .milliseconds(500), ContinuousClock.now + .seconds(seconds) + .milliseconds(500)
        )
        await onThreads(clients) { [port = server.port] number in
            guard let customer = try? BuyingClient(port: port, token: tokens[number]) else { return }
            while ContinuousClock.now < end, customer.buy() {
                if ContinuousClock.now > start { count.add(1, ordering: .relaxed) }
            }
        }
        return Double(count.load(ordering: .relaxed)) / Double(seconds)
    }
}

/// A client that buys over one connection and waits for each answer.
private final class BuyingClient {
    private let descriptor: Int32
    private let token: String
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(port: UInt16, token: String) throws {
        descriptor = try LoopbackSocket.connect(port: port)
        self.token = token
    }

    deinit { close(descriptor) }

    /// Whether the purchase was answered with success.
    func buy() -> Bool {
        guard let body = try? JSONEncoder().encode(PurchaseRequest()) else { return false }
        let path = StoreWire.customerPrefix + "/purchases"
        let bytes = RawRequest("POST", path, token: token, body: String(decoding: body, as: UTF8.self)).bytes
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return false }
        var length = 0
        while true {
            let count = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress! + length, $0.count - length, 0)
            }
            guard count > 0 else { return false }
            length += count
            let answer = String(decoding: buffer[..<length], as: UTF8.self)
            let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let field = parts[0].lowercased().split(separator: "content-length: ").last,
                let bodyLength = Int(field.prefix { $0.isNumber })
            else { continue }
            if parts[1].utf8.count >= bodyLength { return answer.hasPrefix("HTTP/1.1 200") }
        }
    }
}
