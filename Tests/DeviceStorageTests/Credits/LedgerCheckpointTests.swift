import DeviceStorage
import StoreModel
import TestSupport
import Testing

@Suite("A ledger with a checkpoint, before which a start does not look")
struct LedgerCheckpointTests {
    private let device: LedgerFixture
    private let old: PaymentTransaction

    /// Makes two purchases, 10 and 100 credits, 120 spends of 1, and an audit, which leaves a checkpoint behind.
    init() throws {
        device = try LedgerFixture()
        old = try device.store.purchase("100", of: MonkeyCredits.ten, date: 1000)
        let credits = try device.start()
        _ = try credits.credit(old)
        _ = try credits.credit(device.store.purchase("200", of: MonkeyCredits.ten, quantity: 10, date: 2000))
        for _ in 1...120 { _ = try? credits.spend(1) }
        #expect(try credits.audit().findings.isEmpty)
    }

    @Test("is not looked through from the beginning at a start, but from there; the whole is, when that is asked for")
    func extent() throws {
        #expect(try device.start().audit(.sinceCheckpoint) == .untouched(balance: 0, entryCount: 0))
        _ = try device.start().credit(device.store.purchase("300", of: MonkeyCredits.five, date: 3000))
        #expect(try device.start().audit(.sinceCheckpoint) == .untouched(balance: 5, entryCount: 1))
        #expect(try device.start().audit(.whole) == .untouched(balance: 5, entryCount: 113))
    }

    @Test(
        "credits a purchase once, also when its old entry is removed and it is delivered again before anybody has looked"
    )
    func removedPurchase() throws {
        try device.edit("DELETE FROM credit_ledger WHERE sequence = 1")
        let credits = try device.start()
        // The start does not see it.
        #expect(try credits.audit(.sinceCheckpoint).findings.isEmpty)
        #expect(throws: CreditError.tampered) { try credits.credit(old) }
        // From then on every start looks at everything until it is put right.
        let next = try device.start()
        #expect(try next.audit(.sinceCheckpoint).findings == [.missing(1...1)])
        #expect(try next.balance() == -10)
        // What is withheld comes back, and no more.
        #expect(try next.credit(old) == .credited(credits: 10, balance: 0))
        #expect(try next.credit(old) == .alreadyCredited(balance: 0))
        #expect(try device.start().audit().findings.isEmpty)
    }

    @Test func `takes nothing less for a refund when the old entry of the purchase is removed`() throws {
        try device.edit("DELETE FROM credit_ledger WHERE sequence = 1")
        let credits = try device.start()
        let refund = device.store.payload("100", of: MonkeyCredits.ten, date: 1000, revocationDate: 5000)
        let transaction = try device.store.transaction(refund)
        #expect(throws: CreditError.tampered) { try credits.revoke(transaction) }
        #expect(try device.start().audit(.sinceCheckpoint).balance == -10)
        #expect(try device.start().revoke(transaction).balance == -10)
    }

    @Test("gives a reversed refund back once, also when the old entry of the reversal is removed and it is signed anew")
    func removedReversal() throws {
        let device = try LedgerFixture()
        let credits = try device.start()
        func version(_ delay: Int64, isRefund: Bool = false) throws -> PaymentTransaction {
            try device.version(delay, isRefund: isRefund, quantity: 10)
        }
        _ = try credits.credit(version(0))
        _ = try credits.revoke(version(1, isRefund: true))
        _ = try credits.credit(version(2))
        for _ in 1...100 { _ = try credits.spend(1) }
        _ = try credits.audit()
        try device.edit("DELETE FROM credit_ledger WHERE sequence = 3")
        for transaction in [try version(2), try version(9)] {
            #expect(throws: CreditError.tampered) { try credits.credit(transaction) }
        }
        #expect(throws: CreditError.tampered) { try credits.revoke(version(9, isRefund: true)) }
        #expect(try device.start().balance() == 0)
    }

    @Test(
        "credits what was bought earlier and comes late, also where entries before it were removed and that was put right"
    )
    func late() throws {
        try device.edit("DELETE FROM credit_ledger WHERE sequence = 50")
        let credits = try device.start()
        #expect(try credits.audit().findings == [.missing(50...50)])
        _ = try credits.credit(device.store.purchase("400", of: MonkeyCredits.ten, date: 4000))
        // Bought after all that may have been in the gap, and before what came first.
        let late = try device.store.purchase("300", of: MonkeyCredits.five, date: 3000)
        #expect(try credits.credit(late) == .credited(credits: 5, balance: 15))
        #expect(try credits.credit(late) == .alreadyCredited(balance: 15))
        #expect(try device.start().audit().findings.isEmpty)
    }

    /// What somebody can do to the old part who then waits for the start: nothing of it changes what counts.
    @Test(
        "is named by an audit of the whole, and brings nothing before that",
        arguments: [
            ("UPDATE credit_ledger SET amount = 500, balance = 500 WHERE sequence = 1", LedgerFinding.edited(1)),
            ("DELETE FROM credit_ledger WHERE sequence = 60", .missing(60...60)),
            (Tampering.copy(2, to: 0), .copied(0, of: 2)),
        ])
    func whole(statement: String, finding: LedgerFinding) throws {
        try device.edit(statement)
        let credits = try device.start()
        #expect(try credits.audit(.sinceCheckpoint).findings.isEmpty)
        #expect(try credits.balance() == 0)
        #expect(try credits.audit(.whole).findings == [finding])
        #expect(try credits.balance() == 0)
        #expect(try device.start().audit(.whole).findings.isEmpty)
    }

    @Test(
        "cannot be made by hand: one that is no checkpoint of this ledger, or an earlier one, hides nothing",
        arguments: [
            "DELETE FROM credit_checkpoint",
            "UPDATE credit_checkpoint SET sequence = sequence + 1",
            "INSERT OR REPLACE INTO credit_checkpoint SELECT * FROM credit_head",
        ])
    func forged(statement: String) throws {
        let credits = try device.start()
        _ = try credits.credit(device.store.purchase("300", of: MonkeyCredits.five, date: 3000))
        _ = try credits.spend(1)
        try device.edit(statement, "DELETE FROM credit_ledger WHERE sequence = 114")
        #expect(try device.start().audit(.sinceCheckpoint).findings == [.missing(114...114)])
        #expect(try device.start().balance() == 4)
    }

    @Test func `is audited with a word on how far it is, and no further than somebody wants`() throws {
        try device.edit("DELETE FROM credit_ledger WHERE sequence = 1")
        var counts: [Int] = []
        #expect(throws: CreditError.interrupted) {
            try device.start().audit(.whole, progressInterval: 50) {
                counts.append($0)
                return counts.count < 2
            }
        }
        #expect(counts == [50, 100])
        #expect(try device.count("SELECT count(*) FROM credit_ledger WHERE kind = 'correction'") == 0)
    }
}
