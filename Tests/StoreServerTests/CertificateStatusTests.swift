import AsyncHTTPClient
import NIOHTTP1
import StoreServer
import TestSupport
import Testing

@Suite("The status of certificates over HTTP", .server, .timeLimit(.minutes(5)))
struct CertificateStatusTests {
    private let server = RunningServer.current

    @Test func `is told to any bytes, also to those that would be a NUL in JSON`() async throws {
        let (addresses, listening) = AsyncStream.makeStream(of: String.self)
        var status = try HTTPService.certificateStatus(
            store: server.store, options: ServerOptions(adminToken: "token"), port: 0,
            logger: server.log.logger)
        status.onListening = { listening.yield($0) }
        try await withServices([status], saying: addresses, listening) { address, _ in
            let answer = try await HTTPClient.send("POST", address + "/", body: #"\u0000"#)
            #expect(answer.status == 200, "\(answer.body)")
            #expect(answer.headers["Content-Type"] == ["application/ocsp-response"])
        }
    }
}
