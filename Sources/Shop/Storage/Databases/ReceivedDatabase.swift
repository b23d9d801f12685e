internal import GRDB
package import StoreModel

/// Checks a database from outside, such as a snapshot, for `SQLiteEngine`. It is only accepted if its schema
/// is, word for word, one that this program made. So nothing that a sender wrote is ever run.
package enum ReceivedDatabase {
    private static let path = "what was received"

    /// The contents, with the steps of the schema that they lack.
    ///
    /// - Throws: `StorageError.newerVersion` if it has more steps, `.earlierBuild` if it lacks the first one;
    ///   `.damaged` for anything else that is not such a database.
    package static func checked(
        _ contents: [UInt8], migrations: [DatabaseFile.Migration]
    ) throws(StorageError) -> [UInt8] {
        do {
            let queue = try DatabaseQueue()
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
                try database.deserialize(contents)
            }
            try queue.read { try check($0, migrations) }
            try DatabaseMigrator(migrations).migrate(queue)
            return try queue.writeWithoutTransaction { try $0.serialize() }
        } catch let error as StorageError {
            throw error
        } catch {
            throw .damaged(path: path)
        }
    }

    private static func check(_ database: Database, _ migrations: [DatabaseFile.Migration]) throws {
        let migrator = DatabaseMigrator(migrations)
        // Even the list of the steps is only read if it is a table as GRDB makes it.
        let list = "grdb_migrations"
        let objects = try Object.all(database)
        guard
            try Object.all(of: migrator).filter({ $0.table == list }) == objects.filter({ $0.table == list })
        else {
            throw StorageError.damaged(path: path)
        }
        try migrator.checkVersion(of: database, at: path)
        let steps = try migrator.appliedIdentifiers(database)
        guard let last = migrations.prefix(steps.count).last,
            steps == Set(migrations.prefix(steps.count).map(\.identifier)),
            try Object.all(of: migrator, upTo: last.identifier) == objects,
            try String.fetchOne(database, sql: "PRAGMA encoding") == "UTF-8",
            // This checks the types and rules of all columns, too.
            try String.fetchAll(database, sql: "PRAGMA integrity_check(1)") == ["ok"],
            try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil
        else { throw StorageError.damaged(path: path) }
    }

    /// An entry of the schema. SQLite itself has nothing missing but the SQL of some; a sender may.
    private struct Object: Hashable {
        let type: String?
        let name: String?
        let table: String?
        let sql: String?

        static func all(_ database: Database) throws -> Set<Object> {
            let rows = try Row.fetchAll(database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema")
            return Set(
                rows.map { row in
                    func text(_ index: Int) -> String? { String.fromDatabaseValue(row[index]) }
                    return Object(type: text(0), name: text(1), table: text(2), sql: text(3))
                })
        }

        /// The entries that the steps make.
        static func all(of migrator: DatabaseMigrator, upTo step: String? = nil) throws -> Set<Object> {
            let queue = try DatabaseQueue()
            if let step { try migrator.migrate(queue, upTo: step) } else { try migrator.migrate(queue) }
            return try queue.read(all)
        }
    }
}
