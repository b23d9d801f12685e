internal import StoreModel

/// Makes the due renewals of all accounts, for `AppStore.makeDueRenewals` and before settings change. They
/// are made in the order of their dates; after them come unpaid subscriptions that may be paid now. Each step
/// is a transaction with a few moves. A program that is killed goes on from there at its next start, and
/// purchases wait for one step at most.
struct RenewalRun {
    /// How many steps of due renewals take as long as one check of a page of unpaid subscriptions.
    private static let stepsPerPage = 10
    /// How many unpaid subscriptions one step checks.
    private static let unpaidPage = 100

    private let store: AppStore
    /// The moment on the machine's clock up to which it makes what is due. Renewals may fall due faster than
    /// they are made, so a run with a later end at each step might have no end.
    private let now: Timestamp
    private var place = SubscriptionTable.Place.start
    /// The place among the subscriptions of accounts with their own clocks.
    private var ownPlace = SubscriptionTable.Place.start
    private var check: UnpaidCheckTable.Check?

    init(_ store: AppStore) {
        self.store = store
        now = store.time.now()
    }

    /// Makes steps until nothing is left to do, at most `limit`.
    mutating func makeAll(atMost limit: Int) throws {
        var rest = limit
        while rest > 0 {
            if try makeDue() {
                rest -= 1
            } else if try checkUnpaid() {
                rest -= Self.stepsPerPage
            } else {
                return
            }
        }
    }

    /// Moves the first few due subscriptions after `place`. One that moves is due again later, and comes
    /// again then. One that cannot be read does not hold up the others. Returns false if none was due.
    mutating func makeDue() throws -> Bool {
        if try makeDue(
            after: &place, { try SubscriptionTable.due(at: now, after: $1, limit: $2, $0) })
        {
            return true
        }
        return try makeDue(after: &ownPlace) {
            try SubscriptionTable.dueOfOwnClocks(at: now, after: $1, limit: $2, $0)
        }
    }

    private func makeDue(
        after place: inout SubscriptionTable.Place,
        _ find: (any StoreTransaction, SubscriptionTable.Place, Int) throws -> [SubscriptionTable.Place]
    ) throws -> Bool {
        guard try store.database.read({ [place] in try !find($0, place, 1).isEmpty }) else { return false }
        let limit = Checkout.mostMovesAtOnce
        place = try store.database.write { [place] database in
            var (rest, last) = (limit, place)
            // While this waited for its turn, another server may have moved the first ones.
            for next in try find(database, place, limit) where rest > 0 {
                rest -= try move(next.original, atMost: rest, database)
                last = next
            }
            return last
        }
        return true
    }

    /// Checks a page of the unpaid subscriptions, and writes only if one of them moves.
    private mutating func checkUnpaid() throws -> Bool {
        guard let page = try store.database.read({ try nextPage($0) }) else { return false }
        var check = page.check
        guard let last = page.last else {
            try store.database.write { try UnpaidCheckTable.advance(check, to: nil, $0) }
            return false
        }
        check.checkedThrough = last
        if !page.movable.isEmpty {
            let rest = try store.database.write { database in
                var rest = Checkout.mostMovesAtOnce
                for original in page.movable where rest > 0 {
                    rest -= try move(original, atMost: rest, database)
                    if rest == 0 { check.checkedThrough = original }
                }
                try UnpaidCheckTable.advance(check, to: check.checkedThrough, database)
                return rest
            }
            // The last one may have more moves due than were left for it. Now that it is paid, it is due
            // by date.
            if rest == 0 {
                place = .start
                ownPlace = .start
            }
        }
        self.check = check
        return true
    }

    private struct Page {
        let check: UnpaidCheckTable.Check
        /// The number of the last one; nil if there are no more.
        var last: Int64?
        /// The subscriptions on the page that can move now.
        var movable: [Int64] = []
    }

    /// The next page to check; nil if no check is wanted.
    private func nextPage(_ database: any StoreTransaction) throws -> Page? {
        guard var current = try UnpaidCheckTable.current(database) else { return nil }
        // Pages on which nothing moved are not recorded.
        if let check, check.round == current.round {
            current.checkedThrough = max(current.checkedThrough, check.checkedThrough)
        }
        let state = try SettingsTable.state(database)
        var page = Page(check: current)
        for entry in try SubscriptionTable.unpaid(
            after: current.checkedThrough, limit: Self.unpaidPage, database)
        {
            page.last = entry.original
            guard let subscription = entry.subscription else { continue }
            let settings = try state.settings(of: subscription.account, database)
            guard subscription.isBehind(at: store.date(settings), store.rules(settings)) else { continue }
            page.movable.append(entry.original)
        }
        return page
    }

    /// Moves a subscription. Another program may have been first.
    private func move(_ original: Int64, atMost limit: Int, _ database: any StoreTransaction) throws -> Int {
        let moves = try database.attempt {
            guard let subscription = try SubscriptionTable.find(original: original, database),
                let account = try AccountTable.find(subscription.account, database)
            else { return 0 }
            return try store.checkout(for: account, database).catchUp(subscription, atMost: limit, database)
        }
        do { return try moves.get() } catch {
            store.log("A subscription does not renew: \(error)")
            return 0
        }
    }
}

/// The progress of a check of all unpaid subscriptions, in one row. Time moves these subscriptions when they
/// are due, and their customers move them when they do something. All of them must be checked only after a
/// change that concerns all: the settings let renewals succeed again, or the catalogue may have changed.
enum UnpaidCheckTable {
    struct Check: Hashable, Sendable {
        /// The check's number. A change in the meantime begins another check.
        let round: Int64
        /// All subscriptions up to this number have been checked.
        var checkedThrough: Int64
    }

    /// The check that is to go on; nil if there is none.
    static func current(_ database: any StoreTransaction) throws -> Check? {
        let sql = "SELECT round, behind FROM unpaidCheck WHERE behind IS NOT NULL"
        return try database.row(sql).map { Check(round: $0["round"], checkedThrough: $0["behind"]) }
    }

    static func begin(_ database: any StoreTransaction) throws {
        try database.execute("UPDATE unpaidCheck SET round = round + 1, behind = 0")
    }

    /// Records how far a check has come, if it is still the current one. `number` is nil at its end.
    static func advance(_ check: Check, to number: Int64?, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE unpaidCheck SET behind = ? WHERE round = ?", [number, check.round])
    }
}
