import DeviceStorage
import Testing

/// One way to edit the six entries of `LedgerFixture.fill`, whose balance is 15.
struct Tampering: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let statements: [String]
    let findings: [LedgerFinding]
    let balance: Int

    init(_ name: String, _ statements: String..., finds findings: LedgerFinding..., balance: Int) {
        testDescription = name
        self.statements = statements
        self.findings = findings
        self.balance = balance
    }

    /// Copies entry `original` to `sequence` with another transaction identifier.
    static func copy(_ original: Int, to sequence: Int, identifier: String) -> String {
        """
        INSERT INTO credit_ledger SELECT \(sequence), kind, \(identifier), amount, recordedAt, signedTransaction,
            balance, withheld, newestDate, doubtfulUntil, correctedFrom, correctedBefore, previousSeal, seal, header
        FROM credit_ledger WHERE sequence = \(original)
        """
    }

    static let all = [
        Tampering(
            "the balance at the head raised", "UPDATE credit_head SET balance = 1000", finds: .headEdited, balance: 15),
        Tampering(
            "the balance at the head as high as can be", "UPDATE credit_head SET balance = 9223372036854775807",
            finds: .headEdited, balance: 15),
        Tampering(
            "the seal of the head overwritten", "UPDATE credit_head SET seal = zeroblob(32), balance = 1000",
            finds: .headEdited, balance: 15),
        Tampering("the head removed", "DELETE FROM credit_head", finds: .headMissing, balance: 15),
        Tampering(
            "the head set back to a copy", "DELETE FROM credit_head",
            "INSERT INTO credit_head SELECT * FROM earlier_head", finds: .headSetBack, balance: 15),
        Tampering(
            "the running balance of the last entry raised",
            "UPDATE credit_ledger SET balance = 1000 WHERE sequence = 6", finds: .edited(6), balance: 15),
        Tampering(
            "the running balance of a purchase raised", "UPDATE credit_ledger SET balance = 1000 WHERE sequence = 2",
            finds: .edited(2), balance: 15),
        Tampering(
            "the amount of a purchase raised", "UPDATE credit_ledger SET amount = 500 WHERE sequence = 1",
            finds: .edited(1), balance: 15),
        Tampering(
            "amount and balance of a purchase as high as can be",
            "UPDATE credit_ledger SET amount = 9223372036854775807, balance = 9223372036854775807 WHERE sequence = 4",
            finds: .edited(4), balance: 15),
        Tampering(
            "amount as low as can be and balance as high as can be",
            "UPDATE credit_ledger SET amount = -9223372036854775808, balance = 9223372036854775807 WHERE sequence = 5",
            finds: .edited(5), balance: 15),
        Tampering(
            "a spend made into nothing", "UPDATE credit_ledger SET amount = 0 WHERE sequence = 6",
            finds: .edited(6), balance: 15),
        Tampering(
            "the date of a spend changed", "UPDATE credit_ledger SET recordedAt = 0 WHERE sequence = 3",
            finds: .edited(3), balance: 15),
        Tampering(
            "a spend made into a correction", "UPDATE credit_ledger SET kind = 'correction' WHERE sequence = 5",
            finds: .edited(5), balance: 15),
        Tampering(
            "withheld credits invented", "UPDATE credit_head SET withheld = 1000",
            "UPDATE credit_ledger SET withheld = 1000 WHERE sequence = 6", finds: .edited(6), .headEdited, balance: 15),
        Tampering(
            "a credit copied with a new identifier", copy(2, to: 7, identifier: "'201'"), finds: .copied(7, of: 2),
            balance: 15),
        Tampering(
            "a credit copied with its own identifier", "DROP INDEX credit_ledger_transaction",
            copy(2, to: 7, identifier: "'200'"), finds: .copied(7, of: 2), balance: 15),
        Tampering(
            "a credit copied over a spend", "DELETE FROM credit_ledger WHERE sequence = 6",
            copy(2, to: 6, identifier: "'201'"), finds: .copied(6, of: 2), balance: 15),
        Tampering(
            "a credit copied and the head raised", copy(2, to: 7, identifier: "'201'"),
            "UPDATE credit_head SET sequence = 7, balance = 25", finds: .copied(7, of: 2), .headEdited, balance: 15),
        Tampering(
            "an entry made up", copy(2, to: 7, identifier: "'201'"),
            "UPDATE credit_ledger SET seal = randomblob(32) WHERE sequence = 7", finds: .added(7), balance: 15),
        Tampering(
            "an entry before the first", copy(2, to: 0, identifier: "'201'"), finds: .copied(0, of: 2), balance: 15),
        Tampering(
            "an entry at the last possible number", copy(2, to: .max, identifier: "'201'"),
            finds: .copied(.max, of: 2), balance: 15),
        Tampering(
            "a spend removed", "DELETE FROM credit_ledger WHERE sequence = 5", finds: .missing(5...5), balance: 15),
        Tampering(
            "the last spend removed", "DELETE FROM credit_ledger WHERE sequence = 6", finds: .missing(6...6),
            balance: 15),
        Tampering(
            "the last spend removed and the head set back by hand", "DELETE FROM credit_ledger WHERE sequence = 6",
            """
            UPDATE credit_head SET sequence = 5, balance = 21,
                entrySeal = (SELECT seal FROM credit_ledger WHERE sequence = 5)
            """, finds: .missing(6...6), .headEdited, balance: 15),
        Tampering(
            "the last spend removed and the head set back to a copy", "DELETE FROM credit_ledger WHERE sequence = 6",
            "DELETE FROM credit_head", "INSERT INTO credit_head SELECT * FROM earlier_head",
            finds: .missing(6...6), .headSetBack, balance: 15),
        Tampering(
            "the last spend moved to the last possible number",
            "UPDATE credit_ledger SET sequence = 9223372036854775807 WHERE sequence = 6", finds: .missing(6...6),
            .added(.max), balance: 15),
        Tampering(
            "a spend moved away", "UPDATE credit_ledger SET sequence = 100 WHERE sequence = 6",
            finds: .missing(6...6), .added(100), balance: 15),
        Tampering(
            "a purchase removed", "DELETE FROM credit_ledger WHERE sequence = 4", finds: .missing(4...4), balance: 5),
        Tampering(
            "a purchase and the spends after it removed", "DELETE FROM credit_ledger WHERE sequence >= 4",
            finds: .missing(4...6), balance: 12),
        Tampering(
            "entries removed in two places", "DELETE FROM credit_ledger WHERE sequence IN (2, 3, 6)",
            finds: .missing(2...3), .missing(6...6), balance: 8),
        Tampering(
            "an entry removed and its neighbour edited", "DELETE FROM credit_ledger WHERE sequence = 4",
            "UPDATE credit_ledger SET amount = 7 WHERE sequence = 5", finds: .missing(4...4), .edited(5), balance: 6),
        Tampering("all entries removed", "DELETE FROM credit_ledger", finds: .missing(1...6), balance: 0),
        Tampering(
            "everything removed", "DELETE FROM credit_ledger", "DELETE FROM credit_head",
            finds: .missing(1...6), .headMissing, balance: 0),
        Tampering(
            "two purchases swapped", "UPDATE credit_ledger SET sequence = -2 WHERE sequence = 2",
            "UPDATE credit_ledger SET sequence = 2 WHERE sequence = 4",
            "UPDATE credit_ledger SET sequence = 4 WHERE sequence = -2", finds: .edited(2), .edited(4), balance: 15),
        Tampering(
            "two spends swapped", "UPDATE credit_ledger SET sequence = -2 WHERE sequence = 3",
            "UPDATE credit_ledger SET sequence = 3 WHERE sequence = 6",
            "UPDATE credit_ledger SET sequence = 6 WHERE sequence = -2", finds: .edited(3), .edited(6), balance: 15),
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
