internal import ArgumentParser
internal import ProgramSupport
internal import Storage
internal import StoreModel
internal import StoreRules

/// The options for a store's data: folder, database, catalogue and application. Most commands open their
/// store with them.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the database and the keys are (default: $XDG_DATA_HOME/monkeystore-server).",
            valueName: "folder"),
        transform: folder(written:))
    var dataDir: String?
    @Option(
        help: ArgumentHelp(
            "A PostgreSQL database that several servers may share (default: $MONKEYSTORE_DATABASE, or a file in the data "
                + "directory). Its keys are sealed with sealing-key in the data directory, or $MONKEYSTORE_SEALING_KEY.",
            valueName: "url"))
    var database: String?
    @Option(
        help: ArgumentHelp(
            "An Xcode StoreKit configuration file to sell from (default: the embedded one).",
            valueName: "file"))
    var catalogue: String?
    @Option(
        help: ArgumentHelp(
            "The bundle identifier of the application that the store sells for; a store keeps that of its first run (default: "
                + "\(BundleIdentifier.standard.rawValue)).", valueName: "id"),
        transform: BundleIdentifier.init(written:))
    var bundleId: BundleIdentifier?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "That application's number in the production store; likewise (default: \(AppleIdentifier.standard.rawValue)).",
            valueName: "number"),
        transform: AppleIdentifier.init(written:))
    var appAppleId: AppleIdentifier?

    @Option(
        help: ArgumentHelp(
            "What is known of your own application: identifiers, catalogue, keys, accounts, addresses (JSON); see "
                + "monkeystore-store(7). If it is given again, a server sells for more than one.",
            valueName: "file"))
    var app: [String] = []

    /// What the first file of `--app` says.
    func application() throws(ApplicationFile.Failure) -> ApplicationFile {
        if let path = app.first { try ApplicationFile(path: path) } else { ApplicationFile() }
    }

    func directory() throws(StorageError) -> DataDirectory { try DataDirectory(ofProgram: folder) }

    var folder: String { dataDir ?? Self.defaultFolder }

    var address: String? { database ?? EnvironmentVariables.value(of: "MONKEYSTORE_DATABASE") }

    func productsOnSale() throws -> Catalogue {
        if let catalogue { return try Catalogue(contentsOfFile: catalogue) }
        let application = try application()
        return try ApplicationFailure.inFile(app.first, isFirst: true) { try application.productsOnSale() }
    }

    static var defaultFolder: String {
        EnvironmentVariables.folder(of: "monkeystore-server", in: "XDG_DATA_HOME", else: ".local/share")
    }
}
