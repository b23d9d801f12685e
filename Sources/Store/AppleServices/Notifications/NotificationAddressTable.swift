internal import StoreModel
internal import StoreRules

/// The addresses at which a developer's server takes notifications, one for each environment. Administrators
/// and the options of `serve` set it, and `NotificationSender` gets it from `NotificationOutbox`.
enum NotificationAddressTable {
    /// Nil also if the stored address is no longer accepted.
    static func address(
        in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> HTTPAddress? {
        try address(database.rows(read(environment)))
    }

    /// The address now.
    static func address(
        in environment: StoreEnvironment, of database: any DatabaseEngine
    ) throws -> HTTPAddress? {
        try address(database.rows(read(environment)))
    }

    private static func address(_ rows: [StoreRow]) -> HTTPAddress? {
        let address: String? = rows.first?["address"]
        return address.flatMap(HTTPAddress.init(rawValue:))
    }

    static func read(_ environment: StoreEnvironment) -> StoreRead {
        StoreRead(
            "SELECT address FROM notificationAddress WHERE environment = ?", [environment])
    }

    static func set(
        _ address: String?, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws {
        if let address {
            try database.execute(
                """
                INSERT INTO notificationAddress (environment, address) VALUES (?, ?)
                ON CONFLICT (environment) DO UPDATE SET address = excluded.address
                """, [environment, address])
        } else {
            try database.execute("DELETE FROM notificationAddress WHERE environment = ?", [environment])
        }
        try SettingsTable.countChange(database)
    }
}
