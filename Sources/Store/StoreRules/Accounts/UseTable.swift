internal import StoreModel

/// The uses of all accounts; they are kept for ever. `Checkout.use` adds a use that the account can pay for.
/// `Checkout.readmit` adds one that was confirmed before an older copy of the database was put back.
enum UseTable {
    static func find(
        _ use: UseIdentifier, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> Use? {
        try database.rows(find(use, of: account)).first.map(Self.use)
    }

    static func find(_ use: UseIdentifier, of account: AccountIdentifier) -> StoreRead {
        StoreRead("SELECT * FROM accountUse WHERE account = ? AND identifier = ?", [account, use])
    }

    static func insert(_ use: Use, of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try database.insert(
            "INSERT INTO accountUse VALUES (?, ?, ?, ?, ?)",
            [account, use.id, use.productIdentifier, use.amount, use.date],
            changing: [(find(use.id, of: account), .isUnknown)])
    }

    /// How many credits an account has used.
    static func credits(of account: AccountIdentifier, _ database: any StoreTransaction) throws -> Int {
        let sql = """
            SELECT CAST(coalesce(sum(amount), 0) AS BIGINT) FROM accountUse WHERE account = ? AND product IS NULL
            """
        return try database.value(Int.self, sql, [account]) ?? 0
    }

    /// The accounts that have used something, the oldest first.
    static func accounts(_ database: any StoreTransaction) throws -> [AccountIdentifier] {
        let sql = """
            SELECT identifier FROM account WHERE identifier IN (SELECT account FROM accountUse)
            ORDER BY created, name NULLS FIRST
            """
        return try database.values(AccountIdentifier.self, sql)
    }

    /// Uses in a range of identifiers, in their order.
    static func inRange(
        after: String?, through: String?, of account: AccountIdentifier, limit: Int,
        _ database: any StoreTransaction
    ) throws -> [Use] {
        let sql = """
            SELECT * FROM accountUse WHERE account = ?1 AND identifier > ?2
                AND (CAST(?3 AS TEXT) IS NULL OR identifier <= ?3)
            ORDER BY identifier LIMIT ?4
            """
        return try database.rows(sql, [account, after ?? "", through, limit]).map(use)
    }

    /// The uses that an account's changes after `revision` and up to `last` are.
    static func changed(
        of account: AccountIdentifier, after revision: Int64, through last: Int64,
        _ database: any StoreTransaction
    ) throws -> [UseIdentifier: Use] {
        let sql = """
            SELECT * FROM accountUse WHERE account = ?1 AND identifier IN (
                SELECT used FROM accountChange WHERE account = ?1 AND revision > ?2 AND revision <= ?3)
            """
        let uses = try database.rows(sql, [account, revision, last]).map(use)
        return Dictionary(uses.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    private static func use(_ row: StoreRow) -> Use {
        Use(
            id: row["identifier"], of: row["product"] as ProductIdentifier?, amount: row["amount"],
            date: row["date"])
    }
}
