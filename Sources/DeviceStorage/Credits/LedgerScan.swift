internal import GRDB

/// The walk of `CreditManager.audit` through the credit ledger, from its beginning or from a checkpoint: finds the
/// entries that do not hold, and the ledger's end. It changes nothing, and can go on later with entries appended since.
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
    /// Whether nothing shows where the ledger ended, so that what is there may be spent.
    var isEndUnknown: Bool { findings.contains(.endUnknown) || findings.contains(.markMissing) }

    /// What lies between the last good entry and the next.
    private typealias BadRow = (row: Int64, sequence: Int, seal: [UInt8]?)

    let seal: LedgerMAC
    /// Where it begins; nil for everything that is in the table.
    private let start: LedgerHead?
    private var settled: [Range<Int>] = []
    private var lastGood: LedgerHead
    private var bad: [BadRow] = []

    init(from start: LedgerHead?, seal: LedgerMAC) {
        self.seal = seal
        self.start = start
        lastGood = start ?? .empty
    }

    /// Walks to the end, from where it was.
    ///
    /// - Parameter progress: called with the number of entries now and then; false ends the walk.
    /// - Returns: false where another audit has put something right since the last time; then only a new walk counts.
    mutating func walk(
        _ database: Database, progressInterval: Int, progress: (Int) -> Bool
    ) throws -> Bool {
        let isContinued = entryCount > 0
        let corrections = try Row.fetchAll(
            database,
            sql: "SELECT \(LedgerEntry.selection) FROM credit_ledger WHERE kind = 'correction' AND sequence > ?",
            arguments: [lastGood.sequence])
        guard !isContinued || corrections.isEmpty else { return false }
        settled += corrections.compactMap(LedgerEntry.init).filter(seal.isValid).compactMap(\.corrected)
        // What was behind the last good entry is judged by what is there now.
        entryCount -= bad.count
        bad = []
        let isWhole = start == nil && !isContinued
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \(LedgerEntry.selection), rowid FROM credit_ledger WHERE sequence >= ? ORDER BY sequence",
            arguments: [isWhole ? Int.min : lastGood.sequence + 1])
        while let row = try rows.next() {
            entryCount += 1
            if let entry = LedgerEntry(row), entry.sequence > lastGood.sequence, seal.isValid(entry) {
                try closeStretch(
                    before: entry.sequence, balance: entry.balance - entry.amount, seal: entry.previousSeal, database)
                lastGood = LedgerHead(entry)
            } else {
                guard let number = Int64.fromDatabaseValue(row[14]), let sequence = Int.fromDatabaseValue(row[0])
                else { throw CreditError.tampered }
                bad.append((row: number, sequence: sequence, seal: LedgerMAC.bytes(row[13])))
            }
            if entryCount.isMultiple(of: progressInterval), !progress(entryCount) { throw CreditError.interrupted }
        }
        return true
    }

    /// What there is to say when the walk is at the end: the same scan, with the last stretch judged.
    ///
    /// - Parameter mark: a head that the ledger had at least.
    func finished(_ database: Database, mark: LedgerHead?) throws -> LedgerScan {
        var scan = self
        let headFinding = try scan.findEnd(mark: mark, database)
        try scan.closeStretch(
            before: scan.end.sequence + 1, balance: scan.end.totals.balance, seal: scan.end.entrySeal, database)
        if let headFinding { scan.findings.append(headFinding) }
        return scan
    }

    /// Sets `end` to the furthest point that is shown by the head, by the mark or by an entry.
    private mutating func findEnd(mark: LedgerHead?, _ database: Database) throws -> LedgerFinding? {
        end = lastGood
        let stored = try StoredHead.fetch(database, seal: seal)
        if case .sealed(let head) = stored, head.sequence >= end.sequence { end = head }
        guard let mark else {
            switch stored {
            case .sealed: return .markMissing
            case .missing where entryCount == 0 && start == nil: return .markMissing
            case .missing, .edited: return .endUnknown
            }
        }
        if mark.sequence > end.sequence { end = mark }
        switch stored {
        case .sealed(let head): return head.sequence < end.sequence ? .headSetBack : nil
        case .missing where end.sequence == 0: return nil
        case .missing: return .headMissing
        case .edited: return .headEdited
        }
    }

    /// Judges what lies between the last good entry and the entry `next`, which was sealed after the seal `previous` and
    /// when the balance was `balance`.
    private mutating func closeStretch(
        before next: Int, balance: Int, seal previous: [UInt8], _ database: Database
    ) throws {
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
            findings.append(try original(of: row, database).map { .copied(row.sequence, of: $0) } ?? otherwise)
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
    private func original(of row: BadRow, _ database: Database) throws -> Int? {
        guard let rowSeal = row.seal else { return nil }
        let candidates = try Row.fetchAll(
            database, sql: "SELECT \(LedgerEntry.selection) FROM credit_ledger WHERE seal = ? AND rowid <> ?",
            arguments: [LedgerMAC.blob(rowSeal), row.row])
        return candidates.lazy.compactMap(LedgerEntry.init).first(where: seal.isValid)?.sequence
    }
}
