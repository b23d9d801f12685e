internal import StoreDatabase
package import StoreModel

/// The clock that an account follows.
package struct AccountClock: Hashable, Sendable, Encodable {
    package let account: AccountIdentifier
    /// Whether it is the account's own, and not the store's.
    package let isOwn: Bool
    /// What it shows now.
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

/// An account may have a clock of its own. Everything that the rules do for the account then has the dates of that clock: purchases,
/// periods, receipts, and what notifications say; renewals are due by it. It is read in the transaction in which a rule runs.
///
/// Clocks go back as the store's does: what has happened stays. Numbers and sessions follow the machine, and the notifications' way
/// to the developer's server the store.
extension AppStore {
    /// The settings for an account, with its clock.
    func settings(of account: AccountIdentifier, _ database: any StoreTransaction) throws -> StoreSettings {
        try SettingsTable.state(database).settings(of: account, database)
    }

    /// The moment on an account's clock.
    func date(of account: AccountIdentifier, _ database: any StoreTransaction) throws -> Timestamp {
        date(try settings(of: account, database))
    }

    /// The clock of an account, named by its identifier or its name.
    ///
    /// - Throws: `AccountClockRefusal`, `StoreAdministrationError`.
    package func clock(of account: AccountIdentifier) throws -> AccountClock {
        try refusing {
            try database.read { database in
                guard let found = try AccountTable.find(called: account, database) else {
                    throw AccountClockRefusal.noAccount
                }
                return try clock(of: found, database)
            }
        }
    }

    /// Moves the clock of an account, and stops it or lets it go on (nil: as before). One that followed the store's follows it no more.
    /// What was due until now follows the old clock, and what is due then is made before this returns.
    package func moveClock(
        of account: AccountIdentifier, by milliseconds: Int64, isFrozen: Bool?
    ) throws -> AccountClock {
        try changeClock(of: account) { account, database in
            var settings = try settings(of: account, database)
            settings.moveClock(by: milliseconds, isFrozen: isFrozen ?? (settings.frozenAt != nil), at: time.now())
            guard settings.hasRightClock else { throw AccountClockRefusal.tooFar }
            try setClock(settings, of: account, database)
        }
    }

    /// Lets an account follow the store's clock again.
    package func removeClock(of account: AccountIdentifier) throws -> AccountClock {
        try changeClock(of: account) { try AccountClockTable.remove($0, $1) }
    }

    /// Gives an account the clock that is in settings.
    func setClock(
        _ settings: StoreSettings, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws {
        let clock = AccountClockTable.Clock(
            clockOffsetMilliseconds: settings.clockOffsetMilliseconds, frozenAt: settings.frozenAt)
        try AccountClockTable.set(clock, of: account, database)
    }

    private func changeClock(
        of account: AccountIdentifier, _ change: (AccountIdentifier, any StoreTransaction) throws -> Void
    ) throws -> AccountClock {
        let changed = try refusing {
            let account = try writeCaughtUp { database -> Account? in
                guard let found = try AccountTable.find(called: account, database) else {
                    throw AccountClockRefusal.noAccount
                }
                let settings = try settings(of: found.identifier, database)
                let service = SubscriptionService(account: found, store: self, settings: settings)
                guard try service.catchUp(database) else { return nil }
                try change(found.identifier, database)
                // Other servers learn of it, and look when something is due.
                try countChange(for: found.identifier, database)
                return found
            }
            try makeDueRenewals(of: account.identifier)
            return try database.read { try clock(of: account, $0) }
        }
        updateFeed.refresh()
        renewals.wake()
        return changed
    }

    private func clock(of account: Account, _ database: any StoreTransaction) throws -> AccountClock {
        let settings = try settings(of: account.identifier, database)
        return AccountClock(
            account: account.identifier, isOwn: try AccountClockTable.find(account.identifier, database) != nil,
            date: date(settings), clockOffsetMilliseconds: settings.clockOffsetMilliseconds, frozenAt: settings.frozenAt
        )
    }

    private func refusing<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let refusal as AccountClockRefusal { throw refusal } catch {
            throw StoreAdministrationError.serviceUnavailable("\(error)")
        }
    }
}
