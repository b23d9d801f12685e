internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// Every payment that the store was ever asked for. Rows are added and updated, never removed.
///
/// Signed transactions begin with the same header, which is three times as long as what they say: a row has what comes
/// behind it.
struct PurchaseTable: Sendable {
    /// The header of what the store signs, without the dot after it.
    let signatureHeader: String

    static let migration = DatabaseFile.Migration("purchases") { database in
        try database.execute(
            sql: """
                CREATE TABLE purchase (
                    number INTEGER PRIMARY KEY,
                    account TEXT NOT NULL REFERENCES account (identifier),
                    key TEXT NOT NULL,
                    product TEXT NOT NULL,
                    quantity INTEGER NOT NULL,
                    status TEXT NOT NULL,
                    errorDomain TEXT,
                    errorCode INTEGER,
                    errorMessage TEXT,
                    signed TEXT,
                    date INTEGER,
                    isFinished INTEGER NOT NULL,
                    isRevocationTold INTEGER NOT NULL,
                    UNIQUE (key, account)
                ) STRICT
                """)
        try database.execute(
            sql: """
                CREATE INDEX purchaseUnsettled ON purchase (account, number)
                WHERE isFinished = 0 AND status IN ('purchased', 'revoked')
                """)
    }

    static let devicesMigration = DatabaseFile.Migration("devices") { database in
        try database.execute(sql: "ALTER TABLE purchase ADD COLUMN device TEXT")
    }

    static let historyMigration = DatabaseFile.Migration("purchase history") { database in
        try database.execute(
            sql: """
                ALTER TABLE purchase ADD COLUMN kind TEXT;
                ALTER TABLE purchase ADD COLUMN purchaseDate INTEGER;
                ALTER TABLE purchase ADD COLUMN modification INTEGER;
                ALTER TABLE purchase ADD COLUMN appAccountToken TEXT;
                ALTER TABLE purchase ADD COLUMN refundRequest TEXT;
                CREATE UNIQUE INDEX purchaseHistory ON purchase (account, modification);
                """)
        let rows = try Row.fetchAll(database, sql: "SELECT number, signed FROM purchase WHERE signed IS NOT NULL")
        for row in rows {
            let payload = try TransactionSigner.payload(of: SignedTransaction(rawValue: row["signed"]))
            try database.execute(
                sql: "UPDATE purchase SET kind = ?, purchaseDate = ?, modification = number WHERE number = ?",
                arguments: [payload.type.rawValue, payload.purchaseDate, row["number"]])
        }
    }

    /// One index for what is open and for the history: each page of an index that a purchase touches is written twice.
    static let indexMigration = DatabaseFile.Migration("one index for an account's purchases") { database in
        try database.execute(
            sql: """
                DROP INDEX purchaseUnsettled;
                DROP INDEX purchaseHistory;
                CREATE UNIQUE INDEX purchaseCharged ON purchase (account, isFinished, modification);
                """)
    }

    static let restoreMigration = DatabaseFile.Migration("restore") { database in
        try database.execute(
            sql: """
                ALTER TABLE purchase ADD COLUMN original INTEGER REFERENCES purchase (number);
                CREATE INDEX purchaseOwned ON purchase (account, product)
                WHERE kind = 'Non-Consumable' AND status = 'purchased' AND original IS NULL;
                CREATE INDEX purchaseRepeated ON purchase (original) WHERE original IS NOT NULL;
                CREATE INDEX purchaseRestorable ON purchase (account, modification)
                WHERE kind IN ('Non-Consumable', 'Auto-Renewable Subscription') AND original IS NULL
                """)
    }

    /// What the application has dealt with is a version of a transaction, which the application names.
    static let versionsMigration = DatabaseFile.Migration("versions of transactions") { database in
        try database.execute(sql: "ALTER TABLE purchase DROP COLUMN isRevocationTold")
    }

    static let priceLimitMigration = DatabaseFile.Migration("price limits") { database in
        try database.execute(
            sql: """
                ALTER TABLE purchase ADD COLUMN priceLimit INTEGER;
                ALTER TABLE purchase ADD COLUMN priceLimitCurrency TEXT
                """)
    }

    /// The highest number that a payment has; 0 where there is none.
    func newestNumber(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT coalesce(max(number), 0) FROM purchase")
        return try Int64.fetchOne(statement) ?? 0
    }

    /// Whether there is a payment of that number.
    func contains(number: Int64, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM purchase WHERE number = ?)")
        return try Bool.fetchOne(statement, arguments: [number]) ?? false
    }

    /// The place of the next change in an account's history. Right only in a write transaction.
    func nextModification(of account: AccountIdentifier, _ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: """
                SELECT max(
                    coalesce((SELECT max(modification) FROM purchase WHERE account = ?1 AND isFinished = 0), 0),
                    coalesce((SELECT max(modification) FROM purchase WHERE account = ?1 AND isFinished = 1), 0)) + 1
                """)
        return try Int64.fetchOne(statement, arguments: [account.rawValue]) ?? 1
    }

    func find(
        _ key: IdempotencyKey, of account: AccountIdentifier, _ database: Database
    ) throws -> PurchaseRecord? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM purchase WHERE account = ? AND key = ?")
        return try Row.fetchOne(statement, arguments: [account.rawValue, key.rawValue]).map(record)
    }

    func find(number: Int64, _ database: Database) throws -> PurchaseRecord? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM purchase WHERE number = ?")
        return try Row.fetchOne(statement, arguments: [number]).map(record)
    }

    func find(number: Int64, of account: AccountIdentifier, _ database: Database) throws -> PurchaseRecord? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM purchase WHERE account = ? AND number = ?")
        return try Row.fetchOne(statement, arguments: [account.rawValue, number]).map(record)
    }

    /// The payment of that key, whoever's it is; keys are random, and the first one counts.
    func find(_ key: IdempotencyKey, _ database: Database) throws -> PurchaseRecord? {
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM purchase WHERE key = ? ORDER BY number LIMIT 1")
        return try Row.fetchOne(statement, arguments: [key.rawValue]).map(record)
    }

    /// Payments, newest first.
    func newest(
        of account: AccountIdentifier?, before number: Int64, limit: Int, _ database: Database
    ) throws -> [PurchaseRecord] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT * FROM purchase WHERE number < ?1 AND (?2 IS NULL OR account = ?2)
                ORDER BY number DESC LIMIT ?3
                """)
        return try Row.fetchAll(statement, arguments: [number, account?.rawValue, limit]).map(record)
    }

    /// What a device of the account paid or had refunded, and has not finished since: the oldest `limit` of it, oldest first.
    func unsettled(
        of account: AccountIdentifier, on device: String?, limit: Int, _ database: Database
    ) throws -> [PurchaseRecord] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT * FROM purchase
                WHERE account = ? AND isFinished = 0 AND modification IS NOT NULL AND device IS ?
                ORDER BY number LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [account.rawValue, device, limit]).map(record)
    }

    /// Every payment that was ever charged, and whatever else was signed, account by account, oldest first, one at a time;
    /// those of accounts that there are not come first. A failure is a row that cannot be read.
    func forEachChargedOrSigned(
        _ database: Database, _ body: (Result<PurchaseRecord, any Error>) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT purchase.* FROM purchase LEFT JOIN account ON account.identifier = purchase.account
                WHERE status IN ('purchased', 'revoked') OR signed IS NOT NULL
                ORDER BY account.number, purchase.account, purchase.number
                """)
        while let row = try rows.next() { try body(Result { try record(row) }) }
    }

    /// What belongs on the account's receipt, oldest first: what was paid or refunded, and is either not finished or one of
    /// the `lasting` products.
    func onReceipt(
        of account: AccountIdentifier, lasting products: [ProductIdentifier], _ database: Database
    ) throws -> [PurchaseRecord] {
        let places = Array(repeating: "?", count: products.count).joined(separator: ", ")
        return try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM purchase
                WHERE account = ? AND modification IS NOT NULL AND original IS NULL
                    AND (isFinished = 0 OR product IN (\(places)))
                ORDER BY number
                """,
            arguments: StatementArguments([account.rawValue] + products.map(\.rawValue))
        ).map(record)
    }

    /// What an account paid or had refunded, in the order in which that happened, or in the reverse: the first `limit` of
    /// those behind `modification` for which `isWanted` holds.
    func history(
        of account: AccountIdentifier, behind modification: Int64?, descending: Bool, limit: Int,
        where isWanted: (PurchaseRecord) -> Bool, _ database: Database
    ) throws -> [PurchaseRecord] {
        let (comparison, order) = descending ? ("<", "DESC") : (">", "ASC")
        let statement = try database.cachedStatement(
            sql: """
                SELECT * FROM purchase WHERE account = ?1 AND isFinished = 0 AND original IS NULL
                    AND modification \(comparison) ?2
                UNION ALL
                SELECT * FROM purchase WHERE account = ?1 AND isFinished = 1 AND original IS NULL
                    AND modification \(comparison) ?2
                ORDER BY modification \(order)
                """)
        let rows = try Row.fetchCursor(
            statement, arguments: [account.rawValue, modification ?? (descending ? .max : .min)])
        var records: [PurchaseRecord] = []
        while records.count < limit, let row = try rows.next() {
            let record = try record(row)
            if isWanted(record) { records.append(record) }
        }
        return records
    }

    /// Whether the account ever asked to buy something.
    func hasPayments(of account: AccountIdentifier, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM purchase WHERE account = ?)")
        return try Bool.fetchOne(statement, arguments: [account.rawValue]) ?? false
    }

    func insert(_ record: PurchaseRecord, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO purchase VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        try statement.execute(arguments: [
            record.number, record.account.rawValue, record.request.key.rawValue,
            record.request.productIdentifier.rawValue, record.request.quantity, record.status.rawValue,
            record.error?.domain.rawValue, record.error?.code, record.error?.message, stored(record.signed),
            record.date?.milliseconds, record.isFinished, record.device,
            record.history?.kind.rawValue, record.history?.purchaseDate.milliseconds, record.history?.modification,
            record.appAccountToken, record.refundRequest?.rawValue, record.original, record.period?.subscription,
            record.period?.number, record.request.priceLimit?.milliunits, record.request.priceLimit?.currency,
        ])
    }

    func update(_ record: PurchaseRecord, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE purchase SET status = ?, errorDomain = ?, errorCode = ?, errorMessage = ?, signed = ?, date = ?,
                    isFinished = ?, kind = ?, purchaseDate = ?, modification = ?,
                    appAccountToken = ?, refundRequest = ?, original = ?, subscription = ?, period = ?
                WHERE number = ?
                """)
        try statement.execute(arguments: [
            record.status.rawValue, record.error?.domain.rawValue, record.error?.code, record.error?.message,
            stored(record.signed), record.date?.milliseconds, record.isFinished,
            record.history?.kind.rawValue, record.history?.purchaseDate.milliseconds, record.history?.modification,
            record.appAccountToken, record.refundRequest?.rawValue, record.original, record.period?.subscription,
            record.period?.number, record.number,
        ])
    }

    private func stored(_ signed: SignedTransaction?) -> String? {
        guard let text = signed?.rawValue else { return nil }
        guard text.hasPrefix(signatureHeader) else { return text }
        return String(text[text.utf8.index(text.startIndex, offsetBy: signatureHeader.utf8.count)...])
    }

    /// What was signed before there were certificates has a header of its own.
    private func whole(_ text: String) -> SignedTransaction {
        SignedTransaction(rawValue: text.utf8.first == UInt8(ascii: ".") ? signatureHeader + text : text)
    }

    func record(_ row: Row) throws -> PurchaseRecord {
        guard let status = PurchaseStatus(rawValue: row["status"]) else { throw Self.unreadable(row, "status") }
        let domain: String? = row["errorDomain"]
        let signed: String? = row["signed"]
        let date: Int64? = row["date"]
        return PurchaseRecord(
            number: row["number"], account: AccountIdentifier(rawValue: row["account"]),
            device: row["device"],
            request: PurchaseRequest(
                key: IdempotencyKey(rawValue: row["key"]),
                productIdentifier: ProductIdentifier(rawValue: row["product"]), quantity: row["quantity"],
                priceLimit: (row["priceLimit"] as Int64?).map {
                    Money(milliunits: $0, currency: row["priceLimitCurrency"] ?? "")
                }),
            status: status,
            error: try domain.map {
                guard let code: Int = row["errorCode"] else { throw Self.unreadable(row, "errorCode") }
                return StoreError(domain: StoreErrorDomain(rawValue: $0), code: code, message: row["errorMessage"])
            },
            signed: signed.map(whole), date: date.map(Timestamp.init(milliseconds:)),
            period: try (row["subscription"] as Int64?).map {
                guard let period: Int64 = row["period"] else { throw Self.unreadable(row, "period") }
                return PurchaseRecord.Period(subscription: $0, number: period)
            },
            history: try Self.history(row), appAccountToken: row["appAccountToken"],
            original: row["original"],
            refundRequest: (row["refundRequest"] as String?).flatMap(RefundReason.init(rawValue:)),
            isFinished: row["isFinished"])
    }

    private static func history(_ row: Row) throws -> PurchaseRecord.History? {
        guard let modification: Int64 = row["modification"] else { return nil }
        guard let kind = (row["kind"] as String?).flatMap(ProductKind.init(rawValue:)) else {
            throw unreadable(row, "kind")
        }
        guard let purchaseDate: Int64 = row["purchaseDate"] else { throw unreadable(row, "purchaseDate") }
        return PurchaseRecord.History(
            kind: kind, purchaseDate: Timestamp(milliseconds: purchaseDate), modification: modification)
    }

    private static func unreadable(_ row: Row, _ column: String) -> UnreadableRow {
        UnreadableRow(table: "purchase", row: row["number"] as Int64, column: column)
    }
}
