internal import Glibc
internal import Storage
internal import StoreModel
internal import StoreRules

#if Postgres
internal import StorePostgres
#endif

// A database that several servers may share, and the secret that seals its keys.
extension DataOptions {
    /// Whether the database is PostgreSQL and is down, starting, failing over or full.
    var isDatabaseAway: Bool {
        #if Postgres
        address.map(PostgresEngine.isAway(address:)) ?? false
        #else
        false
        #endif
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
}
