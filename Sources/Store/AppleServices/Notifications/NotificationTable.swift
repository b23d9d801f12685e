internal import StoreModel
internal import StoreRules

/// The table of notifications, each with what is still to be done about it. `AppStore.notify` adds to it, and
/// `NotificationOutbox`, the delivery log and the Server API's history read it. Apple keeps notifications for
/// 180 days. Here a notification is also kept for 180 days, on the store's clock, and for longer if it is
/// still to be delivered.
enum NotificationTable {
    /// How long a notification is kept after it was made, or longer if an attempt is still due.
    static let life = Duration.seconds(180 * 86_400)

    struct Entry: Sendable {
        /// Its place in the order in which they were made; 0 before it is recorded.
        var number: Int64 = 0
        let uuid: String
        let environment: StoreEnvironment
        let type: String
        let subtype: String?
        let purchase: Int64?
        let created: Timestamp
        let signed: String
        var isDelivered = false
        /// When the next attempt is due; nil if no attempt is.
        var nextAttempt: Timestamp?
        /// Until when one of several servers has claimed it, on the machine's clock.
        var claimedUntil: Timestamp?
    }

    /// The attempts that the store makes by itself, whatever attempts somebody asks for in between.
    struct Schedule: Sendable {
        /// When the next one is due; nil if no attempt is.
        var due: Timestamp?
        /// How many of them have failed.
        var failures: Int
    }

    /// Adds a notification, at the machine's time `now`. `due` is the date of its first attempt, or
    /// `NotificationDelivery.atOnce`; nil if it is not to be sent.
    static func insert(
        _ entry: Entry, at now: Timestamp, dueAt due: Timestamp?, _ database: any StoreTransaction
    ) throws {
        let sql = """
            INSERT INTO notification
                (number, uuid, environment, type, purchase, created, signed, isDelivered, nextAttempt, scheduled,
                subtype)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)
            """
        let number = try StoreNumber.next(at: now, after: newestNumber(database), in: "notification")
        try database.insert(
            sql,
            [
                number, entry.uuid, entry.environment, entry.type, entry.purchase, entry.created,
                entry.signed, due, due, entry.subtype,
            ], changing: [(newestNumber, .isAtLeast(number))])
    }

    /// The number of the newest notification; 0 if there is none.
    static func newestNumber(_ database: any StoreTransaction) throws -> Int64 {
        try database.value(Int64.self, newestNumber) ?? 0
    }

    static let newestNumber = StoreRead(
        "SELECT coalesce(max(number), 0) FROM notification")

    static func first(about purchase: Int64, _ database: any StoreTransaction) throws -> Entry? {
        try database.row("SELECT * FROM notification WHERE purchase = ? ORDER BY number LIMIT 1", [purchase])
            .map(entry)
    }

    /// The last `limit` notifications about a purchase, the oldest first.
    static func newest(
        about purchase: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [Entry] {
        try database.rows(newestAbout, [purchase, limit]).reversed().map(entry)
    }

    static let newestAbout = "SELECT * FROM notification WHERE purchase = ? ORDER BY number DESC LIMIT ?"

    /// Nil if there is no such notification.
    static func schedule(of number: Int64, _ database: any StoreTransaction) throws -> Schedule? {
        try database.rows(scheduleRead(number)).first.map {
            Schedule(due: $0["scheduled"], failures: $0["failures"])
        }
    }

    static func scheduleRead(_ number: Int64) -> StoreRead {
        StoreRead("SELECT scheduled, failures FROM notification WHERE number = ?", [number])
    }

    /// Records the result of the attempt that was due at `due`, and ends its claim. The date of the next
    /// attempt stays if it was changed meanwhile, or if another server has claimed it. A delivered
    /// notification stays delivered.
    static func setAttempted(
        _ number: Int64, at due: Timestamp?, claimedUntil claim: Timestamp?, isDelivered: Bool,
        nextAttempt: Timestamp?, schedule: Schedule, _ database: any StoreTransaction
    ) throws {
        let sql = """
            UPDATE notification
            SET scheduled = ?, failures = ?, isDelivered = CASE WHEN ? = 1 THEN 1 ELSE isDelivered END,
                nextAttempt = CASE WHEN nextAttempt = ? AND coalesce(claimedUntil, 0) = ? THEN ? ELSE nextAttempt END,
                claimedUntil = CASE WHEN claimedUntil = ? THEN NULL ELSE claimedUntil END
            WHERE number = ?
            """
        try database.update(
            sql,
            [
                schedule.due, schedule.failures, isDelivered, due, claim?.milliseconds ?? 0, nextAttempt,
                claim, number,
            ], changing: [(scheduleRead(number), .isUnknown)])
    }

    static func setNextAttempt(_ date: Timestamp, of number: Int64, _ database: any StoreTransaction) throws {
        try database.update(
            "UPDATE notification SET nextAttempt = ? WHERE number = ?", [date, number], changing: [])
    }

    /// Claims those of some notifications that are due at `date` until `end`, and returns their numbers. No
    /// other server may have a claim. Claims use the machine's clock, because the store's clock can be moved.
    static func claim(
        _ numbers: [Int64], dueAt date: Timestamp, until end: Timestamp, _ database: any StoreTransaction
    ) throws -> Set<Int64> {
        guard !numbers.isEmpty else { return [] }
        let places = Array(repeating: "?", count: numbers.count).joined(separator: ", ")
        let sql = """
            UPDATE notification SET claimedUntil = ?
            WHERE nextAttempt <= ? AND number IN (\(places)) RETURNING number
            """
        var arguments: [any StoreValueConvertible] = [end, date]
        arguments += numbers as [any StoreValueConvertible]
        return Set(try database.values(Int64.self, sql, StoreArguments(arguments)))
    }

    /// Ends a claim, if it is still that one.
    static func release(
        _ number: Int64, claimedUntil claim: Timestamp?, _ database: any StoreTransaction
    ) throws {
        try database.update(
            "UPDATE notification SET claimedUntil = NULL WHERE number = ? AND claimedUntil = ?",
            [number, claim], changing: [])
    }

    /// The notifications that are due at `date`, at most `limit`: first those that are due at once, in the
    /// order in which they were made, then the others by their dates.
    static func due(
        in environment: StoreEnvironment, at date: Timestamp, limit: Int, _ database: any StoreTransaction
    ) throws -> [Entry] {
        try database.rows(
            """
            SELECT * FROM notification WHERE environment = ? AND nextAttempt <= ?
            ORDER BY nextAttempt, number LIMIT ?
            """, [environment, date, limit]
        ).map(entry)
    }

    /// The time until which another server has claimed some of them; nil if no server has.
    static func claimEnd(
        in environment: StoreEnvironment, at now: Timestamp, _ database: any StoreTransaction
    ) throws -> Timestamp? {
        let latest = now.advanced(by: ServerSharing.longestClaim)
        return try database.value(Timestamp.self, claimEnd, [environment, now, latest])
    }

    /// For `max`, PostgreSQL may look at all notifications that wait.
    static let claimEnd = """
        SELECT claimedUntil FROM notification
        WHERE environment = ? AND nextAttempt IS NOT NULL AND claimedUntil > ? AND claimedUntil <= ?
        ORDER BY claimedUntil DESC LIMIT 1
        """

    /// When the next attempt is due; nil if none is.
    static func nextAttempt(
        in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> Timestamp? {
        let sql =
            "SELECT min(nextAttempt) FROM notification WHERE environment = ? AND nextAttempt IS NOT NULL"
        return try database.value(Timestamp.self, sql, [environment])
    }

    /// When the oldest notification that is still to be delivered was made. Those of an environment without
    /// an address do not count.
    static func oldestUnsent(_ database: any StoreTransaction) throws -> Timestamp? {
        try database.value(Timestamp.self, oldestUnsent)
    }

    /// For `min`, SQLite would look at all notifications in the order of their dates.
    static let oldestUnsent = """
        SELECT min(created) FROM notification INDEXED BY notificationDue WHERE nextAttempt IS NOT NULL
            AND environment IN (SELECT environment FROM notificationAddress)
        """

    /// What was signed of the first `limit` notifications after the number `number`.
    static func signed(
        after number: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [(number: Int64, signed: String)] {
        try database.rows(
            "SELECT number, signed FROM notification WHERE number > ? ORDER BY number LIMIT ?",
            [number, limit]
        ).map { ($0["number"], $0["signed"]) }
    }

    static func setSigned(_ signed: String, of number: Int64, _ database: any StoreTransaction) throws {
        try database.execute("UPDATE notification SET signed = ? WHERE number = ?", [signed, number])
    }

    static func find(uuid: String, _ database: any StoreTransaction) throws -> Entry? {
        try database.row("SELECT * FROM notification WHERE uuid = ?", [uuid]).map(entry)
    }

    /// The last `limit` notifications before the number `number`, the newest first. With nil, those of
    /// all environments.
    static func newest(
        in environment: StoreEnvironment?, before number: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [Entry] {
        guard let environment else {
            let sql = "SELECT * FROM notification WHERE number < ? ORDER BY number DESC LIMIT ?"
            return try database.rows(sql, [number, limit]).map(entry)
        }
        let sql =
            "SELECT * FROM notification WHERE environment = ? AND number < ? ORDER BY number DESC LIMIT ?"
        return try database.rows(sql, [environment, number, limit]).map(entry)
    }

    /// A place in the history, which goes by the date, and then by the number.
    struct Place: Sendable {
        let created: Timestamp
        let number: Int64
    }

    /// What a reader of the history wants; everything by default.
    struct Filter: Sendable {
        var type: String?
        var subtype: String?
        /// Whether only failures are wanted: what was tried, and is not delivered yet.
        var onlyFailures = false

        /// Only what is asked for is a condition, so that PostgreSQL can guess how many rows there are.
        fileprivate var conditions: String {
            var conditions = ""
            if type != nil { conditions += "AND type = ? " }
            if subtype != nil { conditions += "AND subtype = ? " }
            if onlyFailures {
                let isTried = "EXISTS (SELECT 1 FROM notificationAttempt WHERE notification = number)"
                conditions += "AND isDelivered = 0 AND \(isTried)"
            }
            return conditions
        }

        fileprivate var arguments: [String] { [type, subtype].compactMap(\.self) }
    }

    /// The first `limit` notifications that `filter` leaves; after `place`, if it is given. They were made at
    /// `start` or later, and before `end`. With a customer, they are only those about the customer's
    /// purchases, which are all in one environment.
    static func history(
        in environment: StoreEnvironment, of customer: AccountIdentifier?, from start: Timestamp,
        to end: Timestamp, after place: Place?, limit: Int, _ filter: Filter,
        _ database: any StoreTransaction
    ) throws -> [Entry] {
        let place = place ?? Place(created: start, number: 0)
        let first = max(start, place.created)
        let sql = customer == nil ? historyOfEverybody(filter) : historyOfCustomer(filter)
        let whose: any StoreValueConvertible = if let customer { customer } else { environment }
        var arguments: [any StoreValueConvertible] = [whose, first, end, place.created, place.number]
        arguments += filter.arguments as [any StoreValueConvertible]
        arguments.append(limit)
        return try database.rows(sql, StoreArguments(arguments)).map(entry)
    }

    static func historyOfEverybody(_ filter: Filter) -> String { history(where: "environment = ?", filter) }

    /// Without the environment, so that both databases look at the customer's purchases first.
    static func historyOfCustomer(_ filter: Filter) -> String {
        history(where: "purchase IN (\(PurchaseTable.ofAccount))", filter)
    }

    /// The numbers are found and sorted before the rows, because the signed texts in the rows are long.
    private static func history(where condition: String, _ filter: Filter) -> String {
        """
        SELECT * FROM notification WHERE number IN (
            SELECT number FROM notification
            WHERE \(condition) AND created >= ? AND created < ? AND (created, number) > (?, ?)
                \(filter.conditions)
            ORDER BY created, number LIMIT ?)
        ORDER BY created, number
        """
    }

    /// Removes notifications whose life was over at `date`, with their attempts, at most `limit`. Returns
    /// how many.
    static func removeOver(at date: Timestamp, limit: Int, _ database: any StoreTransaction) throws -> Int {
        let numbers = try database.values(Int64.self, over, [date.advanced(by: .zero - life), limit])
        for number in numbers {
            try database.execute("DELETE FROM notificationAttempt WHERE notification = ?", [number])
            try database.execute("DELETE FROM notification WHERE number = ?", [number])
        }
        return numbers.count
    }

    static let over =
        "SELECT number FROM notification WHERE nextAttempt IS NULL AND created < ? ORDER BY created LIMIT ?"

    private static func entry(_ row: StoreRow) -> Entry {
        Entry(
            number: row["number"], uuid: row["uuid"],
            environment: StoreEnvironment(rawValue: row["environment"]) ?? .sandbox, type: row["type"],
            subtype: row["subtype"], purchase: row["purchase"],
            created: row["created"], signed: row["signed"], isDelivered: row["isDelivered"],
            nextAttempt: row["nextAttempt"], claimedUntil: row["claimedUntil"])
    }
}
