import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import StoreServer
import TestSupport
import Testing

@Suite("TLS of the server", .timeLimit(.minutes(5)))
struct TLSTests {
    @Test(arguments: [(TLSVersion.tlsv11, true), (.tlsv12, false), (.tlsv13, false)])
    func `is at least 1.2: a client that speaks only 1.1 is refused`(
        version: TLSVersion, isTooOld: Bool
    ) async throws {
        let identity = try TLSIdentity()
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.certificateVerification = .none
        configuration.tlsConfiguration?.minimumTLSVersion = version
        configuration.tlsConfiguration?.maximumTLSVersion = version
        configuration.timeout.connect = .minutes(5)
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(configuration: configuration)
        try await RunningServer.run {
            $0.listening.tls = TLSFiles(certificate: identity.certificatePath, privateKey: identity.keyPath)
        } _: { server in
            let request = HTTPClientRequest(url: server.address + "/health")
            if isTooOld {
                let error = await #expect(throws: NIOSSLError.self) {
                    try await client.execute(request, timeout: .minutes(5))
                }
                #expect(error.map { "\($0)" }?.contains("PROTOCOL_VERSION") == true)
            } else {
                let answer = try await client.execute(request, timeout: .minutes(5))
                #expect(answer.status == .ok)
            }
        }
        try await client.shutdown()
    }

    @Test func `with a certificate that is not trusted is no missing store to an administrator`() async throws
    {
        let identity = try TLSIdentity()
        try await RunningServer.run {
            $0.listening.tls = TLSFiles(certificate: identity.certificatePath, privateKey: identity.keyPath)
        } _: { server in
            let error = await #expect(throws: AdminClient.Failure.self) {
                let _: [String] = try await AdminClient(address: server.address, token: "").ask("GET", "x")
            }
            #expect(error?.description.contains("does not trust its certificate") == true)
        }
    }
}
