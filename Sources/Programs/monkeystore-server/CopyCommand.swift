internal import ArgumentParser
internal import ProgramSupport
internal import Storage
internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import StoreServer

/// The command `copy`, with which operators copy a store to another database (`StoreCopy`), and audit both.
struct CopyCommand: AsyncParsableCommand {
    /// A place cannot be used. No other command names places with these options.
    struct PlaceFailure: Error, CustomStringConvertible {
        let error: any Error
        /// The option that names the place; nil if it may be either of the two.
        let option: String?

        var description: String { "\(error)" }
    }

    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a store to another database, for example from a file to PostgreSQL, and audit both.",
        discussion: """
            Stop the store's servers first. If the place already has the store, the copy brings what is missing there, and replaces \
            nothing with something older, so a store may be copied there and back. Exit code 2 if a first copy differs, the \
            audit finds something wrong, or an account stays behind because the place has another one with its name.
            """)

    @Option(
        help: ArgumentHelp("The store's data directory, or the URL of its database.", valueName: "place"),
        transform: folder(written:))
    var from: String
    @Option(
        help: ArgumentHelp(
            "Where the copy goes: an empty folder or database, or an earlier copy.", valueName: "place"),
        transform: folder(written:))
    var to: String
    @Option(
        help: ArgumentHelp(
            "The data directory with the sealing-key of a database (default: $XDG_DATA_HOME/monkeystore-server).",
            valueName: "folder"),
        transform: folder(written:))
    var dataDir: String?

    func validate() throws {
        if isSamePlace { throw ValidationError("The store is there already: --from and --to are the same.") }
    }

    func run() async throws {
        guard isAddress(from) || DataOptions.hasStore(in: from) else {
            throw StoreCopy.Failure.noStore(from)
        }
        try withoutServer(of: from, "--from") { try withoutServer(of: to, "--to", copy) }
    }

    private func copy() throws {
        let places = [try place(from, "--from"), try place(to, "--to")]
        let copy = StoreCopy(from: places[0], to: places[1], followers: AppleServing.followers)
        let outcome = try naming(nil) { try copy.run { table, rows in complain("\(table): \(rows)") } }
        let audits = try places.map { place in
            try naming(nil) {
                try AppStore(
                    database: place.database, keys: place.keys, catalogue: .bundled(),
                    application: WantedApplication(), renewsCertificates: false
                ).audit()
            }
        }
        let charges = audits[1].accounts.map(\.charges).reduce(0, +)
        printLine(
            "\(copy.targetName) has \(counted(audits[1].accounts.count, "account")) with "
                + "\(counted(charges, "charge")).")
        if isAddress(to) {
            let place = try DataOptions.sealingKeyPlace(in: keyDirectory())
            printLine(
                "Its keys are sealed with \(place). Keep a copy of that: nobody can open them without it.")
        }
        for bundle in isAddress(from) ? [] : FurtherApplication.bundles(in: from) {
            // A database is for one application.
            let place = isAddress(to) ? "PLACE" : FurtherApplication.folder(of: bundle, in: to).quotedForShell
            printLine(
                "\(bundle) is a store of its own, and was not copied: monkeystore-server copy --from "
                    + "\(FurtherApplication.folder(of: bundle, in: from).quotedForShell) --to \(place)")
        }
        for finding in audits[1].findings { printLine("WRONG  \(finding)") }
        for name in outcome.leftBehind {
            printLine(
                "WRONG  \(PrintableText.line(name)) is the name of another account there. What was bought under it here was not copied."
            )
        }
        // A place that already had the store may have sold more.
        let isSame = !outcome.wasEmpty || audits[0] == audits[1]
        if !isSame { printLine("WRONG  The audit of the copy differs from that of the store.") }
        guard isSame, audits[1].findings.isEmpty, outcome.leftBehind.isEmpty else {
            throw ExitCode(ServerExitStatus.booksWrong.rawValue)
        }
    }

    private var isSamePlace: Bool {
        if from == to { return true }
        guard !isAddress(from), !isAddress(to), let source = FileStatus(at: from) else { return false }
        return FileStatus(at: to)?.isSameFile(as: source) ?? false
    }

    private func isAddress(_ place: String) -> Bool { place.contains("://") }

    /// Does something with the place that an option names, or with one of the two.
    private func naming<Value: ~Copyable>(_ option: String?, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch {
            guard error is StorageError || error is DataOptions.DatabaseFailure else { throw error }
            throw PlaceFailure(error: error, option: option)
        }
    }

    /// Calls `body` while no server uses a data directory. Whether a server uses a database cannot be seen.
    private func withoutServer(of place: String, _ option: String, _ body: () throws -> Void) throws {
        guard !isAddress(place) else { return try body() }
        let lock = try naming(option) {
            // The store that is to be copied is in no other place.
            try ServingLock(
                directory: DataDirectory(path: place), option: option == "--from" ? nil : option)
        }
        try body()
        _ = consume lock
    }

    /// The data directory with the sealing-key of a database.
    private func keyDirectory() throws(StorageError) -> DataDirectory {
        try DataDirectory(ofProgram: dataDir ?? DataOptions.defaultFolder)
    }

    private func place(_ place: String, _ option: String) throws -> StoreCopy.Place {
        guard !isAddress(place) else {
            let keys = try keyDirectory()
            return try naming(option) { try DataOptions.sharedDatabase(place, keys) }
        }
        return try naming(option) { () throws -> StoreCopy.Place in
            let directory = try DataDirectory(path: place)
            return (try SQLiteEngine(directory: directory), directory)
        }
    }
}
