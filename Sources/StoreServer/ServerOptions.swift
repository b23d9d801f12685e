public import AppStore

/// How the server listens and whom it serves.
public struct ServerOptions: Sendable {
    /// The address to listen on; this machine only, unless somebody says otherwise.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = 8080
    /// A certificate and its key; nil for plain HTTP.
    public var tls: TLSFiles?
    /// The secret of the admin routes.
    public var adminToken: String
    /// How often an account may ask; nil for as often as it likes.
    public var accountRate: Rate? = Rate(perSecond: 200)
    /// How often an address may ask; nil for as often as it likes.
    public var addressRate: Rate?
    /// How often the developer's server may ask, in each environment; nil for as often as it likes.
    public var serverAPIRate: Rate?
    /// How app receipts are written.
    public var receipts = ReceiptEncoding.appStore
    /// What a connection may take up.
    public var connections = ConnectionLimits()

    /// A server for this machine on port 8080.
    public init(adminToken: String) { self.adminToken = adminToken }

    /// Whether only programs on this machine can reach the server.
    public var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Where clients find a server that listens on `port`.
    func address(port: Int) -> String {
        let scheme = tls == nil ? "http" : "https"
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

/// A certificate and its private key, as PEM files.
public struct TLSFiles: Sendable {
    /// The certificate, with those between it and the root behind it.
    public var certificate: String
    /// The private key.
    public var privateKey: String

    /// The paths of both files.
    public init(certificate: String, privateKey: String) {
        self.certificate = certificate
        self.privateKey = privateKey
    }
}
