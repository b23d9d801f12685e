internal import StoreModel

/// Brings one copy of a store what it lacks and another copy has, in one transaction. `StoreCopy` runs it if
/// the place already has the store.
///
/// Accounts are replicas. If the other side knows an account's last mark, it has everything of that account,
/// and the account goes on from there. If both sides went on by themselves, one side accepts the other's
/// purchases and uses, as from a device. What has no revision, such as a clock, has a count of changes: the
/// higher one wins.
struct StoreMerge {
    private let source: any StoreTransaction
    private let target: any StoreTransaction
    /// The store at the target.
    private let store: AppStore
    private let limits: StoreCopy.Limits

    init(
        from source: any StoreTransaction, to target: any StoreTransaction, store: AppStore,
        limits: StoreCopy.Limits
    ) {
        self.source = source
        self.target = target
        self.store = store
        self.limits = limits
    }

    /// Returns the names of the accounts that stay behind: the target has other accounts with these names.
    func run(progress: (_ table: String, _ rows: Int) -> Void) throws -> [String] {
        try mergeSettings()
        var (place, count) = (Int64.min, 0)
        var leftBehind: [String] = []
        while true {
            let page = try source.rows(
                "SELECT * FROM account WHERE number > ? ORDER BY number LIMIT ?", [place, limits.read])
            guard let last = page.last else { break }
            for row in page {
                if let name = try nameOfAnother(row) {
                    leftBehind.append(name)
                } else {
                    try mergeAccount(row)
                }
            }
            place = last["number"]
            count += page.count
            progress("account", count)
        }
        try mergeNotifications()
        return leftBehind
    }

    /// The name of an account, if the target has another account with that name: both sides made one, for
    /// example with different passwords.
    private func nameOfAnother(_ row: StoreRow) throws -> String? {
        guard let name: String = row["name"], let known = try AccountTable.find(name: name, target),
            known.account.identifier != row["identifier"]
        else { return nil }
        return name
    }

    // MARK: What belongs to no account

    /// The settings, addresses and texts of the side on which they were changed more often.
    private func mergeSettings() throws {
        let changes = "SELECT changes FROM testing"
        guard let here = try target.value(Int64.self, changes),
            let there = try source.value(Int64.self, changes),
            there > here
        else { return }
        for table in ["testing", "notificationAddress", "retention"] {
            try target.execute("DELETE FROM \(table)")
            try target.insert(source.rows("SELECT * FROM \(table)"), into: table)
        }
    }

    /// Brings missing notifications, and updates the others: one that was delivered stays delivered. A
    /// notification stays behind with its purchase. If both sides made one for the same occasion, under the
    /// same UUID, the one here stays.
    private func mergeNotifications() throws {
        try copy(
            "SELECT * FROM notification ORDER BY number", [], into: "notification",
            conflict: """
                ON CONFLICT (number) DO UPDATE SET isDelivered = excluded.isDelivered,
                    nextAttempt = excluded.nextAttempt, scheduled = excluded.scheduled
                WHERE excluded.isDelivered <> 0
                """
        ) { rows in
            let purchases = try present(
                rows.compactMap { $0["purchase"] as Int64? }, "number", of: "purchase")
            let numbers = try present(rows.map { $0["number"] as Int64 }, "number", of: "notification")
            let names = try present(rows.map { $0["uuid"] as String }, "uuid", of: "notification")
            return rows.filter { row in
                let purchase: Int64? = row["purchase"]
                return (numbers.contains(row["number"]) || !names.contains(row["uuid"]))
                    && purchase.map(purchases.contains) != false
            }
        }
        try copy(
            "SELECT * FROM notificationAttempt", [], into: "notificationAttempt",
            conflict: "ON CONFLICT DO NOTHING"
        ) { rows in
            let numbers = try present(rows.map { $0["notification"] as Int64 }, "number", of: "notification")
            return rows.filter { numbers.contains($0["notification"]) }
        }
        try copy(
            "SELECT * FROM renewalExtension", [], into: "renewalExtension",
            conflict: "ON CONFLICT DO NOTHING")
    }

    // MARK: An account

    private func mergeAccount(_ row: StoreRow) throws {
        let identifier: AccountIdentifier = row["identifier"]
        guard let known = try AccountTable.find(identifier, target) else {
            try target.insert([row], into: "account")
            try appendChanges(of: identifier, after: 0)
            try copy("SELECT * FROM accountClock WHERE account = ?", [identifier], into: "accountClock")
            try mergeSessions(of: identifier, isNewer: true)
            return try mergeRest(of: identifier, having: [])
        }
        func otherChanges(_ database: any StoreTransaction) throws -> Int64 {
            try AccountTable.progress(of: [identifier], database)[identifier]?.otherChanges ?? 0
        }
        let counts = try (there: otherChanges(source), here: otherChanges(target))
        let there = try AccountChangeTable.state(of: identifier, source).mark
        let here = try AccountChangeTable.state(of: identifier, target).mark
        let subscriptions = try SubscriptionTable.all(of: identifier, target)
        if try AccountChangeTable.has(here, of: identifier, source) {
            try appendChanges(of: identifier, after: here.revision)
        } else if try !AccountChangeTable.has(there, of: identifier, target) {
            try readmitAll(of: known)
        }
        if counts.there > counts.here {
            try target.execute(
                "UPDATE account SET password = ?, otherChanges = ? WHERE identifier = ?",
                [row["password"] as String?, counts.there, identifier])
        }
        if counts.there >= counts.here {
            let isNewer = counts.there > counts.here
            // Each request is such a change, so an account without one has no request.
            if counts.there > 0 { try mergeRequests(of: identifier, isNewer: isNewer) }
            try mergeSessions(of: identifier, isNewer: isNewer)
        }
        try mergeClock(of: identifier)
        try mergeRest(of: identifier, having: subscriptions)
    }

    /// Takes the clock of the side that moved it more often; if both moved it equally often, the one
    /// further ahead.
    private func mergeClock(of account: AccountIdentifier) throws {
        func place(_ database: any StoreTransaction) throws -> (changes: Int64, ahead: Int64) {
            let sql = """
                SELECT clockChanges, coalesce((SELECT ahead FROM accountClock WHERE account = identifier), ?) AS ahead
                FROM account WHERE identifier = ?
                """
            let row = try database.row(sql, [Int64.min / 2, account])
            return (row?["clockChanges"] ?? 0, row?["ahead"] ?? 0)
        }
        let (here, there) = try (place(target), place(source))
        guard there > here else { return }
        try target.execute("DELETE FROM accountClock WHERE account = ?", [account])
        try copy("SELECT * FROM accountClock WHERE account = ?", [account], into: "accountClock")
        try target.execute(
            "UPDATE account SET clockChanges = ? WHERE identifier = ?", [there.changes, account])
    }

    /// Brings the changes after a revision, and what they are about. The source goes on from what is here.
    private func appendChanges(of account: AccountIdentifier, after revision: Int64) throws {
        var place = revision
        while true {
            let changes = try source.rows(
                "SELECT * FROM accountChange WHERE account = ? AND revision > ? ORDER BY revision LIMIT ?",
                [account, place, limits.inserted])
            guard let last = changes.last else { return }
            place = last["revision"]
            // A purchase that repeats another one must come after it.
            let purchases = Set(changes.compactMap { $0["purchase"] as Int64? }).sorted()
            for number in purchases {
                let sql = "SELECT * FROM purchase WHERE number = ?"
                guard let row = try source.row(sql, [number]) else { continue }
                try target.insert([row], into: "purchase", conflict: Self.replacement(row.columns))
            }
            for use in changes.compactMap({ $0["used"] as String? }) {
                try copy(
                    "SELECT * FROM accountUse WHERE account = ? AND identifier = ?", [account, use],
                    into: "accountUse", conflict: "ON CONFLICT DO NOTHING")
            }
            try target.insert(changes, into: "accountChange")
        }
    }

    /// What becomes of a purchase that is already there, in SQL. `columns` are those of its table.
    private static func replacement(_ columns: [String]) -> String {
        let set = columns.map { $0.lowercased() }.compactMap { column -> String? in
            switch column {
            // These change without a revision; see `mergeRequests`.
            case "number", "appaccounttoken": nil
            case "refundrequest":
                "refundrequest = CASE WHEN excluded.status = 'purchased' THEN purchase.refundrequest END"
            default: "\"\(column)\" = excluded.\"\(column)\""
            }
        }
        return "ON CONFLICT (number) DO UPDATE SET \(set.joined(separator: ", "))"
    }

    /// Accepts what the source has of an account that went on by itself on both sides.
    private func readmitAll(of account: Account) throws {
        let checkout = try store.checkout(for: account, target)
        try source.forEachRow(
            "SELECT * FROM purchase WHERE number IN (\(PurchaseTable.ofAccount)) ORDER BY number",
            [account.identifier]
        ) { row in
            try checkout.readmit(store.purchaseTable.record(row), target)
            return true
        }
        var place = ""
        while true {
            let uses = try UseTable.inRange(
                after: place, through: nil, of: account.identifier, limit: limits.read, source)
            guard let last = uses.last else { return }
            for use in uses { try checkout.readmit(use, target) }
            place = last.id.rawValue
        }
    }

    // MARK: An account's data other than its purchases and uses

    /// - Parameter subscriptions: those that the target had before purchases were readmitted.
    private func mergeRest(of account: AccountIdentifier, having subscriptions: [Subscription]) throws {
        try copy(
            "SELECT * FROM consumption WHERE purchase IN (\(PurchaseTable.ofAccount))", [account],
            into: "consumption",
            conflict: """
                ON CONFLICT (purchase) DO UPDATE SET received = excluded.received, report = excluded.report
                WHERE excluded.received > consumption.received
                """
        ) { rows in
            let purchases = try present(rows.map { $0["purchase"] as Int64 }, "number", of: "purchase")
            return rows.filter { purchases.contains($0["purchase"]) }
        }
        try mergeSubscriptions(of: account, having: subscriptions)
    }

    private func mergeSubscriptions(of account: AccountIdentifier, having before: [Subscription]) throws {
        guard let owner = try AccountTable.find(account, target) else { return }
        let checkout = try store.checkout(for: owner, target)
        for there in try SubscriptionTable.all(of: account, source) {
            let here = try SubscriptionTable.find(group: there.group, of: account, target)
            var known = before.first { $0.original == there.original }
            if known == nil {
                known = here
                // The target knows it only from what was readmitted, and that is less than the source knows.
                if here?.original == there.original { known?.changes = 0 }
            }
            let merged = there.merged(with: known)
            if merged != here {
                if let here { try SubscriptionTable.remove(here, target) }
                if merged == there {
                    try copy(
                        "SELECT * FROM subscription WHERE original = ?", [there.original],
                        into: "subscription")
                } else {
                    try SubscriptionTable.save(merged, target)
                }
            }
            // Its period may have been charged at both sides, or refunded at one.
            if let merged = try SubscriptionTable.find(original: merged.original, target) {
                try checkout.settle(merged, target)
            }
        }
    }

    /// Takes over the sessions. Only the end of a session counts as a change: if the source's account has had
    /// more changes, sessions may have ended there, and those that it lacks end here, too.
    private func mergeSessions(of account: AccountIdentifier, isNewer: Bool) throws {
        if isNewer { try target.execute("DELETE FROM session WHERE account = ?", [account]) }
        try copy(
            "SELECT * FROM session WHERE account = ?", [account], into: "session",
            conflict:
                "ON CONFLICT (token) DO UPDATE SET used = excluded.used WHERE excluded.used > session.used")
    }

    /// Takes over the requests for refunds, which change without a revision. If the source's account has had
    /// more such changes, all of them, and the tokens; otherwise those that the target lacks.
    private func mergeRequests(of account: AccountIdentifier, isNewer: Bool) throws {
        if isNewer { try target.execute(Self.forgetRequests, [account]) }
        try source.forEachRow(isNewer ? Self.requestsAndTokens : Self.requests, [account]) { row in
            try target.execute(
                """
                UPDATE purchase
                SET appAccountToken = CASE WHEN ? = 1 THEN coalesce(?, appAccountToken) ELSE appAccountToken END,
                    refundRequest = coalesce(refundRequest, CASE WHEN status = ? THEN ? END)
                WHERE number = ?
                """,
                [
                    isNewer, row["appAccountToken"] as String?, row["status"] as String,
                    row["refundRequest"] as String?, row["number"] as Int64,
                ])
            return true
        }
    }

    static let forgetRequests = """
        UPDATE purchase SET refundRequest = NULL
        WHERE number IN (\(PurchaseTable.ofAccount)) AND refundRequest IS NOT NULL
        """
    static let requests = selectRequests(or: "")
    static let requestsAndTokens = selectRequests(or: "OR appAccountToken IS NOT NULL")

    private static func selectRequests(or others: String) -> String {
        """
        SELECT number, status, appAccountToken, refundRequest FROM purchase
        WHERE number IN (\(PurchaseTable.ofAccount)) AND (refundRequest IS NOT NULL \(others))
        """
    }

    /// Copies rows, as many at a time as one statement may insert, and of these only what `wanted` returns.
    private func copy(
        _ query: String, _ arguments: StoreArguments, into table: String, conflict: String = "",
        wanted: ([StoreRow]) throws -> [StoreRow] = { $0 }
    ) throws {
        try source.forEachBatch(query, arguments, of: limits.inserted) {
            try target.insert(wanted($0), into: table, conflict: conflict)
        }
    }

    /// Those of some values that a column at the target has.
    private func present<Value: StoreValueConvertible & Hashable>(
        _ values: [Value], _ column: String, of table: String
    ) throws -> Set<Value> {
        guard !values.isEmpty else { return [] }
        let places = values.map { _ in "?" }.joined(separator: ", ")
        let sql = "SELECT \(column) FROM \(table) WHERE \(column) IN (\(places))"
        return Set(try target.rows(sql, StoreArguments(values)).map { $0[column] as Value })
    }
}

extension Subscription {
    /// This subscription and the known one of its group as one. The side that has gone on further brings the
    /// period; the side on which the customer decided more often about the renewal brings the last decision.
    fileprivate func merged(with known: Subscription?) -> Subscription {
        guard let known else { return self }
        guard known.original == original else { return known.original < original ? self : known }
        let isLater = (known.period, known.changes) < (period, changes)
        let (later, other) = isLater ? (self, known) : (known, self)
        var merged = later
        if other.decisions > merged.decisions { merged.takeDecision(from: other) }
        merged.extensions += other.extensions.filter { extra in
            !later.extensions.contains { $0.request == extra.request }
        }
        if merged != later { merged.changes = max(changes, known.changes) }
        return merged
    }
}

extension Checkout {
    /// Accepts a payment from another copy of the store. What was signed is accepted as from a device. A
    /// payment that waits here takes the decision from there.
    fileprivate func readmit(_ there: PurchaseRecord, _ database: any StoreTransaction) throws {
        let isNew = try store.purchaseTable.find(number: there.number, database) == nil
        if let signed = there.signed,
            let proved = ProvedTransaction(signed, by: store.verifier(for: account))
        {
            try readmit(proved, database)
        }
        guard var here = try store.purchaseTable.find(number: there.number, database) else {
            if try store.purchaseTable.find(there.request.key, of: account.identifier, database) == nil {
                try write(there, .readmitted, database)
            }
            return
        }
        if isNew {
            // What was set after the signature.
            here.appAccountToken = there.appAccountToken
            here.refundRequest = here.status == .purchased ? there.refundRequest : nil
            try store.purchaseTable.update(here, database)
        }
        var now = here
        if [.deferred, .interrupted].contains(here.status), !there.status.isCharged,
            there.status != here.status
        {
            // It has not been decided here.
            now = there
        } else if there.isFinished, !here.isFinished, here.signed?.version == there.signed?.version {
            now.isFinished = true
        } else {
            return
        }
        try write(now, from: here, .readmitted, database)
    }
}
