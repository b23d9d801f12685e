internal import StoreDatabase
package import StoreModel

/// Moves a device's purchases to another device, on which its backup was restored: the server's purchase routes call
/// `takeOver`. Below are the tables of such moves, and of the ends of devices' credit ledgers. `AccountSession.answer`
/// refuses a device that has moved away, or whose ledger was set back.
extension AccountSession {
    /// Takes over the purchases of a device whose backup was restored on this one, from the device that has them by
    /// now: the last device that asks gets them. All of them are told to this device again, because the backup may be
    /// older than some. A repetition changes nothing. Throws `StoreError.deviceMoved` where this device's own purchases
    /// moved on; `.paymentInvalid` where it has no name.
    package func takeOver(from device: String) async throws(StoreError) {
        guard let own = self.device else { throw .paymentInvalid }
        try await answer { checkout, database in try checkout.moveDevice(from: device, to: own, database) }
        store.updateFeed.refresh()
    }
}

extension Checkout {
    /// Moves what a device has to another one, which has not moved away itself.
    fileprivate func moveDevice(from device: String, to successor: String, _ database: any StoreTransaction) throws {
        let holder = try DeviceMoveTable.holder(of: device, of: account.identifier, database)
        guard holder != successor else { return }
        try DeviceMoveTable.insert(holder, successor: successor, of: account.identifier, database)
        try DeviceLedgerTable.copy(from: holder, to: successor, of: account.identifier, database)
        try store.purchaseTable.move(from: holder, to: successor, of: account.identifier, database)
        for var subscription in try SubscriptionTable.all(of: account.identifier, database)
        where subscription.device == holder {
            subscription.device = successor
            try SubscriptionTable.save(subscription, database)
        }
        // The other machine hears of it, if it listens.
        try store.countChange(for: account.identifier, database)
    }
}

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
            "SELECT successor FROM device_move WHERE account = ? AND device = ?", [account, device],
            from: "device_move", of: account.rawValue)
    }

    /// The device that has the purchases of a device by now. All devices on the way have it as their successor then, so
    /// that no way is walked twice. Right only in a write transaction.
    static func holder(
        of device: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> String {
        var (holder, way) = (device, [String]())
        while let next = try successor(of: holder, of: account, database) {
            way.append(holder)
            holder = next
        }
        for device in way.dropLast() {
            try database.execute(
                "UPDATE device_move SET successor = ? WHERE account = ? AND device = ?", [holder, account, device])
        }
        return holder
    }

    static func removeAll(of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM device_move WHERE account = ?", [account])
    }

    static func insert(
        _ device: String, successor: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws {
        try Devices.checkRoom(in: "device_move", of: account, database)
        try database.execute("INSERT INTO device_move VALUES (?, ?, ?)", [account, device, successor])
    }
}

/// How many devices an account may have: a request names its own, and each takes up a row.
enum Devices {
    static let most: Int64 = 1000

    /// Throws `StoreError.tooManyDevices` if a table has no room for another device of the account.
    static func checkRoom(
        in table: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws {
        let count = try database.value(Int64.self, "SELECT count(*) FROM \(table) WHERE account = ?", [account]) ?? 0
        guard count < most else { throw StoreError.tooManyDevices }
    }
}

/// The end of each device's credit ledger, as the device showed it last. The store cannot read it: it only sees whether it is the
/// one that it took before.
enum DeviceLedgerTable {
    /// Takes the end of a device's ledger, if it comes after the one that the store has. Returns the one that the store
    /// has, where it is neither this one nor the one before it.
    static func take(
        _ claim: LedgerClaim, of device: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> SealedLedgerHead? {
        let sql = "SELECT head FROM device_ledger WHERE account = ? AND device = ?"
        let known = try database.value(String.self, sql, [account, device])
            .flatMap(SealedLedgerHead.init(rawValue:))
        guard known != claim.head else { return nil }
        if let known, known != claim.before { return known }
        if known == nil { try Devices.checkRoom(in: "device_ledger", of: account, database) }
        try database.execute(
            """
            INSERT INTO device_ledger (account, device, head) VALUES (?, ?, ?)
            ON CONFLICT (account, device) DO UPDATE SET head = excluded.head
            """, [account, device, claim.head.rawValue])
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
            """, [successor, account, device])
    }
}
