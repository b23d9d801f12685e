internal import ArgumentParser
internal import StoreServer

/// Where a server listens, as options.
struct ListeningArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"
    @Option(help: ArgumentHelp("The certificate chain for TLS (PEM).", valueName: "file")) var tlsCert: String?
    @Option(help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file")) var tlsKey: String?
    @Flag(help: "Let other machines in although nothing is encrypted.") var withoutTls = false

    func validate() throws {
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
        options.connections.connections = OpenFiles.room(for: options.connections.connections)
        return options
    }
}
