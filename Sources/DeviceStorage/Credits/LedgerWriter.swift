internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// Appends to the credit ledger within one database transaction, for `CreditManager` and the repair of a `LedgerScan`.
struct LedgerWriter {
    private(set) var head: LedgerHead
    var balance: Int { head.totals.balance }
    let database: Database
    private let seal: LedgerMAC
    private let now: Timestamp
    private let isRepair: Bool
}

extension LedgerWriter {
    /// Continues, after `head`, a ledger that does not hold. What is credited then is no delivery: only what the ledger may have
    /// lost counts, out of what is withheld.
    init(repairing database: Database, seal: LedgerMAC, head: LedgerHead, now: Timestamp) {
        self.init(head: head, database: database, seal: seal, now: now, isRepair: true)
    }

    /// Continues the ledger in `database`.
    ///
    /// - Throws: `CreditError.tampered` when its end is not what was sealed, or is before `mark`, or there is no mark.
    init(database: Database, seal: LedgerMAC, mark: LedgerHead?, now: Timestamp) throws {
        let head = try Self.head(database, seal: seal)
        guard let mark, head.sequence >= mark.sequence else { throw CreditError.tampered }
        self.init(head: head, database: database, seal: seal, now: now, isRepair: false)
    }

    /// The head, if it is as it was sealed.
    static func head(_ database: Database, seal: LedgerMAC) throws -> LedgerHead {
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
            sql: "SELECT NOT EXISTS (SELECT 1 FROM credit_ledger) AND NOT EXISTS (SELECT 1 FROM credit_head)") ?? true
    }

    /// Adds what a verified purchase is worth: once, and once more after each refund that was reversed. The period of a
    /// subscription counts once, whatever number the store gives it: after an older copy of the store's database was put back,
    /// the store makes the renewals that it forgot again, under new numbers.
    ///
    /// - Parameter check: throws where the purchase may not be delivered here; asked before anything is added.
    mutating func credit(
        _ payload: TransactionPayload, _ signed: SignedTransaction, worth credits: Int,
        check: (Database) throws -> Void = { _ in }
    ) throws -> CreditResult {
        let entries = try entries(of: payload.transactionId)
        if let last = entries.first {
            guard last.kind == .refund else { return .alreadyCredited(balance: balance) }
            // What was signed with the purchase is no reversal.
            guard payload.signedDate > payload.purchaseDate, isLater(signed, than: last) else {
                return .alreadyRevoked(balance: balance)
            }
            guard !isRepair || isDoubtful(payload.signedDate) else { return .alreadyRevoked(balance: balance) }
            try check(database)
            try proveNothing(after: last)
            guard try !isPeriodCredited(payload) else { return .alreadyCredited(balance: balance) }
            return try reverse(entries.prefix { $0.kind == .refund }, payload, signed, worth: credits)
        }
        guard !isRepair || isDoubtful(payload.purchaseDate) else { return .alreadyCredited(balance: balance) }
        try check(database)
        try proveNothing(about: payload)
        guard try !isPeriodCredited(payload) else { return .alreadyCredited(balance: balance) }
        var totals = head.totals
        var counted = credits
        if isDoubtful(payload.purchaseDate) {
            counted = min(credits, totals.withheld)
            totals.withheld -= counted
        }
        totals.newestDate = max(totals.newestDate, payload.purchaseDate)
        try append(.purchase, counted, totals: totals, payload.transactionId, signed)
        return .credited(credits: counted, balance: balance)
    }

    /// Gives back what the last refunds took: of those between which no reversal came here the first one took it.
    private mutating func reverse(
        _ refunds: some Collection<LedgerEntry>, _ payload: TransactionPayload, _ signed: SignedTransaction,
        worth credits: Int
    ) throws -> CreditResult {
        var totals = head.totals
        // Where the purchase may have been in an entry that was gone, the rest came out of what was withheld.
        let isDoubted = refunds.contains { payload.purchaseDate <= $0.totals.doubtfulUntil }
        let taken = isDoubted ? refunds.reduce(0) { $0 - $1.amount } : credits
        var counted = taken
        if isDoubtful(payload.signedDate) {
            // It may have been given back in an entry that is gone.
            counted = min(taken, totals.withheld)
            totals.withheld -= counted
        } else {
            totals.withheld += credits - taken
        }
        totals.newestDate = max(totals.newestDate, payload.signedDate)
        try append(.reversal, counted, totals: totals, payload.transactionId, signed)
        return .credited(credits: counted, balance: balance)
    }

    /// Takes back what a verified purchase was worth, once for each refund.
    ///
    /// - Parameter check: throws where the purchase belongs to another device; called before anything is taken.
    mutating func revoke(
        _ payload: TransactionPayload, _ signed: SignedTransaction, worth credits: Int,
        check: (Database) throws -> Void = { _ in }
    ) throws -> CreditResult {
        let last = try entries(of: payload.transactionId).first
        if let last, last.kind != .purchase, !isLater(signed, than: last) {
            return .alreadyRevoked(balance: balance)
        }
        try check(database)
        if let last, last.kind == .refund {
            try proveNothing(after: last)
            // The reversal in between did not come here, and must not any more.
            try append(.refund, 0, totals: head.totals, payload.transactionId, signed)
            return .alreadyRevoked(balance: balance)
        }
        var totals = head.totals
        var debit = 0
        if last != nil {
            debit = credits
        } else {
            try proveNothing(about: payload)
            if isDoubtful(payload.purchaseDate) {
                // It may have been credited in an entry that is gone: what was withheld for it pays first.
                let withheld = min(credits, totals.withheld)
                totals.withheld -= withheld
                debit = credits - withheld
            }
        }
        totals.newestDate = max(totals.newestDate, payload.purchaseDate)
        try append(.refund, -debit, totals: totals, payload.transactionId, signed)
        return .revoked(credits: debit, balance: balance)
    }

    mutating func spend(_ credits: Int) throws {
        guard credits <= balance else { throw CreditError.notEnough(balance: balance) }
        try append(.spend, -credits, totals: head.totals)
    }

    /// Takes out the whole balance, also what was withheld: it is another machine's. A debt is taken out like credits,
    /// or it would be owed on both. Returns the balance that was taken out.
    mutating func moveAway() throws -> Int {
        var totals = head.totals
        let taken = totals.balance
        guard taken != 0 || totals.withheld > 0 else { return 0 }
        totals.withheld = 0
        try append(.moved, -taken, totals: totals)
        return taken
    }

    /// Whether the ledger goes on from `end`, or a correction says that it was compared with it.
    ///
    /// - Throws: `CreditError.tampered` where what is behind that end does not hold.
    func contains(_ end: LedgerHead, shownAs known: SealedLedgerHead) throws -> Bool {
        var isContained = false
        try walkBack { entry in
            isContained =
                entry.sequence == end.sequence && entry.seal == end.entrySeal
                || entry.kind == .correction && entry.signedTransaction?.rawValue == known.rawValue
            return isContained || entry.sequence <= end.sequence
        }
        return isContained
    }

    /// Corrects an older copy of a ledger that ended at `end`: at most its balance counts, and all that may come again is what it
    /// had besides. Where the copy is shorter, it goes on behind that end.
    mutating func goBack(to end: LedgerHead, shownAs known: SealedLedgerHead) throws {
        let copy = head
        var totals = copy.totals
        if copy.sequence < end.sequence {
            self = LedgerWriter(repairing: database, seal: seal, head: end, now: now)
            totals.balance = end.totals.balance
        }
        let balance = min(copy.totals.balance, end.totals.balance)
        totals.withheld = max(end.totals.balance + end.totals.withheld - balance, 0)
        totals.newestDate = max(totals.newestDate, end.totals.newestDate)
        totals.doubtfulUntil = max(totals.doubtfulUntil, end.totals.doubtfulUntil, totals.newestDate)
        try append(
            .correction, balance - totals.balance, totals: totals, nil, SignedTransaction(rawValue: known.rawValue),
            corrected: copy.sequence < end.sequence ? copy.sequence + 1..<end.sequence + 1 : nil)
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
        var entry = LedgerEntry(
            sequence: head.sequence + 1, kind: kind, transactionIdentifier: identifier, amount: amount,
            recordedAt: now, signedTransaction: signed, totals: totals, corrected: corrected,
            previousSeal: head.entrySeal, seal: LedgerMAC.none)
        entry.seal = seal.seal(of: entry.text)
        do {
            try entry.insert(into: database)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // Something that this program did not write stands where the entry belongs.
            throw CreditError.tampered
        }
        head = LedgerHead(entry)
        try head.save(database, seal: seal)
    }

    /// The entries about a transaction, newest first. What a hand put among them is noticed.
    private func entries(of identifier: TransactionIdentifier) throws -> [LedgerEntry] {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(LedgerEntry.selection) FROM credit_ledger WHERE transactionIdentifier = ?
                    ORDER BY sequence DESC
                    """),
            arguments: [identifier.rawValue])
        let entries = rows.compactMap(LedgerEntry.init)
        guard entries.count == rows.count, entries.allSatisfy(seal.isValid) else { throw CreditError.tampered }
        return entries
    }

    private func isLater(_ signed: SignedTransaction, than entry: LedgerEntry) -> Bool {
        entry.signedTransaction.map(signed.isLater) ?? false
    }

    /// Whether something of that date, which is not in the ledger, may have been in it.
    private func isDoubtful(_ date: Int64) -> Bool { date <= head.totals.doubtfulUntil }

    /// Makes sure that there is no entry about a transaction because there never was one, not because somebody removed it: an
    /// audit at the start does not look behind its checkpoint. What was bought after all that the ledger knows was never in it,
    /// and that is nearly every purchase. What is doubtful is counted as if it had been in it. Otherwise it can only be behind
    /// the last entry that was written when all that the ledger knew was older.
    private func proveNothing(about payload: TransactionPayload) throws {
        guard !isDoubtful(payload.purchaseDate), payload.purchaseDate <= head.totals.newestDate else { return }
        try walkBack { $0.totals.newestDate < payload.purchaseDate }
    }

    /// Whether the period of a subscription is credited under another number. Like all about it, that entry is behind the last
    /// one that was written when all that the ledger knew was older. What is doubtful is bounded by what was withheld.
    private func isPeriodCredited(_ payload: TransactionPayload) throws -> Bool {
        guard payload.webOrderLineItemId != nil, !isDoubtful(payload.purchaseDate),
            payload.purchaseDate <= head.totals.newestDate
        else { return false }
        var newestKinds: [TransactionIdentifier: LedgerEntry.Kind] = [payload.transactionId: .refund]
        try walkBack { entry in
            if let identifier = entry.transactionIdentifier, newestKinds[identifier] == nil,
                let other = entry.signedTransaction?.unverifiedPayload, payload.paysForPeriod(of: other)
            {
                newestKinds[identifier] = entry.kind
            }
            return entry.totals.newestDate < payload.purchaseDate
        }
        return newestKinds.values.contains { $0 != .refund }
    }

    /// Makes sure that nobody removed a later entry about the same transaction.
    private func proveNothing(after last: LedgerEntry) throws {
        if !isRepair { try walkBack { $0.sequence == last.sequence } }
    }

    /// Looks at the entries from the end back to the first that is `enough`, or to the beginning.
    ///
    /// - Throws: `CreditError.tampered` when one of them is not as it was written, or is missing and no correction says so.
    private func walkBack(to isEnough: (LedgerEntry) -> Bool) throws {
        var (next, previousSeal) = (head.sequence + 1, head.entrySeal)
        var settled: [Range<Int>] = []
        func expect(_ sequence: Int, _ seal: [UInt8]) throws {
            let gap = sequence + 1..<next
            guard
                gap.isEmpty && seal == previousSeal
                    || settled.contains(where: { $0.lowerBound <= gap.lowerBound && gap.upperBound <= $0.upperBound })
            else { throw CreditError.tampered }
        }
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \(LedgerEntry.selection) FROM credit_ledger WHERE sequence <= ? ORDER BY sequence DESC",
            arguments: [head.sequence])
        while let row = try rows.next() {
            guard let entry = LedgerEntry(row), entry.sequence < next, seal.isValid(entry) else {
                throw CreditError.tampered
            }
            try expect(entry.sequence, entry.seal)
            if isEnough(entry) { return }
            if let corrected = entry.corrected { settled.append(corrected) }
            (next, previousSeal) = (entry.sequence, entry.previousSeal)
        }
        try expect(0, LedgerMAC.none)
    }
}
