internal import StoreDatabase
internal import StoreModel

/// Devices whose purchases moved to another one, on which their backup was restored. A device moves away once: it takes a new
/// identifier then.
enum DeviceMoveTable {
    /// The device that took over the purchases of a device; nil where it has them itself.
    static func successor(
        of device: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> String? {
        try database.value(String.self, read(device, of: account))
    }

    static func read(_ device: String, of account: AccountIdentifier) -> StoreRead {
        StoreRead(
            "SELECT successor FROM device_move WHERE account = ? AND device = ?", [account.rawValue, device],
            from: "device_move", of: account.rawValue)
    }

    /// The device that now has the purchases of a device.
    static func holder(of device: String, of account: AccountIdentifier, _ database: any StoreTransaction) throws
        -> String
    {
        var holder = device
        while let next = try successor(of: holder, of: account, database) { holder = next }
        return holder
    }

    static func removeAll(of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM device_move WHERE account = ?", [account.rawValue])
    }

    static func insert(
        _ device: String, successor: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws {
        try database.execute("INSERT INTO device_move VALUES (?, ?, ?)", [account.rawValue, device, successor])
    }
}
