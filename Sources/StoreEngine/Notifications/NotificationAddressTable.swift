internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// Where the developer's server takes notifications: one address for each environment.
enum NotificationAddressTable {
    static let migration = DatabaseFile.Migration("notification addresses") { database in
        try database.execute(
            sql: """
                CREATE TABLE notificationAddress (
                    environment TEXT PRIMARY KEY,
                    address TEXT NOT NULL
                ) STRICT
                """)
    }

    static func address(in environment: StoreEnvironment, _ database: Database) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "SELECT address FROM notificationAddress WHERE environment = ?")
        return try String.fetchOne(statement, arguments: [environment.rawValue])
    }

    static func set(_ address: String?, in environment: StoreEnvironment, _ database: Database) throws {
        if let address {
            try database.execute(
                sql: "INSERT OR REPLACE INTO notificationAddress VALUES (?, ?)",
                arguments: [environment.rawValue, address])
        } else {
            try database.execute(
                sql: "DELETE FROM notificationAddress WHERE environment = ?", arguments: [environment.rawValue])
        }
    }
}
