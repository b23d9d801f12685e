internal import ArgumentParser
internal import StoreServer

/// Where a server listens, as options.
struct ListeningArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"
    @Option(help: ArgumentHelp("The certificate chain for TLS (PEM).", valueName: "file")) var tlsCert: String?
    @Option(help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file")) var tlsKey: String?
    @Option(
        help: ArgumentHelp(
            "Requests a second for each address; 0 for no limit (default: 200, and no limit for this machine).",
            valueName: "number"))
    var addressRate: Double?
    @Flag(help: "Let other machines in although nothing is encrypted.") var withoutTls = false

    func validate() throws {
        guard addressRate ?? 0 >= 0 else { throw ValidationError("A rate is 0 or more.") }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("TLS needs both --tls-cert and --tls-key.")
        }
        guard options(port: 0).isLocal || tlsCert != nil || withoutTls else {
            throw ValidationError(
                "Other machines could reach \(host), and passwords and receipts would cross the network unencrypted. "
                    + "Give --tls-cert and --tls-key, or say --without-tls.")
        }
    }

    func options(port: UInt16) -> ListeningOptions {
        var options = ListeningOptions()
        options.host = host
        options.port = Int(port)
        if let tlsCert, let tlsKey { options.tls = TLSFiles(certificate: tlsCert, privateKey: tlsKey) }
        let addressRate = addressRate ?? (options.isLocal ? 0 : 200)
        options.addressRate = addressRate == 0 ? nil : Rate(perSecond: addressRate)
        options.connections.connections = OpenFiles.room(for: options.connections.connections)
        return options
    }
}
