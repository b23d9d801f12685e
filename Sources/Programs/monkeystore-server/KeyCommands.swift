internal import ArgumentParser
internal import Glibc
internal import ProgramSupport
internal import StoreRules

/// The commands with which operators write the keys that others need: the root certificate, which is public,
/// and the API key, the signing key and the shared secret, which are secret.
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "root",
        abstract: "Write the root certificate, for those who are to trust what the store signs.")

    @OptionGroup var data: DataOptions
    @Flag(help: "As DER and not as PEM.") var der = false

    func run() async throws {
        let store = try data.store()
        writeAll(
            der ? store.certificates.last ?? [] : Array(store.rootCertificatePEM.utf8), to: STDOUT_FILENO)
    }
}

struct APIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-key",
        abstract:
            "Say what a developer's server signs its requests with: issuer, key identifier, file of the key.",
        discussion: "Three lines. The file (PEM, PKCS #8) is for its owner only.")

    @OptionGroup var data: DataOptions
    @Flag(help: "Write the private key itself, as PEM.") var pem = false

    func run() async throws {
        let store = try data.store()
        let key = try data.application().serverAPIKey ?? ServerAPIKey(keys: store.keys)
        if pem { return writeAll(Array(key.pem.utf8), to: STDOUT_FILENO) }
        for line in [key.issuerIdentifier, key.keyIdentifier, key.path] { printLine(line) }
    }
}

struct SigningKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key",
        abstract:
            "Write the signing key with its certificates as PEM, for another store that is to sign as this one does.",
        discussion: "Everybody who trusts this store's root believes the purchases that the key signs.")

    @OptionGroup var data: DataOptions
    @Flag(
        help: ArgumentHelp(
            "With the keys of the root and the intermediate certificate.",
            discussion:
                "The other store can then answer Apple's names, and issue certificates in this one's name."))
    var withAuthorityKeys = false

    func run() async throws {
        writeAll(
            Array(try data.store().signingKeyPEM(withAuthorities: withAuthorityKeys).utf8), to: STDOUT_FILENO)
    }
}

struct SharedSecretCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shared-secret",
        abstract: "Write the shared secret: the password of a developer's server at verifyReceipt.")

    @OptionGroup var data: DataOptions

    func run() async throws {
        printLine(try data.store().sharedSecret)
    }
}
