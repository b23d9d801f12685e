internal import ArgumentParser
internal import Glibc
internal import Logging
internal import ProgramSupport
internal import Storage
internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import StoreServer

#if Postgres
internal import StorePostgres
#endif

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

    func directory() throws(StorageError) -> DataDirectory { try DataDirectory(path: folder) }

    var folder: String { dataDir ?? Self.defaultFolder }

    var address: String? { database ?? EnvironmentVariables.value(of: "MONKEYSTORE_DATABASE") }

    /// Whether the database is PostgreSQL and is down, starting, failing over or full.
    var isDatabaseAway: Bool {
        #if Postgres
        address.map(PostgresEngine.isAway(address:)) ?? false
        #else
        false
        #endif
    }

    /// Opens the store, for a command that needs nothing else. Makes a missing one, and says so.
    func store() throws -> AppStore {
        // Another user's folder is refused as such.
        let directory = try directory()
        let isNew = !hasStore
        if isNew, isFolderOfDatabase { throw StoreElsewhere(folder: folder) }
        let store = try store(
            in: directory, selling: productsOnSale(), logger: Logger(label: "monkeystore-server"))
        if isNew { complain("There was no store in \(folder), so a new one was made.") }
        return store
    }

    /// Opens a store that is there, for a command that only reads.
    func existingStore() throws -> AppStore {
        guard app.count < 2 else { throw ApplicationFile.Failure.several }
        // Another user's folder is refused as such.
        if access(folder, F_OK) == 0 { _ = try directory() }
        guard hasStore || isFolderOfDatabase else {
            throw StorageError.unusable(path: folder, reason: "there is no store in it")
        }
        return try store()
    }

    /// Whether the options name a database, or there is a store in the folder.
    private var hasStore: Bool { address != nil || isThere("store.sqlite") }

    /// If there is no store in the folder, whether a server with its store in a database uses it. The secret
    /// of a database is there, or the token that a server makes when it has opened its store, or a server
    /// runs. A server that could not open its store leaves only its lock, which nobody holds; a token without
    /// a lock was put there by somebody.
    private var isFolderOfDatabase: Bool {
        isThere("sealing-key") || (isThere("server.lock") && isThere("admin-token"))
            || ServingLock.isHeld(file: folder + "/server.lock")
    }

    private func isThere(_ file: String) -> Bool { access(folder + "/" + file, F_OK) == 0 }

    func productsOnSale() throws -> Catalogue {
        if let catalogue { return try Catalogue(contentsOfFile: catalogue) }
        let application = try application()
        return try ApplicationFailure.inFile(app.first, isFirst: true) { try application.productsOnSale() }
    }

    /// Opens the first application's store. Only a server sells for several applications (`isServing`): a
    /// command works on one. Only a server, which holds the lock, makes new certificates for those that were
    /// lost. `followers` follow what happens there, besides Apple's services.
    func store(
        in directory: DataDirectory, selling catalogue: Catalogue, followers: [any FactFollower] = [],
        isServing: Bool = false, logger: Logger
    ) throws -> AppStore {
        guard app.count < 2 || isServing else { throw ApplicationFile.Failure.several }
        for oddity in catalogue.warnings { logger.notice("\(oddity)") }
        let log: @Sendable (String) -> Void = { logger.notice("\($0)") }
        let application = try application()
        let (bundle, number) = (
            bundleId ?? application.bundleIdentifier, appAppleId ?? application.appleIdentifier
        )
        let isOfFile = bundleId == nil && appAppleId == nil
        return try ApplicationFailure.inFile(isOfFile ? app.first : nil, isFirst: true) {
            guard let address else {
                try application.signingKey?.install(in: directory)
                return try AppStore(
                    directory: directory, catalogue: catalogue, bundleIdentifier: bundle,
                    appleIdentifier: number, version: application.version, renewsCertificates: isServing,
                    followers: AppleServing.followers + followers, isServed: true, log: log)
            }
            let (engine, keys) = try Self.sharedDatabase(address, directory)
            try application.signingKey?.install(in: keys)
            return try AppStore(
                database: engine, keys: keys, catalogue: catalogue,
                application: WantedApplication(
                    bundleIdentifier: bundle, appleIdentifier: number, version: application.version),
                renewsCertificates: isServing, followers: AppleServing.followers + followers, log: log)
        }
    }

    /// The database at an address, and its keys, sealed with the secret of a data directory.
    static func sharedDatabase(_ address: String, _ directory: DataDirectory) throws -> StoreCopy.Place {
        #if Postgres
        let engine: PostgresEngine
        do { engine = try PostgresEngine(address: address) } catch { throw DatabaseFailure(error: error) }
        let place = sealingKeyPlace(in: directory)
        let keys = try SealedKeys(in: engine) { isFirstRun in
            guard let secret = try sealingSecret(in: directory, isFirstRun: isFirstRun) else {
                throw SealingKeyFailure.missing(place: place, database: engine.name)
            }
            return secret
        }
        guard try keys.hasSecret() else {
            throw SealingKeyFailure.another(place: place, database: engine.name)
        }
        return (engine, keys)
        #else
        throw BuiltWithoutPostgres()
        #endif
    }

    /// Where the secret is that seals the keys in a database: a file, or a variable.
    static func sealingKeyPlace(in directory: DataDirectory) -> String {
        EnvironmentVariables.value(of: sealingVariable) == nil
            ? directory.file("sealing-key") : "$" + sealingVariable
    }

    private static let sealingVariable = "MONKEYSTORE_SEALING_KEY"

    /// The keys in a database cannot be opened.
    enum SealingKeyFailure: Error, CustomStringConvertible {
        case missing(place: String, database: String)
        case another(place: String, database: String)

        var description: String {
            switch self {
            case .missing(let place, let database):
                "\(place) is missing, and the keys in \(database) cannot be opened without it; nothing was changed. Copy sealing-key "
                    + "of the store's first server there, give its data directory with --data-dir, or set \(DataOptions.sealingVariable)."
            case .another(let place, let database):
                "The keys in \(database) were sealed with another key than \(place); nothing was changed. The right one is "
                    + "sealing-key in the data directory of the store's first server, or its \(DataOptions.sealingVariable)."
            }
        }
    }

    /// A command was given the folder of a server whose store is in a database, and no database.
    struct StoreElsewhere: Error, CustomStringConvertible {
        let folder: String

        var description: String {
            "A server uses \(folder), and there is no store in it; nothing was made. If its store is in a database, give that with "
                + "--database; otherwise start the server first."
        }
    }

    struct DatabaseFailure: Error, CustomStringConvertible {
        let error: StorageError

        var description: String { error.description }
        func advice(with option: String) -> String? {
            guard case .unusable = error else { return nil }
            return "See whether \(option) is right, and whether PostgreSQL runs there."
        }
    }

    #if Postgres
    /// The secret that seals the keys in the database; nil if it is missing. The first server on the database
    /// makes a file for it.
    private static func sealingSecret(in directory: DataDirectory, isFirstRun: Bool) throws -> String? {
        if let secret = EnvironmentVariables.value(of: sealingVariable) {
            guard secret.count >= TokenFile.leastLength else {
                throw TokenFile.Failure.tooShort(path: "$" + sealingVariable, isMade: false)
            }
            return secret
        }
        let path = directory.file("sealing-key")
        guard isFirstRun || access(path, F_OK) == 0 else { return nil }
        return try TokenFile.sealingSecret(path: path)
    }
    #else
    private struct BuiltWithoutPostgres: Error, CustomStringConvertible {
        let description =
            "This server was built without PostgreSQL; nothing was opened. Take a store in a file, or build it with the package's "
            + "default traits."
    }
    #endif

    static var defaultFolder: String {
        EnvironmentVariables.folder(of: "monkeystore-server", in: "XDG_DATA_HOME", else: ".local/share")
    }
}
