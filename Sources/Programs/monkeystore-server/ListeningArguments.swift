internal import ArgumentParser
internal import ProgramSupport
internal import StoreModel
internal import StoreServer

/// Options of `serve` and `content`: address, TLS and limits. Below: the options of `serve` for answering
/// under Apple's host names.
struct ListeningArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"
    @Option(
        help: ArgumentHelp(
            "A further name under which clients find the server, as behind a proxy; more than one may be given.",
            valueName: "name"))
    var publicName: [String] = []
    @Option(help: ArgumentHelp("The certificate chain for TLS (PEM).", valueName: "file")) var tlsCert:
        String?
    @Option(help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file")) var tlsKey: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Requests a second for each address; 0 for no limit (default: 200, and no limit for this machine).",
            valueName: "number"))
    var addressRate: Double?
    @Flag(help: "Talk to other machines although nothing is encrypted.") var withoutTls = false

    func validate() throws {
        guard addressRate ?? 0 >= 0 else { throw ValidationError("--address-rate is 0 or more.") }
        guard !host.isEmpty else { throw ValidationError("--host needs an address.") }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("TLS needs both --tls-cert and --tls-key.")
        }
        for name in publicName where !ListeningOptions.isPublicName(name) {
            throw ValidationError(
                "\(name) cannot be a --public-name. Give a host name without a port, such as store.example or "
                    + "*.store.example."
            )
        }
        guard HTTPAddress.isThisMachine(host.lowercased()) || tlsCert != nil || withoutTls else {
            throw ValidationError(
                "Other machines could reach \(host), and passwords and receipts would cross the network unencrypted. "
                    + "Give --tls-cert and --tls-key, or say --without-tls.")
        }
    }

    /// The options of one of `listeners` in this process, which share the limit on open files.
    func options(port: UInt16, listeners: Set<Endpoint> = [.content]) -> ListeningOptions {
        var options = ListeningOptions()
        options.host = host
        options.publicNames = publicName
        options.port = Int(port)
        if let tlsCert, let tlsKey { options.tls = TLSFiles(certificate: tlsCert, privateKey: tlsKey) }
        let rate = addressRate ?? 200
        options.addressRate = rate == 0 ? nil : Rate(perSecond: rate)
        options.sparesThisMachine = addressRate == nil
        options.connections.connections = OpenFiles.room(
            for: options.connections.connections, at: listeners)
        return options
    }
}

/// The limit on this process's open files, and therefore on its connections.
enum OpenFiles {
    /// The files that the process needs in addition to connections and downloads.
    private static let reserve = 256

    /// Raises the limit to allow this many connections for each listener, and returns how many are possible.
    static func room(for connections: Int, at listeners: Set<Endpoint>) -> Int {
        let limit = OpenFileLimit.raise(to: connections * files(at: listeners) + reserve)
        return room(for: connections, at: listeners, within: limit)
    }

    /// How many of these connections each listener can have with `limit` open files in all.
    static func room(for connections: Int, at listeners: Set<Endpoint>, within limit: Int) -> Int {
        min(connections, max(16, (limit - reserve) / files(at: listeners)))
    }

    /// The files that are open if each listener has one connection.
    private static func files(at listeners: Set<Endpoint>) -> Int {
        listeners.reduce(0) { $0 + $1.filesPerConnection }
    }
}

struct AppleNameArguments: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Answer under the names of Apple's servers as well, with TLS, and verifiers that check online (OCSP).",
            discussion: "The command hosts says what the clients' machine needs."))
    var appleNames = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The port for the names of Apple's servers; 0 for a free one (default: 443).", valueName: "number"
        ))
    var appleNamesPort: UInt16?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port for OCSP; 0 for a free one (default: 80).", valueName: "number"))
    var ocspPort: UInt16?

    var ports: (names: UInt16, status: UInt16) { (appleNamesPort ?? 443, ocspPort ?? 80) }

    func validate() throws {
        guard !appleNames else { return }
        for (option, port) in [("--apple-names-port", appleNamesPort), ("--ocsp-port", ocspPort)]
        where port != nil {
            throw ValidationError("\(option) needs --apple-names.")
        }
    }
}
