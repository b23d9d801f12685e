package import StoreModel

/// The table of all payments that the store was ever asked for. `Checkout` adds the rows; receipts, the
/// Server API, the administration and the audit read them. Rows are updated, but never removed. All signed
/// transactions begin with the same header, which is three times as long as the rest, so a row keeps only
/// the rest.
package struct PurchaseTable: Sendable {
    /// The header of what the store signs, without the dot after it.
    let signatureHeader: String
    /// How many purchases are read at once to be signed anew.
    var pageSize = 100

    /// The highest number of a payment; 0 if there are no payments.
    func newestNumber(_ database: any StoreTransaction) throws -> Int64 {
        try database.value(Int64.self, Self.newestNumber) ?? 0
    }

    static let newestNumber = StoreRead("SELECT coalesce(max(number), 0) FROM purchase")

    /// The numbers of an account's payments. Each is a change of the account, so the payments need no index
    /// for it.
    package static let ofAccount = "SELECT purchase FROM accountChange WHERE account = ?"

    /// The payment with that key: of several transactions the one that is paid, or else the first.
    package func find(
        _ key: IdempotencyKey, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> PurchaseRecord? {
        try all(key, of: account, database).counting
    }

    /// The same for the payment of any account. Throws `StoreAdministrationError.keyOfSeveral`.
    package func find(_ key: IdempotencyKey, _ database: any StoreTransaction) throws -> PurchaseRecord? {
        let records = try database.rows("SELECT * FROM purchase WHERE key = ? ORDER BY number", [key]).map(
            record)
        guard records.allSatisfy({ $0.account == records[0].account }) else {
            throw StoreAdministrationError.keyOfSeveral
        }
        return records.counting
    }

    /// The transactions of a payment, in any order: nearly always there is at most one, so the database does
    /// not sort for each payment.
    package static func find(_ key: IdempotencyKey, of account: AccountIdentifier) -> StoreRead {
        StoreRead("SELECT * FROM purchase WHERE account = ? AND key = ?", [account, key])
    }

    /// All transactions of a payment, the first one first. There are two if an earlier copy of the database
    /// was put back, and the payment was charged again before the store learned of the first charge.
    private func all(
        _ key: IdempotencyKey, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> [PurchaseRecord] {
        try database.rows(Self.find(key, of: account)).map(record).sorted { $0.number < $1.number }
    }

    /// All paid transactions of a payment, or of the period that it paid for, the first one first. There is
    /// only one, except for a while after an earlier copy of the database was put back.
    func paid(like record: PurchaseRecord, _ database: any StoreTransaction) throws -> [PurchaseRecord] {
        let sql = "SELECT * FROM purchase WHERE subscription = ? AND period = ? AND account = ?"
        let periods = try record.period.map {
            try database.rows(sql, [$0.subscription, $0.number, record.account]).map(self.record)
        }
        let payments = try all(record.request.key, of: record.account, database)
        let paid = (payments + (periods ?? [])).filter { $0.status == .purchased }
        return Dictionary(paid.map { ($0.number, $0) }, uniquingKeysWith: { $1 }).values.sorted {
            $0.number < $1.number
        }
    }

    /// The purchase of a subscription's last period that was paid, and not refunded.
    func lastPaid(
        of subscription: Subscription, _ database: any StoreTransaction
    ) throws -> PurchaseRecord? {
        let sql = """
            SELECT * FROM purchase WHERE subscription = ? AND account = ? AND status = 'purchased'
            ORDER BY period DESC LIMIT 1
            """
        return try database.row(sql, [subscription.original, subscription.account]).map(record)
    }

    /// What was signed for an account, with numbers after `after` and up to `through`: in their order, at
    /// most `limit`.
    package func signed(
        of account: AccountIdentifier, after: Int64?, through: Int64?, limit: Int,
        _ database: any StoreTransaction
    ) throws -> [PurchaseRecord] {
        let sql = """
            SELECT * FROM purchase WHERE number IN (
                SELECT purchase FROM accountChange WHERE account = ? AND purchase > ? AND purchase <= ?)
            AND revision IS NOT NULL ORDER BY number LIMIT ?
            """
        return try database.rows(sql, [account, after ?? 0, through ?? .max, limit]).map(record)
    }

    /// The payments that an account's changes after `revision` and up to `last` are about, as they are now.
    func changed(
        of account: AccountIdentifier, after revision: Int64, through last: Int64,
        _ database: any StoreTransaction
    ) throws -> [Int64: PurchaseRecord] {
        let sql = """
            SELECT * FROM purchase WHERE number IN (
                SELECT purchase FROM accountChange WHERE account = ? AND revision > ? AND revision <= ?)
            """
        let records = try database.rows(sql, [account, revision, last]).map(record)
        return Dictionary(records.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    }

    package func find(number: Int64, _ database: any StoreTransaction) throws -> PurchaseRecord? {
        try database.row("SELECT * FROM purchase WHERE number = ?", [number]).map(record)
    }

    package func find(
        number: Int64, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> PurchaseRecord? {
        try database.rows(Self.find(number: number, of: account)).first.map(record)
    }

    static func find(number: Int64, of account: AccountIdentifier) -> StoreRead {
        StoreRead("SELECT * FROM purchase WHERE account = ? AND number = ?", [account, number])
    }

    /// The newest payments, of one account or of all, with numbers before `number`. That may also be the
    /// identifier of a payment's transaction: programs that round such large numbers have it as a text.
    func newest(
        of account: AccountIdentifier?, before number: Int64?, limit: Int, _ database: any StoreTransaction
    ) throws -> [PurchaseRecord] {
        var before = number ?? .max
        if let number, try find(number: number, database) == nil,
            let named = PurchaseRecord.number(of: TransactionIdentifier(rawValue: String(number))),
            try find(number: named, database) != nil
        {
            before = named
        }
        guard let account else {
            let sql = "SELECT * FROM purchase WHERE number < ? ORDER BY number DESC LIMIT ?"
            return try database.rows(sql, [before, limit]).map(record)
        }
        return try database.rows(Self.newestOfAccount, [account, before, limit]).map(record)
    }

    /// The limit is inside. With a limit outside, PostgreSQL may look for the account's payments among those
    /// of all accounts, from the newest one on.
    static let newestOfAccount = """
        SELECT * FROM purchase WHERE number IN (
            SELECT DISTINCT purchase FROM accountChange WHERE account = ? AND purchase < ?
            ORDER BY purchase DESC LIMIT ?)
        ORDER BY number DESC
        """

    /// Reads every payment that was ever charged or signed, one at a time: account by account, the oldest
    /// first. Payments of accounts that do not exist come before all others. A failure is a row that cannot
    /// be read.
    func forEachChargedOrSigned(
        _ database: any StoreTransaction, _ body: (Result<PurchaseRecord, any Error>) throws -> Void
    ) throws {
        let sql = """
            SELECT purchase.* FROM purchase LEFT JOIN account ON account.identifier = purchase.account
            WHERE status IN ('purchased', 'revoked') OR signed IS NOT NULL
            ORDER BY account.created NULLS FIRST, account.name NULLS FIRST, purchase.account, purchase.number
            """
        try database.forEachRow(sql, []) { row in
            try body(Result { try record(row) })
            return true
        }
    }

    /// The purchases on the account's receipt, the oldest first: all that were paid, even if they were
    /// refunded, but consumables only until they are finished.
    func onReceipt(
        of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> [PurchaseRecord] {
        let sql = """
            SELECT * FROM purchase
            WHERE number IN (\(Self.ofAccount)) AND revision IS NOT NULL AND original IS NULL
                AND (isFinished = 0 OR kind <> 'Consumable')
            ORDER BY number
            """
        return try database.rows(sql, [account]).map(record)
    }

    /// The purchase that gives an account a non-consumable product.
    func owned(
        _ product: ProductIdentifier, by account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> PurchaseRecord? {
        let sql = """
            SELECT * FROM purchase WHERE account = ? AND product = ?
                AND kind = 'Non-Consumable' AND status = 'purchased' AND original IS NULL
            ORDER BY number LIMIT 1
            """
        return try database.row(sql, [account, product]).map(record)
    }

    func repeating(_ number: Int64, _ database: any StoreTransaction) throws -> [PurchaseRecord] {
        let sql = "SELECT * FROM purchase WHERE original = ? AND original IS NOT NULL ORDER BY number"
        return try database.rows(sql, [number]).map(record)
    }

    /// What a restore brings back for an account: finished purchases, and refunds. They come after
    /// `revision`, in the order in which they happened.
    func restorable(
        of account: AccountIdentifier, after revision: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [PurchaseRecord] {
        let sql = """
            SELECT * FROM purchase WHERE account = ? AND revision > ?
                AND kind IN ('Non-Consumable', 'Auto-Renewable Subscription') AND original IS NULL
                AND (status = 'revoked' OR status = 'purchased' AND isFinished = 1)
            ORDER BY revision LIMIT ?
            """
        return try database.rows(sql, [account, revision, limit]).map(record)
    }

    /// What an account paid or had refunded, in the order in which that happened, or in reverse: the first
    /// `limit` after `revision` that satisfy `isWanted`.
    package func history(
        of account: AccountIdentifier, after revision: Int64?, descending: Bool, limit: Int,
        where isWanted: (PurchaseRecord) -> Bool, _ database: any StoreTransaction
    ) throws -> [PurchaseRecord] {
        let (comparison, order) = descending ? ("<", "DESC") : (">", "ASC")
        let sql = """
            SELECT purchase.* FROM accountChange AS made
            JOIN purchase ON purchase.number = made.purchase AND purchase.revision = made.revision
            WHERE made.account = ? AND made.revision \(comparison) ? AND original IS NULL
            ORDER BY made.revision \(order)
            """
        var records: [PurchaseRecord] = []
        let start = revision ?? (descending ? .max : .min)
        try database.forEachRow(sql, [account, start]) { row in
            let record = try record(row)
            if isWanted(record) { records.append(record) }
            return records.count < limit
        }
        return records
    }

    package func hasPayments(of account: AccountIdentifier, _ database: any StoreTransaction) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM accountChange WHERE account = ? AND purchase IS NOT NULL)"
        return try database.value(Bool.self, sql, [account]) ?? false
    }

    private static let insertion =
        "INSERT INTO purchase VALUES (\(Array(repeating: "?", count: 25).joined(separator: ", ")))"

    func insert(_ record: PurchaseRecord, _ database: any StoreTransaction) throws {
        try database.insert(
            Self.insertion,
            StoreArguments(values: [
                StoreValue(record.number),
                StoreValue(record.account),
                StoreValue(record.request.key),
                StoreValue(record.request.productIdentifier),
                StoreValue(record.request.quantity),
                StoreValue(record.status),
                StoreValue(record.error?.domain),
                StoreValue(record.error?.code),
                StoreValue(record.error?.message),
                StoreValue(record.error?.detailJSON),
                StoreValue(stored(record.signed)),
                StoreValue(record.date),
                StoreValue(record.isFinished),
                StoreValue(record.history?.kind),
                StoreValue(record.history?.purchaseDate),
                StoreValue(record.history?.revision),
                StoreValue(record.appAccountToken),
                StoreValue(record.refundRequest),
                StoreValue(record.original),
                StoreValue(record.period?.subscription),
                StoreValue(record.period?.number),
                StoreValue(record.request.priceLimit?.milliunits),
                StoreValue(record.request.priceLimit?.currency),
                StoreValue(record.change?.kind.rawValue),
                StoreValue(record.change?.date),
            ]),
            changing: [(Self.newestNumber, .isAtLeast(record.number))] + Self.changes(by: record))
    }

    /// The queries that find a payment.
    private static func changes(by record: PurchaseRecord) -> [(StoreRead, StoreRead.Change)] {
        [
            (find(record.request.key, of: record.account), .isUnknown),
            (find(number: record.number, of: record.account), .isUnknown),
        ]
    }

    package func update(_ record: PurchaseRecord, _ database: any StoreTransaction) throws {
        let sql = """
            UPDATE purchase SET status = ?, errorDomain = ?, errorCode = ?, errorMessage = ?, errorDetail = ?,
                signed = ?, date = ?, isFinished = ?, kind = ?, purchaseDate = ?, revision = ?,
                appAccountToken = ?, refundRequest = ?, original = ?, subscription = ?, period = ?,
                change = ?, changeDate = ?
            WHERE number = ?
            """
        try database.update(
            sql,
            [
                record.status, record.error?.domain, record.error?.code, record.error?.message,
                record.error?.detailJSON, stored(record.signed), record.date, record.isFinished,
                record.history?.kind,
                record.history?.purchaseDate,
                record.history?.revision, record.appAccountToken, record.refundRequest, record.original,
                record.period?.subscription, record.period?.number, record.change?.kind.rawValue,
                record.change?.date,
                record.number,
            ], changing: Self.changes(by: record))
    }

    /// Whether the oldest and the newest purchase are signed under the signer's certificates: their headers
    /// tell. If neither is, certificates were lost or put back. If only one is, a program that still had
    /// others wrote the other one, or somebody edited it. Rows with a header of their own are left out; if
    /// there are no others, both results are true.
    func isSigned(
        by signer: TransactionSigner, _ database: any StoreTransaction
    ) throws -> (oldest: Bool, newest: Bool) {
        func isFirstSigned(_ order: String) throws -> Bool {
            let sql = "SELECT signed FROM purchase WHERE signed LIKE '.%' ORDER BY number \(order) LIMIT 1"
            guard let text = try database.value(String.self, sql) else { return true }
            return signer.hasSigned(whole(text).rawValue)
        }
        return try (oldest: isFirstSigned("ASC"), newest: isFirstSigned("DESC"))
    }

    /// Signs purchases anew. The payloads stay as they are.
    func signAnew(
        by signer: TransactionSigner, _ database: any StoreTransaction, where isToBeSigned: (String) -> Bool
    ) throws {
        let sql = """
            SELECT number, signed FROM purchase WHERE number > ? AND signed LIKE '.%' ORDER BY number LIMIT ?
            """
        var last = Int64.min
        while case let page = try database.rows(sql, [last, pageSize]), let newest = page.last {
            for row in page where isToBeSigned(whole(row["signed"]).rawValue) {
                let number: Int64 = row["number"]
                let payload = (row["signed"] as String).split(separator: ".")[0]
                let signed = try signer.sign(json: Base64URL.decode(payload) ?? [])
                try database.execute(
                    "UPDATE purchase SET signed = ? WHERE number = ?",
                    [stored(SignedTransaction(rawValue: signed)), number])
            }
            last = newest["number"]
        }
    }

    private func stored(_ signed: SignedTransaction?) -> String? {
        guard let text = signed?.rawValue else { return nil }
        guard text.hasPrefix(signatureHeader) else { return text }
        return String(text[text.utf8.index(text.startIndex, offsetBy: signatureHeader.utf8.count)...])
    }

    /// A transaction that a device gave back has a header of its own, if the store's certificates were lost
    /// after it was signed.
    private func whole(_ text: String) -> SignedTransaction {
        SignedTransaction(rawValue: text.utf8.first == UInt8(ascii: ".") ? signatureHeader + text : text)
    }

    func record(_ row: StoreRow) throws -> PurchaseRecord {
        guard let status = PurchaseStatus(rawValue: row["status"]) else {
            throw Self.unreadable(row, "status")
        }
        let domain: String? = row["errorDomain"]
        let signed: String? = row["signed"]
        return PurchaseRecord(
            number: row["number"], account: row["account"],
            request: PurchaseRequest(
                key: row["key"], productIdentifier: row["product"], quantity: row["quantity"],
                priceLimit: (row["priceLimit"] as Int64?).map {
                    Money(milliunits: $0, currency: row["priceLimitCurrency"] ?? "")
                }),
            status: status,
            error: try domain.map {
                guard let code: Int = row["errorCode"] else { throw Self.unreadable(row, "errorCode") }
                return StoreError(
                    domain: $0, code: code, message: row["errorMessage"], detailJSON: row["errorDetail"])
            },
            change: try Self.change(row), signed: signed.map(whole), date: row["date"],
            period: try (row["subscription"] as Int64?).map {
                guard let period: Int64 = row["period"] else { throw Self.unreadable(row, "period") }
                return PurchaseRecord.Period(subscription: $0, number: period)
            },
            history: try Self.history(row), appAccountToken: row["appAccountToken"],
            original: row["original"],
            refundRequest: (row["refundRequest"] as String?).flatMap(RefundReason.init(rawValue:)),
            isFinished: row["isFinished"])
    }

    private static func change(_ row: StoreRow) throws -> RenewalChange? {
        guard let text: String = row["change"] else { return nil }
        guard let kind = RenewalChange.Kind(rawValue: text) else { throw unreadable(row, "change") }
        guard let date: Timestamp = row["changeDate"] else { throw unreadable(row, "changeDate") }
        return RenewalChange(kind, from: date)
    }

    private static func history(_ row: StoreRow) throws -> PurchaseRecord.History? {
        guard let revision: Int64 = row["revision"] else { return nil }
        guard let kind = (row["kind"] as String?).flatMap(ProductKind.init(rawValue:)) else {
            throw unreadable(row, "kind")
        }
        guard let purchaseDate: Timestamp = row["purchaseDate"] else { throw unreadable(row, "purchaseDate") }
        return PurchaseRecord.History(kind: kind, purchaseDate: purchaseDate, revision: revision)
    }

    private static func unreadable(_ row: StoreRow, _ column: String) -> UnreadableRow {
        UnreadableRow(table: "purchase", row: row["number"] as Int64, column: column)
    }
}

extension [PurchaseRecord] {
    /// Of the transactions of one payment, the one that is paid, or else the first.
    fileprivate var counting: PurchaseRecord? { first { $0.status == .purchased } ?? first }
}
