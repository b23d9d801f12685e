internal import NIOSSL
package import StoreSigning

/// The options of the store's server, from the command `serve` for `HTTPService`: its address, its secrets, its limits.
package struct ServerOptions: Sendable {
    package var listening = ListeningOptions()
    package var adminToken: String
    /// The secret of a host that lets visitors in; nil for none.
    package var hostToken: String?
    /// How often an account may ask; nil for no limit.
    package var accountRate: Rate? = Rate(perSecond: 200)
    /// How often the developer's server may ask, in each environment; nil for no limit.
    package var serverAPIRate: Rate?
    package var receipts = ReceiptEncoding.appStore
    /// How long the developer's server may take to choose a retention message. Apple's store waits about as long.
    package var longestRealtimeAnswer = Duration.milliseconds(700)

    package init(adminToken: String) { self.adminToken = adminToken }
}

/// The address of a server, and the limits of its connections.
package struct ListeningOptions: Sendable {
    /// The address to listen on; by default this machine only.
    package var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    package var port = 8080
    /// The file of a Unix socket to listen on instead.
    var unixSocket: String?
    /// A certificate and its key; nil for plain HTTP.
    package var tls: TLSFiles?
    /// Of a certificate that the store issued itself, instead of the files.
    var issued: TLSConfiguration?
    package var connections = ConnectionLimits()
    /// How often a network (`ClientNetwork`) may ask, and open a connection for it; nil for no limit.
    package var addressRate: Rate?

    package init() {}

    /// Whether only programs on this machine can reach the server.
    package var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Where clients find a server that listens on `port`.
    func address(port: Int) -> String {
        if let unixSocket { return unixSocket }
        let scheme = tls == nil && issued == nil ? "http" : "https"
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    func tlsConfiguration() throws(ServerFailure) -> TLSConfiguration? {
        guard issued == nil else { return issued }
        return try tls?.configuration()
    }
}

extension ServerIdentity {
    func tlsConfiguration() throws -> TLSConfiguration {
        .server(
            chain: try chain.map { try NIOSSLCertificate(bytes: Array($0.utf8), format: .pem) },
            key: try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem))
    }
}

extension TLSConfiguration {
    fileprivate static func server(chain: [NIOSSLCertificate], key: NIOSSLPrivateKey) -> TLSConfiguration {
        var configuration = makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }
}

/// A certificate and its private key, as PEM files.
package struct TLSFiles: Sendable {
    /// The certificate, with those between it and the root behind it.
    package var certificate: String
    package var privateKey: String

    package init(certificate: String, privateKey: String) {
        self.certificate = certificate
        self.privateKey = privateKey
    }

    func configuration() throws(ServerFailure) -> TLSConfiguration {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw .badCertificate(path: certificate)
        }
        do {
            let configuration = TLSConfiguration.server(
                chain: chain, key: try NIOSSLPrivateKey(file: privateKey, format: .pem))
            // The key is compared with the certificate when a context is made, which otherwise happens with the first connection.
            _ = try NIOSSLContext(configuration: configuration)
            return configuration
        } catch {
            throw .badPrivateKey(path: privateKey)
        }
    }
}

/// The limits of one connection, and of their number.
package struct ConnectionLimits: Sendable {
    /// How many connections may be open. `ConnectionTable` decides which one is closed for one more.
    package var connections = 4096
    /// How long a connection may be silent between requests, or before its first header.
    package var idleTimeout = Duration.seconds(60)
    package var requestTimeout = Duration.seconds(30)
    /// How long a server that stops waits for a last request on an idle connection.
    package var lastRequestTimeout = Duration.seconds(1)
    /// How long a client may read no byte of an answer.
    package var writeTimeout = Duration.seconds(30)
    /// How long the rest of a request that was already answered is thrown away before the connection ends.
    package var lingerTimeout = Duration.seconds(5)
    /// The size of all fields of a header, in bytes.
    package var headerSize = 16 << 10

    package init() {}
}
