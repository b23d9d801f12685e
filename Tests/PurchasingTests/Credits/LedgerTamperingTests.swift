import DurableStorage
import Foundation
import Purchasing
import StoreModel
import TestSupport
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
            balance, withheld, newestDate, doubtfulUntil, correctedFrom, correctedBefore, previousSeal, seal
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

@Suite("A ledger that was edited by hand")
struct LedgerTamperingTests {
    @Test("is noticed, named, and brings no credits", arguments: Tampering.all)
    func isNoticed(tampering: Tampering) throws {
        let device = try LedgerFixture()
        try device.fill()
        try device.edit(tampering.statements)

        let credits = try device.start()
        let audit = try credits.audit()
        #expect(audit.findings == tampering.findings)
        #expect(audit.balance == tampering.balance)
        #expect(try credits.balance() == tampering.balance)

        let later = try device.start()
        let second = try later.audit()
        #expect(second.findings == [])
        #expect(second.balance == tampering.balance)

        // The ledger goes on: what is bought now counts in full.
        let fresh = try device.store.purchase("400", of: MonkeyCredits.ten, date: 4000)
        #expect(try later.credit(fresh) == .credited(credits: 10, balance: tampering.balance + 10))
        #expect(try device.start().audit().findings == [])
    }

    @Test("brings no credits when everything is delivered again", arguments: Tampering.all)
    func deliveredAgain(tampering: Tampering) throws {
        let device = try LedgerFixture()
        try device.fill()
        try device.edit(tampering.statements)
        let credits = try device.start()
        _ = try credits.audit()
        for transaction in try device.purchases() { _ = try credits.credit(transaction) }
        // Not above what the untouched ledger showed, and not below: all purchases are proved again.
        #expect(try credits.balance() == 15)
        #expect(try device.start().audit().findings == [])
    }

    @Test("brings no credits when it is edited while the program runs", arguments: Tampering.all)
    func editedWhileRunning(tampering: Tampering) throws {
        let device = try LedgerFixture()
        try device.fill()
        let credits = try device.start()
        try device.edit(tampering.statements)
        let spent = (try? credits.spend(2)) != nil
        _ = try credits.audit()
        for transaction in try device.purchases() { _ = try credits.credit(transaction) }
        #expect(try credits.balance() == (spent ? 13 : 15))
        #expect(try device.start().audit().findings == [])
    }

    @Test("brings no credits when it is edited in two ways, at once or one after the other", arguments: Tampering.pairs)
    func editedTwice(first: Tampering, second: Tampering) throws {
        for auditsInBetween in [true, false] {
            let device = try LedgerFixture()
            try device.fill()
            for tampering in [first, second] {
                for statement in tampering.statements {
                    // The second edit may find the ground changed by the first.
                    try? device.edit([statement])
                }
                if auditsInBetween { _ = try device.start().audit() }
            }
            let credits = try device.start()
            #expect(try credits.audit().balance <= 15)
            for transaction in try device.purchases() { _ = try credits.credit(transaction) }
            #expect(try credits.balance() <= 15)
            #expect(try device.start().audit().findings == [])
        }
    }

    @Test("keeps what was found as evidence")
    func keepsEvidence() throws {
        let device = try LedgerFixture()
        try device.fill()
        try device.edit(["UPDATE credit_ledger SET amount = 500 WHERE sequence = 1"])
        _ = try device.start().audit()
        #expect(try device.count("SELECT count(*) FROM credit_rejected WHERE sequence = 1 AND amount = 500") == 1)
        let kinds = try device.start().entries(limit: 2).map(\.kind)
        #expect(kinds == [.purchase, .correction])
    }

    @Test("does not count at all when neither the head nor its copy holds")
    func endUnknown() throws {
        let device = try LedgerFixture()
        try device.fill()
        try FileManager.default.removeItem(atPath: device.directory.file("keys/ledger.mark"))
        try device.edit(["DELETE FROM credit_head", "DELETE FROM credit_ledger WHERE sequence = 6"])
        let audit = try device.start().audit()
        #expect(audit.findings == [.endUnknown])
        #expect(audit.balance == 0)
        let credits = try device.start()
        #expect(try credits.audit().findings == [])
        for transaction in try device.purchases() { _ = try credits.credit(transaction) }
        #expect(try credits.balance() == 0)
    }

    @Test("counts by its last entry when the values at the head were edited and the copy is gone")
    func headEditedWithoutMark() throws {
        let device = try LedgerFixture()
        try device.fill()
        try FileManager.default.removeItem(atPath: device.directory.file("keys/ledger.mark"))
        try device.edit(["UPDATE credit_head SET balance = 1000, sequence = 99"])
        let audit = try device.start().audit()
        #expect(audit.findings == [.headEdited])
        #expect(audit.balance == 15)
    }

    @Test("stays refunded when the refund is removed")
    func refundRemoved() throws {
        let device = try LedgerFixture()
        let credits = try device.start()
        let payload = device.store.payload("100", of: MonkeyCredits.ten, date: 1000)
        let refund = device.store.payload("100", of: MonkeyCredits.ten, date: 1000, revocationDate: 2000)
        _ = try credits.revoke(device.store.transaction(refund))
        try device.edit(["DELETE FROM credit_ledger"])
        let later = try device.start()
        #expect(try later.audit().findings == [.missing(1...1)])
        #expect(try later.credit(device.store.transaction(payload)).balance == 0)
    }

    @Test("takes back what a removed purchase brought when that is refunded")
    func refundOfRemovedPurchase() throws {
        let device = try LedgerFixture()
        try device.fill()
        try device.edit(["DELETE FROM credit_ledger WHERE sequence >= 4"])
        let credits = try device.start()
        #expect(try credits.audit().balance == 12)
        let refund = device.store.payload(
            "300", of: MonkeyCredits.five, quantity: 2, date: 3000, revocationDate: 5000)
        // Untouched, the ledger would show 15 - 10.
        #expect(try credits.revoke(device.store.transaction(refund)) == .revoked(credits: 7, balance: 5))
    }

    @Test("is noticed where an entry is replaced by another good one from a past that was undone")
    func otherPast() throws {
        let device = try LedgerFixture()
        try device.fill()
        try FileManager.default.removeItem(atPath: device.directory.file("keys/ledger.mark"))
        try device.edit([
            "CREATE TABLE other_past AS SELECT * FROM credit_ledger WHERE sequence = 6",
            "DELETE FROM credit_ledger WHERE sequence = 6", "DELETE FROM credit_head",
            "INSERT INTO credit_head SELECT * FROM earlier_head",
        ])
        // Without the mark nothing shows that entry 6 ever was, so the program goes on from 21 credits.
        #expect(try device.start().spend(2) == 19)
        #expect(try device.start().spend(1) == 18)
        try device.edit([
            "DELETE FROM credit_ledger WHERE sequence = 6", "INSERT INTO credit_ledger SELECT * FROM other_past",
        ])
        let audit = try device.start().audit()
        #expect(audit.findings == [.unconnected(7)])
        #expect(audit.balance == 14)
        #expect(try device.start().audit() == LedgerAudit.untouched(balance: 14, entryCount: 8))
    }

    @Test(
        "spends nothing for free when a trigger swallows what is written", arguments: ["credit_ledger", "credit_head"])
    func trigger(table: String) throws {
        let device = try LedgerFixture()
        try device.fill()
        try device.edit(["CREATE TRIGGER swallow BEFORE INSERT ON \(table) BEGIN SELECT RAISE(IGNORE); END"])
        var spent = 0
        for _ in 1...20 {
            let credits = try device.start()
            _ = try? credits.audit()
            if (try? credits.spend(1)) != nil { spent += 1 }
        }
        #expect(spent <= 15)
        try device.edit(["DROP TRIGGER swallow"])
        #expect(try device.start().audit().balance == 15 - spent)
    }

    @Test("names each finding in a sentence with the entry")
    func sentences() {
        let findings: [(LedgerFinding, String)] = [
            (.edited(3), "Entry 3 "), (.missing(4...4), "Entry 4 "), (.missing(4...6), "Entries 4 to 6 "),
            (.added(9), "Entry 9 "), (.copied(9, of: 2), "Entry 9 of the credit ledger is a copy of entry 2"),
            (.unconnected(5), "Entry 5 "),
        ]
        for (finding, start) in findings {
            #expect(finding.description.hasPrefix(start))
            #expect(finding.description.hasSuffix("."))
        }
    }
}
