internal import ArgumentParser
internal import Glibc
internal import StoreEngine

/// `monkeystore-server root`.
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "root", abstract: "Write the root certificate, for those who are to trust what the store signs.")

    @OptionGroup var data: DataOptions
    @Flag(help: "As DER and not as PEM.") var der = false

    func run() async throws {
        try await complaining {
            let store = try data.store()
            write(der ? store.certificates.last ?? [] : Array(store.rootCertificatePEM.utf8), to: STDOUT_FILENO)
        }
    }
}

/// `monkeystore-server api-key`.
struct APIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-key",
        abstract: "Say what a developer's server signs its requests with: issuer, key identifier, file of the key.",
        discussion: "Three lines. The file (PEM, PKCS #8) is for its owner only.")

    @OptionGroup var data: DataOptions

    func run() async throws {
        try await complaining {
            let store = try data.store()
            let key = try ServerAPI(store: store).key
            for line in [key.issuerIdentifier, key.keyIdentifier, key.path] { printLine(line) }
        }
    }
}
