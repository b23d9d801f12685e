internal import ArgumentParser
internal import Logging
internal import StoreEngine

struct APIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-key",
        abstract: "Say what a developer's server signs its requests with: issuer, key identifier, file of the key.",
        discussion: "Three lines. The file (PEM, PKCS #8) is for its owner only.")

    @OptionGroup var data: DataOptions

    func run() async throws {
        try await complaining {
            let store = try data.store(in: data.directory(), logger: Logger(label: "monkeystore-server"))
            let key = try ServerAPI(store: store).key
            for line in [key.issuerIdentifier, key.keyIdentifier, key.path] { printLine(line) }
        }
    }
}
