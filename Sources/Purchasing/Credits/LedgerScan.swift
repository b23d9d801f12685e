internal import GRDB

/// One walk through the whole ledger: what does not hold, and where the ledger ends. It changes nothing.
struct LedgerScan {
    /// Entries between two good ones that are not there as they were written.
    struct Loss {
        /// Their sequence numbers; empty where two entries do not belong together.
        var entries: Range<Int>
        /// What they added to the balance together, which the good entries around them show.
        var amount: Int
    }

    private(set) var findings: [LedgerFinding] = []
    private(set) var losses: [Loss] = []
    /// The row numbers of entries without a valid seal.
    private(set) var rejected: [Int64] = []
    /// The end of the ledger as far as anything shows it.
    private(set) var end = LedgerHead.empty
    private(set) var entryCount = 0

    /// What lies between the last good entry and the next.
    private struct BadRow {
        var row: Int64
        var sequence: Int
        var seal: [UInt8]?
    }

    private let database: Database
    private let seal: LedgerSeal
    private let settled: [Range<Int>]
    private var lastGood = LedgerHead.empty
    private var bad: [BadRow] = []

    /// Walks. `mark` is a head that the ledger had at least; `progress` hears the number of entries every now and then.
    init(
        _ database: Database, seal: LedgerSeal, mark: LedgerHead?, progressInterval: Int, progress: (Int) -> Void
    ) throws {
        self.database = database
        self.seal = seal
        let corrections = try Row.fetchAll(
            database, sql: "SELECT \(LedgerEntry.columns) FROM credit_ledger WHERE kind = 'correction'")
        settled = corrections.compactMap(LedgerEntry.init).filter(seal.isValid).compactMap(\.corrected)
        let rows = try Row.fetchCursor(
            database, sql: "SELECT \(LedgerEntry.columns), rowid FROM credit_ledger ORDER BY sequence")
        while let row = try rows.next() {
            entryCount += 1
            if let entry = LedgerEntry(row), entry.sequence > lastGood.sequence, seal.isValid(entry) {
                try closeStretch(
                    before: entry.sequence, balance: entry.balance - entry.amount, seal: entry.previousSeal)
                lastGood = LedgerHead(entry)
            } else {
                guard let number = Int64.fromDatabaseValue(row[14]), let sequence = Int.fromDatabaseValue(row[0])
                else { throw CreditError.tampered }
                bad.append(BadRow(row: number, sequence: sequence, seal: LedgerSeal.bytes(row[13])))
            }
            if entryCount.isMultiple(of: progressInterval) { progress(entryCount) }
        }
        let headFinding = try findEnd(mark: mark)
        try closeStretch(before: end.sequence + 1, balance: end.totals.balance, seal: end.entrySeal)
        if let headFinding { findings.append(headFinding) }
    }

    /// Sets `end` to the furthest point that is shown by the head, by the mark or by an entry.
    private mutating func findEnd(mark: LedgerHead?) throws -> LedgerFinding? {
        end = lastGood
        if let mark, mark.sequence > end.sequence { end = mark }
        switch try StoredHead.fetch(database, seal: seal) {
        case .sealed(let head):
            if head.sequence < end.sequence { return .headSetBack }
            end = head
            return nil
        case .missing where entryCount == 0 && mark == nil: return nil
        case .missing: return mark == nil ? .endUnknown : .headMissing
        case .edited(let headSeal):
            // Where the seal is that of the last entry's head, only what stands beside the seal was edited.
            return mark == nil && !seal.isValid(headSeal, of: lastGood) ? .endUnknown : .headEdited
        }
    }

    /// Judges what lies between the last good entry and the entry `next`, which was sealed after the seal `previous` and
    /// when the balance was `balance`.
    private mutating func closeStretch(before next: Int, balance: Int, seal previous: [UInt8]) throws {
        let entries = lastGood.sequence + 1..<next
        let isConnected = !entries.isEmpty || previous == lastGood.entrySeal
        let isSettled =
            entries.isEmpty && isConnected
            || settled.contains { $0.lowerBound <= entries.lowerBound && entries.upperBound <= $0.upperBound }
        var expected = entries.lowerBound
        for row in bad {
            let wasWritten = !isSettled && entries.contains(row.sequence)
            if !isSettled, row.sequence >= expected {
                noteMissing(expected..<min(row.sequence, next))
                expected = min(row.sequence, next - 1) + 1
            }
            let otherwise = wasWritten ? LedgerFinding.edited(row.sequence) : .added(row.sequence)
            findings.append(try original(of: row).map { .copied(row.sequence, of: $0) } ?? otherwise)
            rejected.append(row.row)
        }
        bad.removeAll()
        guard !isSettled else { return }
        noteMissing(expected..<next)
        if !isConnected { findings.append(.unconnected(next)) }
        losses.append(Loss(entries: entries, amount: balance - lastGood.totals.balance))
    }

    private mutating func noteMissing(_ entries: Range<Int>) {
        if !entries.isEmpty { findings.append(.missing(ClosedRange(entries))) }
    }

    /// The good entry whose seal a bad one carries.
    private func original(of row: BadRow) throws -> Int? {
        guard let rowSeal = row.seal else { return nil }
        let candidates = try Row.fetchAll(
            database, sql: "SELECT \(LedgerEntry.columns) FROM credit_ledger WHERE seal = ? AND rowid <> ?",
            arguments: [LedgerSeal.blob(rowSeal), row.row])
        return candidates.lazy.compactMap(LedgerEntry.init).first(where: seal.isValid)?.sequence
    }
}
