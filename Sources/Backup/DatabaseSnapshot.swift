internal import FileSystem
internal import GRDB
internal import SQLiteStorage

/// Copies databases for a `DataSnapshot`, while other programs may use them.
enum DatabaseSnapshot {
    /// Copies a database as it is now, and calls `body` before another program writes to it. Throws `StorageError`, and
    /// whatever `body` throws.
    static func copy(_ source: String, to destination: String, then body: () throws -> Void) throws {
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            let holder = try DatabaseQueue(path: source, configuration: configuration)
            let reader = try DatabaseQueue(path: source, configuration: configuration)
            try holder.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    // A transaction cannot copy the database that it is in, so another connection does.
                    try reader.writeWithoutTransaction {
                        try $0.execute(sql: "VACUUM INTO ?", arguments: [destination])
                    }
                    try body()
                    return .rollback
                }
            }
        } catch let error as DatabaseError {
            throw StorageError(error, path: source)
        }
    }
}
