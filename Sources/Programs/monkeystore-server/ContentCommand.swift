internal import ArgumentParser
internal import Glibc
internal import Logging
internal import StoreModel
internal import StoreRules
internal import StoreServer

/// The command `content`, with which operators run a content server.
struct ContentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content",
        abstract: "Serve books to the people who bought them, on the store's machine or on another one.",
        discussion: "A folder of books has a manifest.json, which is read again whenever it has changed.")

    @Option(
        help: ArgumentHelp(
            "The store that verifies receipts, such as https://store.example.", valueName: "address"))
    var store: String
    @OptionGroup var listening: ListeningArguments
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port to listen on; 0 for a free one.", valueName: "number"))
    var port: UInt16 = 8081
    @Option(help: ArgumentHelp("A folder of books; more than one may be given.", valueName: "folder"))
    var books: [String] = []
    @Option(
        help: ArgumentHelp(
            "The file with the secret that the store calls shared-secret; needed if subscriptions are sold.",
            valueName: "file"))
    var sharedSecretFile: String?
    @Option(
        help: ArgumentHelp("The bundle identifier of the application whose receipts count.", valueName: "id"),
        transform: BundleIdentifier.init(written:))
    var bundleId = BundleIdentifier.standard

    func validate() throws {
        try checkStore(at: store, withoutTls: listening.withoutTls)
    }

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        setenv("TZ", ":/etc/localtime", 0)
        let logger = Logger(label: "monkeystore-content")
        let authorizer = ContentAuthorizer(
            verification: StoreVerification(store: store.hasSuffix("/") ? String(store.dropLast()) : store),
            bundleIdentifier: bundleId, sharedSecret: try sharedSecretFile.map(TokenFile.read)
        ) { logger.error("\($0)") }
        let server = try HTTPService.content(
            catalog: ContentCatalog(books: books, logger: logger), authorizer: authorizer,
            options: listening.options(port: port), logger: logger)
        let service = EndpointService(.content, server) { printLine("Books are at \($0)") }
        try await runServices([service], logger: logger)
    }
}
