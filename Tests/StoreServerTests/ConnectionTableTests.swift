import NIOCore
import NIOEmbedded
import NIOSSL
import TestSupport
import Testing

@testable import StoreServer

@Suite("Connection table")
struct ConnectionTableTests {
    @Test func `a client that never says goodbye does not keep a TLS connection that is pushed out`() throws {
        let table = ConnectionTable(capacity: 1)
        let pair = try TLSPair()
        table.opened(pair.server)
        let other = EmbeddedChannel()
        try other.connect(to: SocketAddress(unixDomainSocketPath: "/there")).wait()
        table.opened(other)
        pair.server.embeddedEventLoop.run()
        #expect(!pair.server.isActive)
        #expect(other.isActive)
        #expect(table.count == 1)
        _ = try? other.finish()
    }
}

/// Two ends of a TLS connection that are past the handshake.
private struct TLSPair {
    let server = EmbeddedChannel()
    private let client = EmbeddedChannel()

    init() throws {
        let identity = try TLSIdentity()
        let chain = try NIOSSLCertificate.fromPEMFile(identity.certificatePath).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let key = try NIOSSLPrivateKey(file: identity.keyPath, format: .pem)
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
        var trusting = TLSConfiguration.makeClientConfiguration()
        trusting.certificateVerification = .none
        try server.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        try client.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: NIOSSLContext(configuration: trusting), serverHostname: nil))
        let address = try SocketAddress(unixDomainSocketPath: "/here")
        try server.connect(to: address).wait()
        try client.connect(to: address).wait()
        for _ in 0..<4 {
            while let bytes = try client.readOutbound(as: ByteBuffer.self) { try server.writeInbound(bytes) }
            while let bytes = try server.readOutbound(as: ByteBuffer.self) { try client.writeInbound(bytes) }
        }
        // It would fail in the middle of a handshake.
        try server.writeAndFlush(ByteBuffer(string: "hello")).wait()
    }
}
