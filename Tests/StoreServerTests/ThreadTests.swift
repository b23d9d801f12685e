import Foundation
import StoreModel
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

/// A request that waits for the disk, or computes for long, does not delay any other.
@Suite("Threads of the server", .timeLimit(.minutes(5)))
struct ThreadTests {
    /// More than there are threads that requests begin on, unless there are many processors. If all of these
    /// requests wait for the database, a thread is left for another one.
    private static let crowd = min(
        2 * ProcessInfo.processInfo.activeProcessorCount + 1, RequestResources.mostCustomerThreads - 1)
    fileprivate static let hostToken = "a token for the host"

    /// A request, and the status of its answer when the database is free again.
    @Test(
        "while nobody can write to the database, what writes waits, and what does not is answered",
        .server { $0.hostToken = ThreadTests.hostToken },
        arguments: [
            ("POST", "/store/v1/visits", 200), ("DELETE", "/store/v1/sessions/current", 204),
            ("PUT", "/admin/v1/settings", 200), ("POST", "/store/v1/purchases", 200),
        ])
    func writing(method: String, path: String, status: Int) async throws {
        let server = RunningServer.current
        var customers: [Customer] = []
        for number in 0..<Self.crowd { customers.append(try await Customer("jane \(number)")) }
        let reader = try await Customer("joe")
        var waiting: [RawConnection] = []
        try await server.whileDatabaseHangs {
            for (number, customer) in customers.enumerated() {
                let (token, body) = try Self.tokenAndBody(for: path, customer, number)
                let connection = try RawConnection(port: server.port)
                await connection.send(
                    "\(method) \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                waiting.append(connection)
            }
            // As many times as there are waiting requests: some of them have arrived by then.
            for _ in 0..<Self.crowd {
                #expect(try await server.send("GET", "/health").status == 200)
                #expect(try await server.products(Customer.five).status == 200)
                let comparison = ComparisonRequest(.uses, [])
                let compared = try await reader.send("POST", "account/comparison", json: comparison)
                #expect(compared.status == 200)
            }
        }
        for connection in waiting { #expect(await connection.read().hasPrefix("HTTP/1.1 \(status) ")) }
    }

    private static func tokenAndBody(
        for path: String, _ customer: Customer, _ number: Int
    ) throws -> (token: String, body: String) {
        func visit(of visitor: String) throws -> (token: String, body: String) {
            (
                VisitorName.voucher(for: visitor, hostToken: hostToken),
                try SentJSON.text(StoreWire.Visit(visitor: visitor))
            )
        }
        return switch path {
        case "/store/v1/visits": try visit(of: "guest-0b5b4d7c-1f0e-4f6e-9d46-0000000000\(10 + number)")
        case "/admin/v1/settings": (RunningServer.adminToken, try SentJSON.text(StoreSettings()))
        case "/store/v1/purchases": (customer.session.token, try SentJSON.text(PurchaseRequest()))
        default: (customer.session.token, "")
        }
    }

    @Test func `work that does not end holds up neither who waits for it nor other work`() async {
        let threads = RequestThreads(most: Self.crowd, mostWaiting: 2)
        let gate = DispatchSemaphore(value: 0)
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.crowd {
                group.addTask(executorPreference: threads) {
                    begins.yield()
                    gate.waitOnAThread()
                }
            }
            var arrivals = begun.makeAsyncIterator()
            for _ in 0..<Self.crowd { await arrivals.next() }
            // All threads are taken: two more may wait.
            #expect(threads.hasRoom)
            for _ in 0..<2 { group.addTask(executorPreference: threads) { begins.yield() } }
            #expect(!threads.hasRoom)
            for _ in 0..<Self.crowd { gate.signal() }
            for _ in 0..<2 { await arrivals.next() }
            #expect(threads.hasRoom)
        }
    }
}

extension DispatchSemaphore {
    /// Waits on the calling thread, which is the point of the test.
    fileprivate func waitOnAThread() { wait() }
}
