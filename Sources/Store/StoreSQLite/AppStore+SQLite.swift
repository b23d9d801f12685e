internal import GRDB
package import Storage
package import StoreModel
package import StoreRules

// Opens the store in a folder, on SQLite: for `OpenStore` (embedded),
// `LocalStore`, and a server without `--database`.
extension AppStore {
    /// Opens the store in `directory`, on its file `store.sqlite`, and makes it there at the first run.
    ///
    /// - Parameters:
    ///   - directory: where the store keeps its files.
    ///   - catalogue: what is on sale.
    ///   - bundleIdentifier: that of the application which the store sells for; nil for the one that
    ///     the store has, and in a new
    ///     store for the standard one. A store that has another one is not opened.
    ///   - appleIdentifier: the application's number in the production store; likewise.
    ///   - version: that of the application, which the store does not keep; nil for 1.0.
    ///   - followers: those who follow what happens there.
    ///   - time: the clock that dates purchases, and that the delay of the settings waits on.
    ///   - isServed: whether a server opens it, and many write at once.
    ///   - passwordRounds: what the hash of a new password costs, as scrypt's N; tests make many accounts.
    ///   - log: takes what the store's operator should read.
    package convenience init(
        directory: DataDirectory, catalogue: Catalogue, bundleIdentifier: BundleIdentifier? = nil,
        appleIdentifier: AppleIdentifier? = nil, version: String? = nil, followers: [any FactFollower] = [],
        time: TimeSource = .system,
        isServed: Bool = false, passwordRounds: Int? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        let wanted = WantedApplication(
            bundleIdentifier: bundleIdentifier, appleIdentifier: appleIdentifier, version: version)
        // A store of another application is refused before a byte of it is changed.
        let file = try DatabaseFile(
            path: directory.file("store.sqlite"), migrations: StoreSchema.migrations,
            logPages: isServed ? 4096 : 256
        ) { database in
            if let known = try StoreSchema.application(database) {
                try wanted.check(known, in: directory.path)
            }
        }
        try self.init(
            database: SQLiteEngine(file: file), keys: directory, catalogue: catalogue, application: wanted,
            followers: followers, time: time,
            passwordRounds: passwordRounds, log: log)
    }
}

extension SQLiteEngine {
    /// The database of the store in `directory`, which is made if it is missing.
    package convenience init(directory: DataDirectory) throws(StorageError) {
        try self.init(
            file: DatabaseFile(path: directory.file("store.sqlite"), migrations: StoreSchema.migrations))
    }
}

extension StoreSchema {
    /// The application that the store sells for; nil if there is no store yet.
    fileprivate static func application(_ database: Database) throws -> AppIdentity? {
        guard try database.tableExists("application") else { return nil }
        return try ApplicationTable.identity(SQLiteTransaction(database: database))
    }
}
