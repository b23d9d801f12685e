internal import StoreModel
internal import StoreRules

/// The addresses at which a developer's server takes notifications, one for each environment. Administrators
/// and the options of `serve` set it, and `NotificationSender` gets it from `NotificationOutbox`.
enum NotificationAddressTable {
    /// Nil also if the stored address is no longer accepted.
    static func address(
        in environment: StoreEnvironment, _ database: any StoreReader
    ) throws -> HTTPAddress? {
        let row = try database.rows(read).first { ($0["environment"] as String) == environment.rawValue }
        return row.flatMap { HTTPAddress(rawValue: $0["address"]) }
    }

    /// It has no arguments, so writes that share a transaction read it once.
    static let read = StoreRead("SELECT environment, address FROM notificationAddress")

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
