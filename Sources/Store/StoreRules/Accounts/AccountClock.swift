package import StoreModel

/// The clock of one account, its own or the store's. The server's `AdminRoutes` show and move it. Below are
/// the methods for that, the table of the clocks, and the settings that give the rules the account's clock.
package struct AccountClock: Hashable, Sendable, Encodable {
    package let account: AccountIdentifier
    /// Whether the account has its own clock, and does not follow the store's.
    package let isOwn: Bool
    package let date: Timestamp
    package let clockOffsetMilliseconds: Int64
    package let frozenAt: Timestamp?
}

/// Why a clock stays as it is.
package enum AccountClockRefusal: Error, Hashable, Sendable {
    case noAccount
    /// More than a hundred years from the machine's.
    case tooFar
}

/// An account may have its own clock. All that the rules do for the account then has the dates of that clock:
/// purchases, periods, receipts, and what notifications say. Its renewals are due by that clock. A rule reads
/// the clock in its own transaction. Like the store's clock, it can go back: what has happened stays. Numbers
/// and sessions follow the machine's clock; deliveries to the developer's server follow the store's.
extension AppStore {
    package func settings(
        of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> StoreSettings {
        try SettingsTable.state(database).settings(of: account, database)
    }

    package func date(of account: AccountIdentifier, _ database: any StoreTransaction) throws -> Timestamp {
        date(try settings(of: account, database))
    }

    /// The clock of an account, by its identifier or its name. Throws `AccountClockRefusal`
    /// and `StoreAdministrationError`.
    package func clock(of account: String) throws -> AccountClock {
        try administration(orThrowing: AccountClockRefusal.self) {
            try database.read { try clock(of: found(account, $0), $0) }
        }
    }

    /// Moves the clock of an account, and stops or starts it (nil: neither). The account no longer follows
    /// the store's clock. What was due until now is made by the old clock first. What is due then is made
    /// before this returns.
    package func moveClock(
        of account: String, by milliseconds: Int64, isFrozen: Bool?
    ) throws -> AccountClock {
        try changeClock(of: account) { account, database in
            var settings = try settings(of: account, database)
            settings.moveClock(
                by: milliseconds, isFrozen: isFrozen ?? (settings.frozenAt != nil), at: time.now())
            guard settings.hasRightClock(at: time.now()) else { throw AccountClockRefusal.tooFar }
            try AccountClockTable.set(settings, of: account, database)
        }
    }

    /// Lets an account follow the store's clock again.
    package func removeClock(of account: String) throws -> AccountClock {
        try changeClock(of: account, AccountClockTable.remove)
    }

    private func changeClock(
        of account: String, _ change: (AccountIdentifier, any StoreTransaction) throws -> Void
    ) throws -> AccountClock {
        let changed = try administration(orThrowing: AccountClockRefusal.self) {
            try writeCaughtUp(for: { try found(account, $0) }) { checkout, database in
                try change(checkout.account.identifier, database)
                try countClockChange(of: checkout.account.identifier, database)
                return try clock(of: checkout.account, database)
            }
        }
        makeRenewalsAfterChange(of: changed.account)
        updateFeed.refresh()
        renewals.wake()
        return changed
    }

    /// Counts a change to the clock of an account. Other programs learn of it, and check when something
    /// is due.
    func countClockChange(of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try SettingsTable.countClockChange(database)
        try AccountTable.countClockChange(of: account, database)
        tellChange(of: account, database)
    }

    private func clock(of account: Account, _ database: any StoreTransaction) throws -> AccountClock {
        let settings = try settings(of: account.identifier, database)
        return AccountClock(
            account: account.identifier,
            isOwn: try AccountClockTable.find(account.identifier, in: settings, database) != nil,
            date: date(settings),
            clockOffsetMilliseconds: settings.clockOffsetMilliseconds, frozenAt: settings.frozenAt)
    }

    private func found(_ account: String, _ database: any StoreTransaction) throws -> Account {
        guard let found = try AccountTable.find(called: account, database) else {
            throw AccountClockRefusal.noAccount
        }
        return found
    }
}

/// The clocks of single accounts. Most stores have none.
enum AccountClockTable {
    /// `settings` with an account's clock instead of the store's; nil if the account has no clock of its own.
    static func find(
        _ account: AccountIdentifier, in settings: StoreSettings, _ database: any StoreTransaction
    ) throws -> StoreSettings? {
        try database.row("SELECT ahead, frozenAt FROM accountClock WHERE account = ?", [account])
            .map { Self.settings(settings, withClockIn: $0) }
    }

    /// Settings with each of the clocks.
    static func all(_ database: any StoreTransaction) throws -> [StoreSettings] {
        try database.rows("SELECT ahead, frozenAt FROM accountClock")
            .map { Self.settings(StoreSettings(), withClockIn: $0) }
    }

    static func set(
        _ settings: StoreSettings, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws {
        let sql = """
            INSERT INTO accountClock (account, ahead, frozenAt) VALUES (?, ?, ?)
            ON CONFLICT (account) DO UPDATE SET ahead = excluded.ahead, frozenAt = excluded.frozenAt
            """
        try database.execute(sql, [account, settings.clockOffsetMilliseconds, settings.frozenAt])
    }

    static func remove(_ account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM accountClock WHERE account = ?", [account])
    }

    private static func settings(_ settings: StoreSettings, withClockIn row: StoreRow) -> StoreSettings {
        var settings = settings
        settings.clockOffsetMilliseconds = row["ahead"]
        settings.frozenAt = row["frozenAt"]
        return settings
    }
}
