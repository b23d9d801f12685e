internal import GRDB
package import Storage
package import StoreModel
package import StoreRules

// Opens the store in a folder, on SQLite. It is used by `OpenStore` (embedded), by `LocalStore`, and by a
// server without `--database`.
extension AppStore {
    /// Opens the store in `directory`, on its file `store.sqlite`. The first run makes it there.
    ///
    /// - Parameters:
    ///   - directory: where the store keeps its files.
    ///   - catalogue: what is on sale.
    ///   - wanted: the application that the store sells for. A store for another one is not opened.
    ///   - renewsCertificates: whether certificates that were lost are made anew.
    ///   - followers: the followers of what happens there.
    ///   - time: the clock for the dates of purchases and for the delay in the settings.
    ///   - isServed: whether a server opens it, so that many write at once.
    ///   - passwordRounds: the cost of hashing a new password, as scrypt's N; tests make many accounts.
    ///   - log: gets messages for the store's operator.
    package convenience init(
        directory: DataDirectory, catalogue: Catalogue,
        application wanted: WantedApplication = WantedApplication(), renewsCertificates: Bool = true,
        followers: [any FactFollower] = [], time: TimeSource = .system,
        isServed: Bool = false, passwordRounds: Int? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        // If the store belongs to another application, it is refused before a byte of it is changed.
        let file = try DatabaseFile(
            path: directory.file("store.sqlite"), migrations: StoreSchema.migrations,
            isServed: isServed
        ) { database in
            if let known = try StoreSchema.application(database) {
                try wanted.check(known, in: directory.path)
            }
        }
        try self.init(
            database: SQLiteEngine(file: file), keys: directory, catalogue: catalogue, application: wanted,
            renewsCertificates: renewsCertificates, followers: followers, time: time,
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
        let transaction = SQLiteTransaction(database: database)
        // `tableExists` would read the whole schema, which takes as long as everything else here.
        let sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'application'"
        return try transaction.rows(sql).isEmpty ? nil : ApplicationTable.identity(transaction)
    }
}
