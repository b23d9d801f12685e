internal import Storage
package import StoreModel
package import StoreRules
internal import StoreSQLite
package import Testing

#if Postgres
package import StorePostgres
#endif

/// The engine that the rules are tested on: SQLite, or PostgreSQL if `MONKEYSTORE_TEST_POSTGRES` has the URL
/// of a database.
package enum TestedEngine {
    package static let isPostgres = TestedDatabase.address != nil

    #if Postgres
    /// The engine, with a schema of its own for each folder.
    package static func postgres(for folder: String) throws -> PostgresEngine {
        try PostgresEngine(address: TestedDatabase.address(for: folder))
    }
    #endif
}

extension Trait where Self == ConditionTrait {
    /// For tests that look into SQLite's file, its query plans or its triggers.
    package static var onSQLite: Self {
        .enabled(if: !TestedEngine.isPostgres, "The test looks into SQLite itself.")
    }
}

extension AppStore {
    /// Opens the store in a folder, on the tested engine. Its keys are in the folder.
    package convenience init(
        testedIn folder: String, catalogue: Catalogue? = nil,
        application: WantedApplication = WantedApplication(),
        followers: [any FactFollower] = AppStore.followers,
        time: TimeSource = .system, passwordRounds: Int? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        let catalogue = try catalogue ?? .bundled()
        #if Postgres
        if TestedEngine.isPostgres {
            try self.init(
                database: TestedEngine.postgres(for: folder), keys: DataDirectory(path: folder),
                catalogue: catalogue, application: application, followers: followers, time: time,
                passwordRounds: passwordRounds, log: log)
            return
        }
        #endif
        try self.init(
            directory: DataDirectory(path: folder), catalogue: catalogue, application: application,
            followers: followers, time: time, passwordRounds: passwordRounds, log: log)
    }

    /// Opens the store in a database, with its keys elsewhere. New passwords are hashed fast.
    package convenience init(
        testedOn database: any DatabaseEngine, keys: any KeyStore, catalogue: Catalogue? = nil,
        followers: [any FactFollower] = AppStore.followers, time: TimeSource = .system,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        try self.init(
            database: database, keys: keys, catalogue: catalogue ?? .bundled(),
            application: WantedApplication(), followers: followers, time: time, passwordRounds: 2, log: log)
    }

    #if Postgres
    /// Opens the store as one of the servers that share the database of a folder.
    package convenience init(
        sharedIn folder: String, secret: String = "the secret of all servers",
        without product: ProductIdentifier? = nil, time: TimeSource,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        let engine = try TestedEngine.postgres(for: folder)
        try self.init(
            testedOn: engine, keys: SealedKeys(in: engine) { _ in secret },
            catalogue: SubscriptionFixture.catalogue(without: product), time: time, log: log)
    }
    #endif
}
