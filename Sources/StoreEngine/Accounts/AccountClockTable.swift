internal import StoreDatabase
internal import StoreModel

/// The clocks that belong to one account each. Most stores have none.
enum AccountClockTable {
    /// A clock in the words of the settings.
    struct Clock: Hashable, Sendable {
        var clockOffsetMilliseconds: Int64
        var frozenAt: Timestamp?
    }

    static func find(_ account: AccountIdentifier, _ database: any StoreTransaction) throws -> Clock? {
        try database.row("SELECT ahead, frozenAt FROM accountClock WHERE account = ?", [account.rawValue]).map(clock)
    }

    static func all(_ database: any StoreTransaction) throws -> [Clock] {
        try database.rows("SELECT ahead, frozenAt FROM accountClock").map(clock)
    }

    static func set(_ clock: Clock, of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        let sql = """
            INSERT INTO accountClock (account, ahead, frozenAt) VALUES (?, ?, ?)
            ON CONFLICT (account) DO UPDATE SET ahead = excluded.ahead, frozenAt = excluded.frozenAt
            """
        try database.execute(
            sql, [account.rawValue, clock.clockOffsetMilliseconds, clock.frozenAt?.milliseconds])
    }

    static func remove(_ account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM accountClock WHERE account = ?", [account.rawValue])
    }

    private static func clock(_ row: StoreRow) -> Clock {
        Clock(
            clockOffsetMilliseconds: row["ahead"],
            frozenAt: (row["frozenAt"] as Int64?).map(Timestamp.init(milliseconds:)))
    }
}

extension SettingsTable.State {
    /// The settings for an account: where it has a clock of its own, that one takes the place of the store's.
    func settings(of account: AccountIdentifier, _ database: any StoreTransaction) throws -> StoreSettings {
        guard hasAccountClocks, let clock = try AccountClockTable.find(account, database) else { return settings }
        var settings = settings
        settings.clockOffsetMilliseconds = clock.clockOffsetMilliseconds
        settings.frozenAt = clock.frozenAt
        return settings
    }
}
