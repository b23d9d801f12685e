package import FileSystem
internal import GRDB
internal import SQLiteStorage
package import StoreCatalogue
package import StoreEngine
package import StoreModel

// Opens the store in a folder, on SQLite: for `OpenStore` (embedded), `LocalStore`, and a server without `--database`.
extension AppStore {
    /// Opens the store in `directory`, on its file `store.sqlite`, and makes it there at the first run.
    ///
    /// - Parameters:
    ///   - directory: where the store keeps its files.
    ///   - catalogue: what is on sale.
    ///   - bundleIdentifier: that of the application which the store sells for; nil for the one that the store has, and in a new
    ///     store for the standard one. A store that has another one is not opened.
    ///   - appleIdentifier: the application's number in the production store; likewise.
    ///   - version: that of the application, which the store does not keep; nil for 1.0.
    ///   - time: the clock that dates purchases, and that the delay of the settings waits on.
    ///   - numbers: those that payments get, where several stores sell at one place; nil for any.
    ///   - isServed: whether a server opens it, and many write at once.
    ///   - passwordRounds: what the hash of a new password costs, as scrypt's N; tests make many accounts.
    ///   - log: takes what the store's operator should read.
    package convenience init(
        directory: DataDirectory, catalogue: Catalogue, bundleIdentifier: BundleIdentifier? = nil,
        appleIdentifier: AppleIdentifier? = nil, version: String? = nil, time: TimeSource = .system,
        numbers: NumberSeries? = nil, isServed: Bool = false, passwordRounds: Int? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        let wanted = WantedApplication(
            bundleIdentifier: bundleIdentifier, appleIdentifier: appleIdentifier, version: version)
        // A store of another application is refused before a byte of it is changed.
        let file = try DatabaseFile(
            path: directory.file("store.sqlite"), migrations: StoreSchema.migrations(now: time.now()),
            logPages: isServed ? 4096 : 256
        ) { database in
            if let known = try StoreSchema.application(database) { try wanted.check(known, in: directory.path) }
        }
        try self.init(
            database: SQLiteEngine(file: file), keys: directory, catalogue: catalogue, application: wanted, time: time,
            numbers: numbers, passwordRounds: passwordRounds, log: log)
    }
}

extension SQLiteEngine {
    /// The database of the store in `directory`, which is made there where it is missing, with the time `now`.
    package convenience init(directory: DataDirectory, now: Timestamp) throws(StorageError) {
        try self.init(
            file: DatabaseFile(
                path: directory.file("store.sqlite"), migrations: StoreSchema.migrations(now: now)))
    }
}

extension StoreSchema {
    /// The application that the store sells for; nil where there is no store yet. The schema may be an earlier version's.
    fileprivate static func application(_ database: Database) throws -> AppIdentity? {
        if try database.tableExists("application"),
            let known = try ApplicationTable.identity(SQLiteTransaction(database: database))
        {
            return known
        }
        guard try database.tableExists("account"),
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM account)") == true
        else { return nil }
        return .standard
    }
}
