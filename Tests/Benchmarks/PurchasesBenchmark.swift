internal import FileSystem
internal import Foundation
internal import Glibc
internal import StoreCatalogue
internal import StoreEngine
internal import StoreModel
internal import StoreSQLite
internal import StoreWire
internal import Synchronization
internal import TestSupport

/// Durable, signed purchases a second from the real server over HTTP, one after the other from each client, on a disk; beside
/// another build of the server where one is given, turn and turn about.
enum PurchasesBenchmark {
    private static let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"

    /// Measures and prints a table.
    ///
    /// - Parameters:
    ///   - clients: how many buy at the same time.
    ///   - seconds: how long each server is measured, each time.
    ///   - other: the path of another build of the server.
    static func run(clients: Int, seconds: Int, rounds: Int, beside other: String?) async throws {
        print("purchases a second, \(clients) clients, \(seconds) s each")
        for round in 1...rounds {
            let own = try await measure(BuiltProgram.serverPath, clients, seconds)
            guard let other else {
                print("round \(round):\(column(own, width: 9))")
                continue
            }
            let beside = try await measure(other, clients, seconds)
            print(
                "round \(round):\(column(own, width: 9))  beside\(column(beside, width: 9))  ratio \(ratio(own, beside))"
            )
        }
    }

    private static func ratio(_ own: Double, _ other: Double) -> String { String(format: "%.2f", own / other) }

    private static func measure(_ program: String, _ clients: Int, _ seconds: Int) async throws -> Double {
        let folder = try TemporaryDirectory(isOnDisk: true)
        let server = try ServerProcess(data: folder.path + "/data", program: program)
        let store = try AppStore(
            directory: DataDirectory(path: server.data), catalogue: .bundled(), passwordRounds: 2)
        var tokens: [String] = []
        for number in 0..<clients {
            let name = AccountName(rawValue: "customer\(number)")!
            tokens.append(try await store.createAccount(name: name, password: "bananas for ever").1.rawValue)
        }
        try server.start()
        defer { server.kill() }
        let count = Atomic(0)
        // Half a second to warm up.
        let (start, end) = (
            ContinuousClock.now + .milliseconds(500), ContinuousClock.now + .seconds(seconds) + .milliseconds(500)
        )
        let buyers = DispatchGroup()
        for token in tokens {
            buyers.enter()
            Thread.detachNewThread { [port = server.port] in
                defer { buyers.leave() }
                guard let customer = try? BuyingClient(port: port, token: token) else { return }
                while ContinuousClock.now < end, customer.buy(five) {
                    if ContinuousClock.now > start { count.add(1, ordering: .relaxed) }
                }
            }
        }
        await withCheckedContinuation { continuation in buyers.notify(queue: .global()) { continuation.resume() } }
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
    func buy(_ product: ProductIdentifier) -> Bool {
        let request = PurchaseRequest(
            key: .random(at: TimeSource.system.now()), productIdentifier: product, quantity: 1)
        guard let body = try? JSONEncoder().encode(request) else { return false }
        let head =
            "POST \(StoreWire.customerPrefix)/purchases HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        let bytes = Array(head.utf8) + body
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
