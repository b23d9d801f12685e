import NIOCore
import NIOEmbedded
import NIOSSL
import TestSupport
import Testing

@testable import StoreServer

@Suite("Connection table", .timeLimit(.minutes(5)))
struct ConnectionTableTests {
    @Test func `a client that never says goodbye does not keep a TLS connection that is pushed out`() throws {
        var limits = ConnectionLimits()
        limits.connections = 1
        let table = ConnectionTable(limits)
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

    @Test func `if the answers that clients do not take are too much together, the largest is given up`()
        throws
    {
        var limits = ConnectionLimits()
        limits.waitingBytes = 1000
        let table = ConnectionTable(limits)
        let channels = try (0..<4).map { _ in
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/there")).wait()
            table.opened(channel)
            return channel
        }
        for (channel, bytes) in zip(channels, [100, 500, 300, 100]) { table.waiting(bytes, on: channel) }
        #expect(table.waitingBytes == 1000 && table.count == 4)
        table.waiting(101, on: channels[3])
        channels[1].embeddedEventLoop.run()
        #expect(channels.map(\.isActive) == [true, false, true, true] && table.waitingBytes == 501)
        table.waiting(0, on: channels[0])
        #expect(table.waitingBytes == 401)
        table.waiting(5000, on: channels[2])
        channels[2].embeddedEventLoop.run()
        #expect(!channels[2].isActive && table.waitingBytes == 101 && table.count == 2)
        for channel in channels { _ = try? channel.finish() }
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
