package import StoreModel

/// The changes of each account in their order: a payment, a version of a transaction, a finish, a use.
/// `Checkout.append` adds one in the transaction in which it happens, with the account's next revision and
/// mark. `AccountSession.exchange` reads them.
package enum AccountChangeTable {
    /// The account after its last change.
    struct State: Hashable, Sendable {
        var mark = ReplicaMark.beginning
        /// Credits bought less credits used; below zero if credits were refunded after they were used.
        var credits = 0
    }

    /// One change, which `State.after` makes.
    struct Change {
        let fact: StoreFact
        /// What the account gained by it, worked out once.
        let gains: [(goods: Goods, amount: Int)]
        /// The account after it.
        let state: State
    }

    static func newest(of account: AccountIdentifier) -> StoreRead {
        StoreRead(
            "SELECT revision, mark, credits FROM accountChange WHERE account = ? ORDER BY revision DESC LIMIT 1",
            [account])
    }

    static func state(of account: AccountIdentifier, _ database: any StoreTransaction) throws -> State {
        try database.rows(newest(of: account)).first.map(State.init) ?? State()
    }

    static func insert(
        _ change: Change, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws {
        let state = change.state
        let (purchase, use): (Int64?, UseIdentifier?) =
            switch change.fact {
            case .payment(_, let record, _): (record.number, nil)
            case .used(let use): (nil, use.id)
            case .subscription, .refundRequested, .refundDeclined: (nil, nil)
            }
        let pieces = change.gains.first { $0.goods != .credits }
        try database.insert(
            "INSERT INTO accountChange VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            StoreArguments(values: [
                StoreValue(account), StoreValue(state.mark.revision), StoreValue(state.mark.mark),
                StoreValue(purchase), StoreValue(use), StoreValue(state.credits),
                StoreValue(pieces?.goods.product), StoreValue(pieces?.amount),
            ]), changing: [(newest(of: account), .becomes(state.row))])
    }

    /// How many pieces of a product the account has.
    static func pieces(
        of product: ProductIdentifier, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> Int {
        try database.value(Int.self, pieces, [account, product]) ?? 0
    }

    static let pieces =
        "SELECT CAST(coalesce(sum(gain), 0) AS BIGINT) FROM accountChange WHERE account = ? AND goods = ?"

    /// The account's mark after a change.
    package static func mark(
        after revision: Int64, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> ReplicaMark {
        let sql = "SELECT mark FROM accountChange WHERE account = ? AND revision = ?"
        let mark = try database.value(String.self, sql, [account, revision])
        return mark.map { ReplicaMark(revision: revision, mark: $0) } ?? .beginning
    }

    /// Whether the account had this mark.
    package static func has(
        _ mark: ReplicaMark, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> Bool {
        guard mark.revision > 0 else { return mark == .beginning }
        return try self.mark(after: mark.revision, of: account, database) == mark
    }

    /// What changed after a revision, at most `limit` changes, and the mark after them; nil if nothing
    /// changed. Each subject appears once, in the order of its last change.
    static func changes(
        after revision: Int64, of account: AccountIdentifier, limit: Int, _ database: any StoreTransaction
    ) throws -> (subjects: [Subject], mark: ReplicaMark)? {
        let rows = try database.rows(
            """
            SELECT revision, mark, purchase, used FROM accountChange WHERE account = ? AND revision > ?
            ORDER BY revision LIMIT ?
            """, [account, revision, limit])
        guard let last = rows.last else { return nil }
        var seen: Set<Subject> = []
        let subjects = rows.reversed().map(Subject.init).filter { seen.insert($0).inserted }
        return (subjects.reversed(), try ReplicaMark(last))
    }

    /// The last `limit` changes that a purchase brought, the oldest first. It goes through the account's
    /// changes one by one, backwards from the last.
    static func lastChanges(
        of account: AccountIdentifier, about purchase: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [TransactionRecord.Change] {
        let sql = """
            SELECT revision, credits FROM accountChange WHERE account = ? AND purchase = ?
            ORDER BY revision DESC LIMIT ?
            """
        return try database.rows(sql, [account, purchase, limit]).reversed().map {
            TransactionRecord.Change(revision: $0["revision"], credits: $0["credits"])
        }
    }

    /// What a change is about.
    enum Subject: Hashable, Sendable {
        case purchase(Int64)
        case use(UseIdentifier)

        var isUse: Bool { if case .use = self { true } else { false } }

        fileprivate init(_ row: StoreRow) {
            if let number: Int64 = row["purchase"] {
                self = .purchase(number)
            } else {
                self = .use(UseIdentifier(rawValue: row["used"]))
            }
        }
    }

    /// How many changes an account has had, and how many of them brought the present version of
    /// a transaction.
    static func count(
        of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> (all: Int64, transactions: Int64) {
        let sql = """
            SELECT count(*) AS changes, count(number) AS transactions FROM accountChange AS made
            LEFT JOIN purchase ON purchase.number = made.purchase AND purchase.revision = made.revision
            WHERE made.account = ?
            """
        let row = try database.row(sql, [account])
        return (row?["changes"] ?? 0, row?["transactions"] ?? 0)
    }

    /// Whether the revisions of each account count up from 1 without a gap, and each is about a purchase or
    /// a use.
    static func followOn(_ database: any StoreTransaction) throws -> Bool {
        let gaps =
            "SELECT 1 FROM accountChange GROUP BY account HAVING count(*) <> max(revision) OR min(revision) <> 1"
        let others = "SELECT 1 FROM accountChange WHERE (purchase IS NULL) = (used IS NULL) LIMIT 1"
        return try database.rows(gaps).isEmpty && database.rows(others).isEmpty
    }
}

extension ReplicaMark {
    /// Throws `UnreadableRow` if no store made it: a device would seal it, and could not read it again.
    fileprivate init(_ row: StoreRow) throws {
        self.init(revision: row["revision"], mark: row["mark"])
        guard isSound else {
            throw UnreadableRow(table: "accountChange", row: revision, column: "mark")
        }
    }
}

extension AccountChangeTable.State {
    /// From a row that `newest` reads.
    fileprivate init(_ row: StoreRow) throws {
        self.init(mark: try ReplicaMark(row), credits: row["credits"])
    }

    /// The row that `newest` reads.
    fileprivate var row: StoreRow {
        StoreRow(
            columns: ["revision", "mark", "credits"],
            values: [StoreValue(mark.revision), StoreValue(mark.mark), StoreValue(credits)])
    }
}
