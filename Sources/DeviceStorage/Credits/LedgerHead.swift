internal import GRDB

/// The end of the credit ledger, from which `CreditManager` reads the balance: the last entry's number, totals and
/// seal, under a seal of its own. `Entitlements` has one, too.
struct LedgerHead: Hashable, Sendable {
    var sequence: Int
    var totals = LedgerTotals()
    var entrySeal: [UInt8]

    /// Where a head lies in the database. Its seal covers the place: a head of one kind does not pass for the other.
    struct Place {
        let table: String
        let label: String

        static let end = Place(table: "credit_head", label: "credit head 1")
        /// The last entry up to which an audit has found everything right, and need not look again at each start.
        static let checkpoint = Place(table: "credit_checkpoint", label: "credit checkpoint 1")
    }

    static let empty = LedgerHead(sequence: 0, entrySeal: LedgerMAC.none)
}

/// The head as it lies in the database, which may be anything.
enum StoredHead {
    case missing
    case edited
    /// It is as this program wrote it.
    case sealed(LedgerHead)

    static func fetch(
        _ database: Database, seal: LedgerMAC, as place: LedgerHead.Place = .end
    ) throws -> StoredHead {
        let statement = try database.cachedStatement(
            sql: """
                SELECT sequence, balance, withheld, newestDate, doubtfulUntil, entrySeal, seal
                FROM \(place.table) WHERE id = 1
                """)
        guard let row = try Row.fetchOne(statement) else { return .missing }
        guard let sequence = Int.fromDatabaseValue(row[0]), let balance = Int.fromDatabaseValue(row[1]),
            let withheld = Int.fromDatabaseValue(row[2]), let newestDate = Int64.fromDatabaseValue(row[3]),
            let doubtfulUntil = Int64.fromDatabaseValue(row[4]), let entrySeal = LedgerMAC.bytes(row[5]),
            let headSeal = LedgerMAC.bytes(row[6])
        else { return .edited }
        let head = LedgerHead(
            sequence: sequence,
            totals: LedgerTotals(
                balance: balance, withheld: withheld, newestDate: newestDate, doubtfulUntil: doubtfulUntil),
            entrySeal: entrySeal)
        return seal.isValid(headSeal, of: head.text(as: place)) ? .sealed(head) : .edited
    }
}

extension LedgerHead {
    init(_ entry: LedgerEntry) { self.init(sequence: entry.sequence, totals: entry.totals, entrySeal: entry.seal) }

    func text(as place: Place = .end) -> SealedText {
        var text = SealedText(of: place.label)
        text.append(sequence)
        text.append(totals)
        text.append(bytes: entrySeal)
        return text
    }

    func save(_ database: Database, seal: LedgerMAC, as place: Place = .end) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO \(place.table)
                    (id, sequence, balance, withheld, newestDate, doubtfulUntil, entrySeal, seal)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            sequence, totals.balance, totals.withheld, totals.newestDate, totals.doubtfulUntil,
            LedgerMAC.blob(entrySeal), LedgerMAC.blob(seal.seal(of: text(as: place))),
        ])
    }
}

/// What the ledger adds up to after an entry.
struct LedgerTotals: Hashable, Sendable {
    /// The credits that can be spent; below zero after the refund of credits that were spent.
    var balance = 0
    /// Credits that were in entries which were removed or edited, or that an older copy does not have. A transaction that may have been one of those is
    /// credited out of this, and no further.
    var withheld = 0
    /// The latest date of a purchase or a reversal that the store signed, in milliseconds: the store's clock, which nobody
    /// here can set.
    var newestDate = Int64.min
    /// A transaction that was bought up to this date, and is not in the ledger, may have been in it.
    var doubtfulUntil = Int64.min
}
