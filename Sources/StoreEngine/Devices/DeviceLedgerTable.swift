internal import StoreDatabase
internal import StoreModel

/// The end of each device's credit ledger, as the device showed it last. The store cannot read it: it only sees whether it is the
/// one that it took before.
enum DeviceLedgerTable {
    /// Takes the end of a device's ledger, if it comes after the one that the store has. Returns the one that the store
    /// has, where it is neither this one nor the one before it.
    static func take(
        _ claim: LedgerClaim, of device: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> SealedLedgerHead? {
        let sql = "SELECT head FROM device_ledger WHERE account = ? AND device = ?"
        let known = try database.value(String.self, sql, [account.rawValue, device])
            .flatMap(SealedLedgerHead.init(rawValue:))
        guard known != claim.head else { return nil }
        if let known, known != claim.before { return known }
        try database.execute(
            """
            INSERT INTO device_ledger (account, device, head) VALUES (?, ?, ?)
            ON CONFLICT (account, device) DO UPDATE SET head = excluded.head
            """, [account.rawValue, device, claim.head.rawValue])
        return nil
    }

    /// Has a device begin with the end of another one's ledger, of which it has a copy.
    static func copy(
        from device: String, to successor: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws {
        try database.execute(
            """
            INSERT INTO device_ledger (account, device, head)
            SELECT account, ?, head FROM device_ledger WHERE account = ? AND device = ?
            ON CONFLICT (account, device) DO UPDATE SET head = excluded.head
            """, [successor, account.rawValue, device])
    }
}
