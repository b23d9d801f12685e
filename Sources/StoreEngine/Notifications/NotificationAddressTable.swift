internal import StoreDatabase
internal import StoreModel

/// Where the developer's server takes notifications: one address for each environment.
enum NotificationAddressTable {
    static func address(in environment: StoreEnvironment, _ database: any StoreTransaction) throws -> String? {
        let sql = "SELECT address FROM notificationAddress WHERE environment = ?"
        return try database.value(String.self, sql, [environment.rawValue])
    }

    static func set(_ address: String?, in environment: StoreEnvironment, _ database: any StoreTransaction) throws {
        if let address {
            try database.execute(
                """
                INSERT INTO notificationAddress (environment, address) VALUES (?, ?)
                ON CONFLICT (environment) DO UPDATE SET address = excluded.address
                """, [environment.rawValue, address])
        } else {
            try database.execute("DELETE FROM notificationAddress WHERE environment = ?", [environment.rawValue])
        }
    }
}
