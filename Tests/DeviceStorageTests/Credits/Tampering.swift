import DeviceStorage
import Testing

/// One way to edit the six entries of `LedgerFixture.fill`, whose balance is 15.
struct Tampering: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let statements: [String]
    let findings: [LedgerFinding]
    let balance: Int

    /// The balance is the one that counts after it; by default as before.
    init(_ name: String, _ statements: String..., finds findings: LedgerFinding..., balance: Int = 15) {
        testDescription = name
        self.statements = statements
        self.findings = findings
        self.balance = balance
    }

    /// Copies entry `original` to `sequence` with another transaction identifier.
    static func copy(_ original: Int, to sequence: Int, identifier: String = "'201'") -> String {
        """
        INSERT INTO credit_ledger SELECT \(sequence), kind, \(identifier), amount, recordedAt, signedTransaction,
            balance, withheld, newestDate, doubtfulUntil, correctedFrom, correctedBefore, previousSeal, seal, header
        FROM credit_ledger WHERE sequence = \(original)
        """
    }

    private static func set(_ change: String, at sequence: Int) -> String {
        "UPDATE credit_ledger SET \(change) WHERE sequence = \(sequence)"
    }

    private static func remove(_ sequence: Int) -> String { "DELETE FROM credit_ledger WHERE sequence = \(sequence)" }

    /// Removes the last entry, and puts the head back that there was before it.
    static let setBack = [
        "DELETE FROM credit_ledger WHERE sequence = 6", "DELETE FROM credit_head",
        "INSERT INTO credit_head SELECT * FROM earlier_head",
    ]

    static let all = [
        Tampering("the balance at the head raised", "UPDATE credit_head SET balance = 1000", finds: .headEdited),
        Tampering(
            "the balance at the head as high as can be", "UPDATE credit_head SET balance = 9223372036854775807",
            finds: .headEdited),
        Tampering(
            "the seal of the head overwritten", "UPDATE credit_head SET seal = zeroblob(32), balance = 1000",
            finds: .headEdited),
        Tampering("the head removed", "DELETE FROM credit_head", finds: .headMissing),
        Tampering(
            "the head set back to a copy", "DELETE FROM credit_head",
            "INSERT INTO credit_head SELECT * FROM earlier_head", finds: .headSetBack),
        Tampering("the running balance of the last entry raised", set("balance = 1000", at: 6), finds: .edited(6)),
        Tampering("the running balance of a purchase raised", set("balance = 1000", at: 2), finds: .edited(2)),
        Tampering("the amount of a purchase raised", set("amount = 500", at: 1), finds: .edited(1)),
        Tampering(
            "amount and balance of a purchase as high as can be",
            set("amount = 9223372036854775807, balance = 9223372036854775807", at: 4), finds: .edited(4)),
        Tampering(
            "amount as low as can be and balance as high as can be",
            set("amount = -9223372036854775808, balance = 9223372036854775807", at: 5), finds: .edited(5)),
        Tampering("a spend made into nothing", set("amount = 0", at: 6), finds: .edited(6)),
        Tampering("the date of a spend changed", set("recordedAt = 0", at: 3), finds: .edited(3)),
        Tampering("a spend made into a correction", set("kind = 'correction'", at: 5), finds: .edited(5)),
        Tampering(
            "withheld credits invented", "UPDATE credit_head SET withheld = 1000", set("withheld = 1000", at: 6),
            finds: .edited(6), .headEdited),
        Tampering("a credit copied with a new identifier", copy(2, to: 7), finds: .copied(7, of: 2)),
        Tampering(
            "a credit copied with its own identifier", "DROP INDEX credit_ledger_transaction",
            copy(2, to: 7, identifier: "'200'"), finds: .copied(7, of: 2)),
        Tampering("a credit copied over a spend", remove(6), copy(2, to: 6), finds: .copied(6, of: 2)),
        Tampering(
            "a credit copied and the head raised", copy(2, to: 7), "UPDATE credit_head SET sequence = 7, balance = 25",
            finds: .copied(7, of: 2), .headEdited),
        Tampering("an entry made up", copy(2, to: 7), set("seal = randomblob(32)", at: 7), finds: .added(7)),
        Tampering("an entry before the first", copy(2, to: 0), finds: .copied(0, of: 2)),
        Tampering("an entry at the last possible number", copy(2, to: .max), finds: .copied(.max, of: 2)),
        Tampering("a spend removed", remove(5), finds: .missing(5...5)),
        Tampering("the last spend removed", remove(6), finds: .missing(6...6)),
        Tampering(
            "the last spend removed and the head set back by hand", remove(6),
            """
            UPDATE credit_head SET sequence = 5, balance = 21,
                entrySeal = (SELECT seal FROM credit_ledger WHERE sequence = 5)
            """, finds: .missing(6...6), .headEdited),
        Tampering(
            "the last spend removed and the head set back to a copy", remove(6), "DELETE FROM credit_head",
            "INSERT INTO credit_head SELECT * FROM earlier_head", finds: .missing(6...6), .headSetBack),
        Tampering(
            "the last spend moved to the last possible number", set("sequence = 9223372036854775807", at: 6),
            finds: .missing(6...6), .added(.max)),
        Tampering("a spend moved away", set("sequence = 100", at: 6), finds: .missing(6...6), .added(100)),
        Tampering("a purchase removed", remove(4), finds: .missing(4...4), balance: 5),
        Tampering(
            "a purchase and the spends after it removed", "DELETE FROM credit_ledger WHERE sequence >= 4",
            finds: .missing(4...6), balance: 12),
        Tampering(
            "entries removed in two places", "DELETE FROM credit_ledger WHERE sequence IN (2, 3, 6)",
            finds: .missing(2...3), .missing(6...6), balance: 8),
        Tampering(
            "an entry removed and its neighbour edited", remove(4), set("amount = 7", at: 5),
            finds: .missing(4...4), .edited(5), balance: 6),
        Tampering("all entries removed", "DELETE FROM credit_ledger", finds: .missing(1...6), balance: 0),
        Tampering(
            "everything removed", "DELETE FROM credit_ledger", "DELETE FROM credit_head",
            finds: .missing(1...6), .headMissing, balance: 0),
        Tampering(
            "two purchases swapped", set("sequence = -2", at: 2), set("sequence = 2", at: 4),
            set("sequence = 4", at: -2), finds: .edited(2), .edited(4)),
        Tampering(
            "two spends swapped", set("sequence = -2", at: 3), set("sequence = 3", at: 6), set("sequence = 6", at: -2),
            finds: .edited(3), .edited(6)),
        Tampering(
            "a signed transaction replaced with another one",
            """
            UPDATE credit_ledger SET signedTransaction =
                (SELECT signedTransaction FROM credit_ledger WHERE sequence = 1) WHERE sequence = 2
            """, finds: .edited(2), balance: 5),
    ]
}

extension Tampering {
    /// Each way with two others after it.
    static let pairs = zip(
        all + all, all.indices.map { all[($0 + 1) % all.count] } + all.indices.map { all[($0 + 13) % all.count] })
}
