internal import Crypto
internal import Foundation
internal import NIOCore
internal import NIOPosix
package import NIOSSL
internal import StoreRules

/// A self-made certificate and its key.
package struct TLSIdentity: Sendable {
    private let folder: TemporaryDirectory
    package let certificatePath: String
    package let keyPath: String

    /// Makes both; they are those of a store.
    package init() throws {
        folder = try TemporaryDirectory()
        _ = try AppStore.bundled(in: folder.path)
        certificatePath = folder.path + "/keys/store-certificates"
        keyPath = folder.path + "/key.pem"
        let key = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/keys/store-signing"))
        try Data(P256.Signing.PrivateKey(rawRepresentation: key).pemRepresentation.utf8)
            .write(to: URL(fileURLWithPath: keyPath))
    }
}

/// A TLS server that speaks one version of the protocol, and says nothing after the handshake.
package final class TLSPeer: Sendable {
    package let address: String
    /// Why each handshake failed, in the library's words.
    package let failures: AsyncStream<String>
    private let channel: any Channel

    package init(speaking version: TLSVersion) async throws {
        let identity = try TLSIdentity()
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(identity.certificatePath).map {
                .certificate($0)
            },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: identity.keyPath, format: .pem)))
        configuration.minimumTLSVersion = version
        configuration.maximumTLSVersion = version
        let context = try NIOSSLContext(configuration: configuration)
        let (failures, continuation) = AsyncStream.makeStream(of: String.self)
        self.failures = failures
        let port = try LoopbackSocket.freePort()
        address = "https://127.0.0.1:\(port)"
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Failures { continuation.yield($0) })
                }
            }
            .bind(host: "127.0.0.1", port: Int(port)).get()
    }

    package func stop() async throws { try await channel.close() }

    private final class Failures: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        private let tell: @Sendable (String) -> Void

        init(_ tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            tell("\(error)")
            context.close(promise: nil)
        }
    }
}
