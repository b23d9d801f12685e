internal import DurableStorage
internal import GRDB
internal import StoreModel

/// Appends to the ledger, within one database transaction.
struct LedgerWriter {
    private(set) var head: LedgerHead
    let database: Database
    private let seal: LedgerSeal
    private let now: Timestamp

    /// Continues a ledger after `head`.
    init(database: Database, seal: LedgerSeal, head: LedgerHead, now: Timestamp) {
        self.database = database
        self.seal = seal
        self.head = head
        self.now = now
    }

    /// Continues the ledger in `database`.
    ///
    /// - Throws: `CreditError.tampered` when its end is not what was sealed, or is before `mark`.
    init(database: Database, seal: LedgerSeal, mark: LedgerHead?, now: Timestamp) throws {
        let head = try Self.head(database, seal: seal)
        guard head.sequence >= mark?.sequence ?? 0 else { throw CreditError.tampered }
        self.init(database: database, seal: seal, head: head, now: now)
    }

    /// The head, if it is as it was sealed.
    static func head(_ database: Database, seal: LedgerSeal) throws -> LedgerHead {
        switch try StoredHead.fetch(database, seal: seal) {
        case .sealed(let head): return head
        case .missing where try isEmpty(database): return .empty
        case .missing, .edited: throw CreditError.tampered
        }
    }

    /// Whether nothing was ever sealed here.
    static func isEmpty(_ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT NOT EXISTS (SELECT 1 FROM credit_ledger) AND NOT EXISTS (SELECT 1 FROM credit_head)
                """) ?? true
    }

    /// Adds what a verified purchase is worth: once, and once more after each refund that was reversed.
    mutating func credit(
        _ payload: TransactionPayload, _ signed: SignedTransaction, worth credits: Int
    ) throws -> CreditResult {
        if let last = try lastEntry(of: payload.transactionId) {
            guard last.kind == .refund else { return .alreadyCredited(balance: head.totals.balance) }
            // What was signed with the purchase is no reversal.
            guard payload.signedDate > payload.purchaseDate, isLater(signed, than: last) else {
                return .alreadyRevoked(balance: head.totals.balance)
            }
            return try reverse(last, payload, signed, worth: credits)
        }
        var totals = head.totals
        var counted = credits
        if payload.purchaseDate <= totals.doubtfulUntil {
            counted = min(credits, totals.withheld)
            totals.withheld -= counted
        }
        totals.newestDate = max(totals.newestDate, payload.purchaseDate)
        try append(.purchase, counted, totals: totals, payload.transactionId, signed)
        return .credited(credits: counted, balance: head.totals.balance)
    }

    /// Gives back what a refund took.
    private mutating func reverse(
        _ refund: LedgerEntry, _ payload: TransactionPayload, _ signed: SignedTransaction, worth credits: Int
    ) throws -> CreditResult {
        var totals = head.totals
        // Where the purchase may have been in an entry that was gone, the rest came out of what was withheld.
        let taken = payload.purchaseDate <= refund.totals.doubtfulUntil ? -refund.amount : credits
        var counted = taken
        if payload.signedDate <= totals.doubtfulUntil {
            // It may have been given back in an entry that is gone.
            counted = min(taken, totals.withheld)
            totals.withheld -= counted
        } else {
            totals.withheld += credits - taken
        }
        totals.newestDate = max(totals.newestDate, payload.signedDate)
        try append(.reversal, counted, totals: totals, payload.transactionId, signed)
        return .credited(credits: counted, balance: head.totals.balance)
    }

    /// Takes back what a verified purchase was worth, once for each refund.
    mutating func revoke(
        _ payload: TransactionPayload, _ signed: SignedTransaction, worth credits: Int
    ) throws -> CreditResult {
        let last = try lastEntry(of: payload.transactionId)
        if let last, last.kind != .purchase {
            guard isLater(signed, than: last) else { return .alreadyRevoked(balance: head.totals.balance) }
            if last.kind == .refund {
                // The reversal in between did not come here, and must not any more.
                try append(.refund, 0, totals: head.totals, payload.transactionId, signed)
                return .alreadyRevoked(balance: head.totals.balance)
            }
        }
        var totals = head.totals
        var debit = 0
        if last != nil {
            debit = credits
        } else if payload.purchaseDate <= totals.doubtfulUntil {
            // It may have been credited in an entry that is gone: what was withheld for it pays first.
            let withheld = min(credits, totals.withheld)
            totals.withheld -= withheld
            debit = credits - withheld
        }
        totals.newestDate = max(totals.newestDate, payload.purchaseDate)
        try append(.refund, -debit, totals: totals, payload.transactionId, signed)
        return .revoked(credits: debit, balance: head.totals.balance)
    }

    /// Takes credits that are there.
    mutating func spend(_ credits: Int) throws {
        guard credits <= head.totals.balance else { throw CreditError.notEnough(balance: head.totals.balance) }
        try append(.spend, -credits, totals: head.totals)
    }

    /// Takes out the whole balance, also what was withheld: it is another machine's. A debt is taken out like credits, or it
    /// would be owed on both.
    ///
    /// - Returns: the balance that was taken out.
    mutating func moveAway() throws -> Int {
        var totals = head.totals
        let taken = totals.balance
        guard taken != 0 || totals.withheld > 0 else { return 0 }
        totals.withheld = 0
        try append(.moved, -taken, totals: totals)
        return taken
    }

    /// Records what an audit found: `lost` credits do not count from here on.
    mutating func correct(_ corrected: Range<Int>?, lost: Int, totals: LedgerTotals) throws {
        try append(.correction, -lost, totals: totals, corrected: corrected)
    }

    /// Appends an entry that changes the balance by `amount`, and moves the head.
    private mutating func append(
        _ kind: LedgerEntry.Kind, _ amount: Int, totals: LedgerTotals, _ identifier: TransactionIdentifier? = nil,
        _ signed: SignedTransaction? = nil, corrected: Range<Int>? = nil
    ) throws {
        var totals = totals
        totals.balance += amount
        func entry(seal: [UInt8]) -> LedgerEntry {
            LedgerEntry(
                sequence: head.sequence + 1, kind: kind, transactionIdentifier: identifier, amount: amount,
                recordedAt: now, signedTransaction: signed, totals: totals, corrected: corrected,
                previousSeal: head.entrySeal, seal: seal)
        }
        let sealed = entry(seal: seal.seal(of: entry(seal: LedgerSeal.none)))
        do {
            try database.cachedStatement(
                sql: """
                    INSERT INTO credit_ledger (\(LedgerEntry.columns))
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: sealed.databaseValues)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // Something that this program did not write stands where the entry belongs.
            throw CreditError.tampered
        }
        head = LedgerHead(sealed)
        try head.save(database, seal: seal)
    }

    /// The newest entry about a transaction; nil where there is none. What a hand put among them is noticed.
    private func lastEntry(of identifier: TransactionIdentifier) throws -> LedgerEntry? {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(LedgerEntry.columns) FROM credit_ledger WHERE transactionIdentifier = ?
                    ORDER BY sequence DESC
                    """),
            arguments: [identifier.rawValue])
        let entries = rows.compactMap(LedgerEntry.init)
        guard entries.count == rows.count, entries.allSatisfy(seal.isValid) else { throw CreditError.tampered }
        return entries.first
    }

    private func isLater(_ signed: SignedTransaction, than entry: LedgerEntry) -> Bool {
        entry.signedTransaction.map(signed.isLater) ?? false
    }
}
