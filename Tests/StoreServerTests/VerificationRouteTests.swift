import HTTPTypes
import NIOHTTP1
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

@Suite("verifyReceipt over HTTP", .server, .timeLimit(.minutes(5)))
struct VerificationRouteTests {
    private let server = RunningServer.current

    private func verify(
        _ receipt: String, at path: String, of other: RunningServer? = nil
    ) async throws -> Int? {
        let answer = try await (other ?? server).send("POST", path, body: #"{"receipt-data": "\#(receipt)"}"#)
        #expect(answer.status == 200 && answer.headers["Content-Type"] == ["application/json"])
        return try status(answer)
    }

    private func status(_ answer: Answer) throws -> Int? {
        try answer.object()["status"] as? Int
    }

    @Test(
        "both kinds of receipt are valid at their environment's address, and sent to it from the other",
        arguments: ReceiptEncoding.allCases)
    func environments(encoding: ReceiptEncoding) async throws {
        try await RunningServer.run({ $0.receipts = encoding }) { server in
            let jane = try await Customer(at: server)
            let outcome: PurchaseOutcome = try await jane.buy("key").decode()
            let number = try #require(outcome.transactionIdentifier)
            for path in ["receipt", "transactions/\(number)/receipt"] {
                let receipt = try await jane.send("GET", path).decode(StoreWire.Receipt.self).receiptData
                #expect(try await verify(receipt, at: "/sandbox/verifyReceipt", of: server) == 0)
                #expect(try await verify(receipt, at: "/verifyReceipt", of: server) == 21007)
                #expect(try await verify(String(receipt.dropLast(8)), at: "/verifyReceipt", of: server) != 0)
            }
        }
    }

    @Test func `everything else is a status, too, with HTTP 200, whatever type the request has`() async throws
    {
        for method in ["GET", "PUT", "DELETE", "PATCH"] {
            let answer = try await server.send(method, "/verifyReceipt")
            #expect(try answer.status == 200 && status(answer) == 21000)
        }
        for type in [nil, "application/json", "application/octet-stream", "text/plain; charset=utf-8"] {
            let answer = try await server.send(
                "POST", "/verifyReceipt", body: #"{"receipt-data": "x"}"#,
                headers: type.map { ["Content-Type": $0] } ?? [:])
            #expect(try answer.status == 200 && status(answer) == 21002)
        }
    }

    @Test func `a receipt of a megabyte and a half is read, although other routes take 64 KiB`() async throws
    {
        let receipt = String(repeating: "A", count: 3 << 19)
        #expect(try await verify(receipt, at: "/verifyReceipt") == 21002)
    }

    @Test(.server { $0.listening.connections.lingerTimeout = .milliseconds(1) })
    func `a body that is larger than any receipt has a status, too, before it is there`() async throws {
        for (method, status) in [("POST", 21002), ("PUT", 21000)] {
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "\(method) /verifyReceipt HTTP/1.1\r\nHost: x\r\nContent-Length: 1073741824\r\n\r\n")
            let answer = await connection.read()
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
            #expect(answer.hasSuffix(#"{"status":\#(status)}"#), "\(answer)")
        }
    }

    @Test(
        "what is refused before the receipt is read has a status, if it was HTTP",
        arguments: [
            (HTTPRequest.Method.post, HTTPResponse.Status.serviceUnavailable, 21005 as Int?),
            (.post, .contentTooLarge, 21002), (.get, .contentTooLarge, 21000), (.post, .badRequest, nil),
        ])
    func refusals(method: HTTPRequest.Method, refusal: HTTPResponse.Status, status: Int?) {
        #expect(VerificationRoutes.result(of: method, refusedWith: refusal)?.status == status)
    }
}
