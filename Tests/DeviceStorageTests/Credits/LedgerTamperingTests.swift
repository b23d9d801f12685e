import DeviceStorage
import FileSystem
import Foundation
import StoreModel
import TestSupport
import Testing

@Suite("A ledger that was edited by hand")
struct LedgerTamperingTests {
    @Test("is noticed, named, and brings no credits", arguments: Tampering.all)
    func isNoticed(tampering: Tampering) throws {
        let device = try LedgerFixture(editedBy: tampering.statements)

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
        let device = try LedgerFixture(editedBy: tampering.statements)
        let credits = try device.start()
        _ = try credits.audit()
        try device.deliverAgain(to: credits)
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
        try device.deliverAgain(to: credits)
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
                    try? device.edit(statement)
                }
                if auditsInBetween { _ = try device.start().audit() }
            }
            let credits = try device.start()
            #expect(try credits.audit().balance <= 15)
            try device.deliverAgain(to: credits)
            #expect(try credits.balance() <= 15)
            #expect(try device.start().audit().findings == [])
        }
    }

    @Test func `keeps what was found as evidence`() throws {
        let device = try LedgerFixture(editedBy: ["UPDATE credit_ledger SET amount = 500 WHERE sequence = 1"])
        _ = try device.start().audit()
        #expect(try device.count("SELECT count(*) FROM credit_rejected WHERE sequence = 1 AND amount = 500") == 1)
        #expect(try device.start().entries(limit: 2).map(\.kind) == [.purchase, .correction])
    }

    @Test(arguments: [
        ["DELETE FROM credit_head", "DELETE FROM credit_ledger WHERE sequence = 6"],
        ["UPDATE credit_head SET balance = 1000, sequence = 99"],
    ])
    func `does not count at all when neither the head nor its copy holds`(edits: [String]) throws {
        let device = try LedgerFixture(editedBy: edits, removingMark: true)
        let audit = try device.start().audit()
        #expect(audit.findings == [.endUnknown])
        #expect(audit.balance == 0)
        let credits = try device.start()
        #expect(try credits.audit().findings == [])
        try device.deliverAgain(to: credits)
        #expect(try credits.balance() == 0)
    }

    @Test func `does not count when it is an earlier copy and the mark that shows so was removed`() throws {
        let device = try LedgerFixture(editedBy: Tampering.setBack, removingMark: true)
        let credits = try device.start()
        #expect(throws: CreditError.tampered) { try credits.spend(1) }
        let audit = try credits.audit()
        #expect(audit.findings == [.markMissing])
        #expect(audit.balance == 0)
        try device.deliverAgain(to: credits)
        #expect(try credits.balance() == 0)
        // The ledger goes on.
        #expect(try device.start().audit() == LedgerAudit.untouched(balance: 0, entryCount: 6))
        let fresh = try device.store.purchase("400", of: MonkeyCredits.ten, date: 1_800_000_000_000)
        #expect(try device.start().credit(fresh) == .credited(credits: 10, balance: 10))
    }

    @Test func `is no new ledger when all of it was removed, the mark, too: nothing is credited again`() throws {
        let device = try LedgerFixture(
            editedBy: ["DELETE FROM credit_ledger", "DELETE FROM credit_head"], removingMark: true)
        let credits = try device.start()
        let first = try device.purchases()[0]
        #expect(throws: CreditError.tampered) { try credits.credit(first) }
        #expect(try credits.audit().findings == [.markMissing])
        try device.deliverAgain(to: credits)
        #expect(try credits.balance() == 0)
        #expect(try device.start().audit().findings == [])
    }

    @Test func `stays refunded when the refund is removed`() throws {
        let device = try LedgerFixture()
        let credits = try device.start()
        let payload = device.store.payload("100", of: MonkeyCredits.ten, date: 1000)
        let refund = device.store.payload("100", of: MonkeyCredits.ten, date: 1000, revocationDate: 2000)
        _ = try credits.revoke(device.store.transaction(refund))
        try device.edit("DELETE FROM credit_ledger")
        let later = try device.start()
        #expect(try later.audit().findings == [.missing(1...1)])
        #expect(try later.credit(device.store.transaction(payload)).balance == 0)
    }

    @Test func `takes back what a removed purchase brought when that is refunded`() throws {
        let device = try LedgerFixture(editedBy: ["DELETE FROM credit_ledger WHERE sequence >= 4"])
        let credits = try device.start()
        #expect(try credits.audit().balance == 12)
        let refund = device.store.payload("300", of: MonkeyCredits.five, quantity: 2, date: 3000, revocationDate: 5000)
        // Untouched, the ledger would show 15 - 10.
        #expect(try credits.revoke(device.store.transaction(refund)) == .revoked(credits: 7, balance: 5))
    }

    @Test func `is noticed where an entry is replaced by another good one from a past that was undone`() throws {
        let device = try LedgerFixture()
        let mark = device.directory.file("keys/ledger.mark")
        var earlier: Data?
        try device.fill { earlier = FileManager.default.contents(atPath: mark) }
        try #require(earlier).write(to: URL(fileURLWithPath: mark))
        try device.edit("CREATE TABLE other_past AS SELECT * FROM credit_ledger WHERE sequence = 6")
        try device.edit(Tampering.setBack)
        // With an earlier mark nothing shows that entry 6 ever was, so the program goes on from 21 credits.
        #expect(try device.start().spend(2) == 19)
        #expect(try device.start().spend(1) == 18)
        try device.edit(
            "DELETE FROM credit_ledger WHERE sequence = 6", "INSERT INTO credit_ledger SELECT * FROM other_past")
        let audit = try device.start().audit()
        #expect(audit.findings == [.unconnected(7)])
        #expect(audit.balance == 14)
        #expect(try device.start().audit() == LedgerAudit.untouched(balance: 14, entryCount: 8))
    }

    @Test(arguments: ["credit_ledger", "credit_head"])
    func `spends nothing for free when a trigger swallows what is written`(table: String) throws {
        let device = try LedgerFixture(editedBy: [
            "CREATE TRIGGER swallow BEFORE INSERT ON \(table) BEGIN SELECT RAISE(IGNORE); END"
        ])
        var spent = 0
        for _ in 1...20 {
            let credits = try device.start()
            _ = try? credits.audit()
            if (try? credits.spend(1)) != nil { spent += 1 }
        }
        #expect(spent <= 15)
        try device.edit("DROP TRIGGER swallow")
        #expect(try device.start().audit().balance == 15 - spent)
    }

    @Test func `names each finding in a sentence with the entry`() {
        let findings: [(LedgerFinding, String)] = [
            (.edited(3), "Entry 3 "), (.missing(4...4), "Entry 4 "), (.missing(4...6), "Entries 4 to 6 "),
            (.added(9), "Entry 9 "), (.copied(9, of: 2), "Entry 9 of the credit ledger is a copy of entry 2"),
            (.unconnected(5), "Entry 5 "),
        ]
        for (finding, start) in findings {
            #expect(finding.description.hasPrefix(start) && finding.description.hasSuffix("."), "\(finding)")
        }
    }
}
