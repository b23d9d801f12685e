internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// Devices whose purchases moved to another one, on which their backup was restored. A device moves away once: it takes a new
/// identifier then.
enum DeviceMoveTable {
    static let migration = DatabaseFile.Migration("device moves") { database in
        try database.execute(
            sql: """
                CREATE TABLE device_move (
                    account TEXT NOT NULL REFERENCES account (identifier),
                    device TEXT NOT NULL,
                    successor TEXT NOT NULL,
                    PRIMARY KEY (account, device)
                ) STRICT, WITHOUT ROWID
                """)
    }

    /// The device that took over the purchases of a device; nil where it has them itself.
    static func successor(
        of device: String, of account: AccountIdentifier, _ database: Database
    ) throws -> String? {
        let statement = try database.cachedStatement(
            sql: "SELECT successor FROM device_move WHERE account = ? AND device = ?")
        return try String.fetchOne(statement, arguments: [account.rawValue, device])
    }

    /// The device that has now what a device once had.
    static func holder(of device: String, of account: AccountIdentifier, _ database: Database) throws -> String {
        var holder = device
        while let next = try successor(of: holder, of: account, database) { holder = next }
        return holder
    }

    static func removeAll(of account: AccountIdentifier, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM device_move WHERE account = ?", arguments: [account.rawValue])
    }

    static func insert(
        _ device: String, successor: String, of account: AccountIdentifier, _ database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO device_move VALUES (?, ?, ?)", arguments: [account.rawValue, device, successor])
    }
}
