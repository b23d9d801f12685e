package import StoreModel

/// The table of subscriptions: one row for each account and group, from the first purchase on. `Checkout`
/// saves them, `RenewalRun` looks there for what is due, and the Server API reads the table.
package enum SubscriptionTable {
    /// The row of an account and a group. `AppStore` finds the subscription in a group of its catalogue.
    static func find(
        group: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> Subscription? {
        let sql = "SELECT original, state FROM subscription WHERE account = ? AND groupIdentifier = ?"
        return try database.row(sql, [account, group]).map(decode)
    }

    package static func find(original: Int64, _ database: any StoreTransaction) throws -> Subscription? {
        try database.row("SELECT original, state FROM subscription WHERE original = ?", [original]).map(
            decode)
    }

    /// The subscription of the period that a purchase paid for; nil if the purchase was for something else.
    package static func find(
        of record: PurchaseRecord, _ database: any StoreTransaction
    ) throws -> Subscription? {
        try record.period.flatMap { try find(original: $0.subscription, database) }
    }

    /// An account's subscriptions, the oldest first.
    package static func all(
        of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> [Subscription] {
        let sql = "SELECT original, state FROM subscription WHERE account = ? ORDER BY original"
        return try database.rows(sql, [account]).map(decode)
    }

    /// All subscriptions, the oldest first.
    package static func all(_ database: any StoreTransaction) throws -> [Subscription] {
        try database.rows("SELECT original, state FROM subscription ORDER BY original").map(decode)
    }

    /// The subscriptions of an account that may move at `now`: those that are due, and the unpaid ones. They
    /// come in the order of their due dates, those without a date first. One that cannot be read is skipped,
    /// so that it does not hold up the customer's other requests.
    static func due(
        at now: Timestamp, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> [Subscription] {
        try database.rows(read(account)).filter { row in
            row["isUnpaid"] || (row["due"] as Timestamp?).map { $0 <= now } == true
        }.sorted { order($0) < order($1) }.compactMap { try? decode($0) }
    }

    private static func order(_ row: StoreRow) -> (due: Int64, original: Int64) {
        ((row["due"] as Int64?) ?? .min, row["original"])
    }

    /// The subscriptions of an account that will be due, and the unpaid ones, in any order: nearly always
    /// there is at most one, so the database does not sort for each request.
    static func read(_ account: AccountIdentifier) -> StoreRead {
        StoreRead(dueOfAccount, [account])
    }

    static let dueOfAccount = """
        SELECT original, state, due, isUnpaid FROM subscription WHERE account = ? AND (due IS NOT NULL OR isUnpaid)
        """

    /// A subscription's place in the order of due dates.
    struct Place: Hashable, Sendable {
        let due: Int64
        let original: Int64

        static let start = Place(due: .min, original: 0)
    }

    /// The first subscriptions after `place` that are due at `now`, a moment on the machine's clock, of all
    /// accounts that follow the store's clock.
    static func due(
        at now: Timestamp, after place: Place, limit: Int, _ database: any StoreTransaction
    ) throws -> [Place] {
        let state = try SettingsTable.state(database)
        let sql = dueOfEverybody(except: state.hasAccountClocks ? havingClocks : "")
        let date = state.settings.moment(at: now)
        return try places(database.rows(sql, [date, place.due, place.original, limit]))
    }

    static func dueOfEverybody(except: String = "") -> String {
        """
        SELECT due, original FROM subscription WHERE due <= ?1 AND (due, original) > (?2, ?3)\(except)
        ORDER BY due, original LIMIT ?4
        """
    }

    private static let havingClocks = " AND account NOT IN (SELECT account FROM accountClock)"

    /// The same for all accounts with their own clocks.
    static func dueOfOwnClocks(
        at now: Timestamp, after place: Place, limit: Int, _ database: any StoreTransaction
    ) throws -> [Place] {
        guard try SettingsTable.state(database).hasAccountClocks else { return [] }
        return try places(database.rows(dueOfOwnClocks, [now, place.due, place.original, limit]))
    }

    static let dueOfOwnClocks = """
        SELECT due, original FROM accountClock CROSS JOIN subscription
        WHERE subscription.account = accountClock.account AND due <= coalesce(frozenAt, ?1 + ahead)
            AND (due, original) > (?2, ?3)
        ORDER BY due, original LIMIT ?4
        """

    private static func places(_ rows: [StoreRow]) -> [Place] {
        rows.map { Place(due: $0["due"], original: $0["original"]) }
    }

    /// When a subscription is next due after `now`, on the store's clock.
    static func nextDue(
        after now: Timestamp, _ state: SettingsTable.State, _ database: any StoreTransaction
    ) throws -> Timestamp? {
        let sql = nextDue + (state.hasAccountClocks ? havingClocks : "")
        return try database.value(Timestamp.self, sql, [now])
    }

    static let nextDue = "SELECT min(due) FROM subscription WHERE due > ?"

    /// When a subscription of an account with its own clock is next due after `now`; both are on the
    /// machine's clock.
    static func nextDueOfOwnClocks(
        after now: Timestamp, _ database: any StoreTransaction
    ) throws -> Timestamp? {
        try database.value(Timestamp.self, nextDueOfOwnClocks, [now])
    }

    static let nextDueOfOwnClocks = """
        SELECT min(due - ahead) FROM accountClock CROSS JOIN subscription
        WHERE subscription.account = accountClock.account AND frozenAt IS NULL AND due - ahead > ?
        """

    /// The first unpaid subscriptions of all accounts after a number; nil for those that cannot be read.
    static func unpaid(
        after original: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [(original: Int64, subscription: Subscription?)] {
        try database.rows(unpaidOfEverybody, [original, limit]).map { ($0["original"], try? decode($0)) }
    }

    static let unpaidOfEverybody = """
        SELECT original, state FROM subscription INDEXED BY subscriptionUnpaid WHERE isUnpaid AND original > ?
        ORDER BY original LIMIT ?
        """

    static func save(_ subscription: Subscription, _ database: any StoreTransaction) throws {
        var subscription = subscription
        subscription.changes += 1
        let sql = """
            INSERT INTO subscription VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (original) DO UPDATE SET due = excluded.due, isUnpaid = excluded.isUnpaid,
                state = excluded.state
            """
        try database.update(
            sql,
            [
                subscription.original, subscription.account, subscription.group, subscription.due,
                subscription.isUnpaid, try SentJSON.text(subscription),
            ], changing: [(read(subscription.account), .isUnknown)])
    }

    static func remove(_ subscription: Subscription, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM subscription WHERE original = ?", [subscription.original])
    }

    /// What is wrong with the rows that cannot be read, or do not agree with the subscriptions in them, and
    /// with subscriptions that are not revoked although their last period is not paid.
    static func faults(_ database: any StoreTransaction) throws -> [String] {
        var faults: [String] = []
        try database.forEachRow("SELECT * FROM subscription ORDER BY original", []) { row in
            do {
                let subscription = try decode(row)
                let original = PurchaseRecord.transactionIdentifier(of: subscription.original)
                let charge = try database.value(
                    String.self, "SELECT status FROM purchase WHERE number = ?", [subscription.transaction])
                if subscription.phase != .revoked, charge != PurchaseStatus.purchased.rawValue {
                    faults.append("The last period of the subscription \(original) is not paid.")
                }
                if subscription.original != row["original"] as Int64
                    || subscription.account != row["account"] || subscription.group != row["groupIdentifier"]
                    || subscription.due != row["due"] || subscription.isUnpaid != row["isUnpaid"]
                {
                    faults.append("The subscription \(original) and its row disagree.")
                }
            } catch { faults.append("\(error)") }
            return true
        }
        return faults
    }

    private static func decode(_ row: StoreRow) throws -> Subscription {
        try Subscription(
            storedJSON: row["state"], table: "subscription", row: row["original"] as Int64, column: "state")
    }
}
