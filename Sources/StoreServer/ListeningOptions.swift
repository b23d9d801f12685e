/// Where a server listens, and what its connections may take up.
package struct ListeningOptions: Sendable {
    /// The address to listen on; this machine only, unless somebody says otherwise.
    package var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    package var port = 8080
    /// The file of a Unix socket to listen on in place of all that.
    var unixSocket: String?
    /// A certificate and its key; nil for plain HTTP.
    package var tls: TLSFiles?
    /// What a connection may take up.
    package var connections = ConnectionLimits()
    /// How often a network may ask, and open a connection for it. A network is an IPv4 address, 64 bits of an IPv6
    /// address, or this machine; nil for as often as it likes.
    package var addressRate: Rate?

    /// This machine, port 8080.
    package init() {}

    /// Whether only programs on this machine can reach the server.
    package var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Where clients find a server that listens on `port`.
    func address(port: Int) -> String {
        if let unixSocket { return unixSocket }
        let scheme = tls == nil ? "http" : "https"
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

/// A certificate and its private key, as PEM files.
package struct TLSFiles: Sendable {
    /// The certificate, with those between it and the root behind it.
    package var certificate: String
    /// The private key.
    package var privateKey: String

    /// The paths of both files.
    package init(certificate: String, privateKey: String) {
        self.certificate = certificate
        self.privateKey = privateKey
    }
}
