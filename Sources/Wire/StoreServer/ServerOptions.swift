internal import NIOSSL
internal import Storage
package import StoreRules

/// The options of the store's server, which the command `serve` passes to `HTTPService`: its address, its
/// secrets, its limits.
package struct ServerOptions: Sendable {
    package var listening = ListeningOptions()
    package var adminToken: String
    /// The secret of a host that lets visitors in; nil for none.
    package var hostToken: String?
    /// How often an account may ask; nil for no limit.
    package var accountRate: Rate? = Rate(perSecond: 200)
    /// How often an account may buy, and all accounts of a network ten times as often (`AccountLimit`); nil
    /// for no limit. Every purchase is kept for ever. Test stores have no limit.
    package var accountPurchases: Rate? = Rate(perDay: 10_000)
    /// How many uses that the store does not have an account's devices may give in their exchanges, and those
    /// of all accounts of a network ten times as many; nil for no limit. Devices have such uses only if an
    /// earlier copy of the database was put back. They are taken on trust, and kept for ever; ten take the room
    /// of a purchase. Test stores have no limit.
    package var newUses: Rate? = Rate(perDay: 100_000)
    /// How often a network may make an account; nil for no limit. A password takes long to hash, and
    /// an account is kept for ever. Test stores have no limit.
    package var newAccounts: Rate? = Rate(perDay: 1440, atOnce: 100)
    /// How often an account may sign in with its password; nil for no limit. A password takes long to hash.
    /// Test stores have no limit.
    package var signIns: Rate? = Rate(perDay: 14_400, atOnce: 100)
    /// How often the developer's server may ask, in each environment; nil for no limit.
    package var serverAPIRate: Rate?
    package var receipts = ReceiptEncoding.appStore
    /// How long the developer's server may take to choose a retention message.
    /// Apple's store waits about as long.
    package var longestRealtimeAnswer = Duration.milliseconds(700)

    package init(adminToken: String) { self.adminToken = adminToken }
}

/// The address of a server, and the limits of its connections.
package struct ListeningOptions: Sendable {
    /// The address to listen on; by default this machine only.
    package var host = "127.0.0.1"
    /// The port. With 0, any free port.
    package var port = 8080
    /// Further names under which clients find the server, for example through a proxy.
    package var publicNames: [String] = []
    /// The file of a Unix socket to listen on instead.
    var unixSocket: String?
    /// A certificate and its key; nil for plain HTTP.
    package var tls: TLSFiles?
    /// The configuration for a certificate that the store issued itself, used instead of the files.
    var issued: TLSConfiguration?
    package var connections = ConnectionLimits()
    /// How often a network (`ClientNetwork`) may send requests or open connections; nil for no limit.
    package var addressRate: Rate?
    /// Whether this machine has no such limit, nor any other limit of networks, nor one of sign-ins.
    package var sparesThisMachine = false

    package init() {}

    /// The network without such a limit.
    var spared: ClientNetwork? { sparesThisMachine ? .thisMachine : nil }

    /// Whether a request can have this name in its `Host`.
    package static func isPublicName(_ name: String) -> Bool {
        HostName(authority: name)?.text == name.lowercased()
    }

    /// Where clients find a server that listens on `port`.
    func address(port: Int) -> String {
        if let unixSocket { return unixSocket }
        let scheme = tls == nil && issued == nil ? "http" : "https"
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// The names under which clients find the server; nil for a Unix socket, which no browser reaches.
    var knownNames: KnownNames? {
        guard unixSocket == nil else { return nil }
        return KnownNames(publicNames + (tls?.names ?? []), listening: host)
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
    /// The certificate, followed by those between it and the root.
    package var certificate: String
    package var privateKey: String

    package init(certificate: String, privateKey: String) {
        self.certificate = certificate
        self.privateKey = privateKey
    }

    private static let mostBytes = 1 << 20

    private func chain() throws -> [NIOSSLCertificate] {
        try NIOSSLCertificate.fromPEMBytes(RegularFile.bytes(of: certificate, most: Self.mostBytes))
    }

    /// The host names of the certificate; empty if it cannot be read.
    fileprivate var names: [String] {
        guard let leaf = try? chain().first else { return [] }
        return leaf._subjectAlternativeNames().filter { $0.nameType == .dnsName }
            .map { String(decoding: $0.contents, as: UTF8.self) }
    }

    func configuration() throws(ServerFailure) -> TLSConfiguration {
        let chain: [NIOSSLCertificate]
        do { chain = try self.chain() } catch { throw .badCertificate(path: certificate) }
        do {
            let key = try RegularFile.bytes(of: privateKey, most: Self.mostBytes)
            let configuration = TLSConfiguration.server(
                chain: chain, key: try NIOSSLPrivateKey(bytes: key, format: .pem))
            // Making a context compares the key with the certificate. Otherwise that happens only with the
            // first connection.
            _ = try NIOSSLContext(configuration: configuration)
            return configuration
        } catch {
            throw .badPrivateKey(path: privateKey)
        }
    }
}

/// The limits of one connection, and of the number of connections.
package struct ConnectionLimits: Sendable {
    /// How many connections may be open. If there is one more, `ConnectionTable` decides which one is closed.
    package var connections = 4096
    /// How long a connection may be silent between requests, or before its first header.
    package var idleTimeout = Duration.seconds(60)
    package var requestTimeout = Duration.seconds(30)
    /// How long a server that is stopping waits for a last request on an idle connection.
    package var lastRequestTimeout = Duration.seconds(1)
    /// How long a client may go without reading a byte of an answer.
    package var writeTimeout = Duration.seconds(30)
    /// How long the rest of a request that has already been answered is thrown away before the
    /// connection ends.
    package var lingerTimeout = Duration.seconds(5)
    /// How many bytes may wait on all connections together: of answers for their clients, and of bodies for
    /// their answers. No body that a route takes is larger.
    package var waitingBytes = 64 << 20
    /// The size of all fields of a header, in bytes.
    package var headerSize = 16 << 10

    package init() {}
}
