import DeviceStorage
import FileSystem
import Foundation
import StoreModel
import TestSupport
import Testing

@Suite("Monkey credits")
struct CreditManagerTests {
    private let device: LedgerFixture
    private let credits: CreditManager

    init() throws {
        device = try LedgerFixture()
        credits = try device.start()
    }

    @Test func `are worth what the product says, times the quantity, and outlive the program`() throws {
        #expect(try credits.balance() == 0)
        let five = try device.store.purchase("1", of: MonkeyCredits.five)
        let thirty = try device.store.purchase("2", of: MonkeyCredits.ten, quantity: 3)
        #expect(try credits.credit(five) == .credited(credits: 5, balance: 5))
        #expect(try credits.credit(thirty) == .credited(credits: 30, balance: 35))
        #expect(try device.start().balance() == 35)
        #expect(try device.start().entries(limit: 10).map(\.amount) == [30, 5])
    }

    @Test func `are credited once for a transaction that is delivered twice`() throws {
        let purchase = try device.store.purchase("1", of: MonkeyCredits.ten)
        _ = try device.start().credit(purchase)
        #expect(try device.start().credit(purchase) == .alreadyCredited(balance: 10))
        // The store may sign the same transaction anew.
        let again = try device.store.purchase("1", of: MonkeyCredits.ten)
        #expect(try device.start().credit(again) == .alreadyCredited(balance: 10))
    }

    @Test(
        "of a period are credited once, also where the store forgot it and made it again under another number",
        arguments: [
            // The second transaction for the period, when the first one is credited: bought, refunded, the refund reversed.
            (["1", "2", "2"], [20, 0, 0]),
            (["1", "2", "-2", "2"], [20, 0, 0, 0]),
            (["1", "-2", "2"], [20, 0, 0]),
            (["1", "spend", "2", "spend"], [20, -1, 0, -1]),
            // When its money went back, or came back again.
            (["1", "-1", "2"], [20, -20, 20]),
            (["1", "-1", "1", "2"], [20, -20, 20, 0]),
            (["-1", "2", "1"], [0, 20, 0]),
            // Others: a later start, another product, another subscription, the next period in the same moment, no subscription.
            (["1", "next"], [20, 20]), (["1", "next", "2"], [20, 20, 0]), (["1", "big"], [20, 50]),
            (["1", "other"], [20, 20]), (["1", "renewed"], [20, 20]), (["one", "another"], [5, 5]),
        ])
    func period(steps: [String], changes: [Int]) throws {
        let start: Int64 = 1_795_000_000_000
        func payload(_ name: String) -> TransactionPayload {
            let number = TransactionIdentifier(rawValue: name)
            if name == "one" || name == "another" { return device.store.payload(number, of: MonkeyCredits.five) }
            let product = name == "big" ? MonkeyCredits.bigMonthlyBunch : MonkeyCredits.monthlyBunch
            var payload = device.store.payload(number, of: product, date: start + (name == "next" ? 1000 : 0))
            payload.type = .autoRenewable
            let lineItems = ["other": "7001", "renewed": "1002"]
            payload.webOrderLineItemId = lineItems[name] ?? "1001"
            payload.originalTransactionId = name == "other" ? "7" : "1"
            return payload
        }
        for (version, (step, change)) in zip(steps, changes).enumerated() {
            let credits = try device.start()
            let before = try credits.balance()
            if step == "spend" {
                #expect(try credits.spend(1) == before + change)
                continue
            }
            let isRefund = step.hasPrefix("-")
            var payload = payload(isRefund ? String(step.dropFirst()) : step)
            // Later versions of a transaction are signed later.
            payload.signedDate += Int64(version)
            payload.revocationDate = isRefund ? payload.signedDate : nil
            let transaction = try device.store.transaction(payload)
            let result = try isRefund ? credits.revoke(transaction) : credits.credit(transaction)
            #expect(result.balance == before + change, "\(step)")
        }
        #expect(try device.start().audit().findings.isEmpty)
    }

    @Test func `are credited and spent once by many threads of two programs`() throws {
        let programs = [try device.start(), try device.start()]
        let purchases = try (1...10).map { number in
            try device.store.purchase(TransactionIdentifier(rawValue: "\(number)"), of: MonkeyCredits.ten)
        }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for purchase in purchases {
                #expect(throws: Never.self) { try programs[thread % 2].credit(purchase) }
            }
            for _ in 1...5 { #expect(throws: Never.self) { try programs[thread % 2].spend(1) } }
        }
        #expect(try programs[0].balance() == 60)
        #expect(try device.start().audit() == LedgerAudit.untouched(balance: 60, entryCount: 50))
    }

    @Test func `can be spent to nothing and no further`() throws {
        _ = try credits.credit(device.store.purchase("1", of: MonkeyCredits.five))
        #expect(try credits.spend(2) == 3)
        #expect(throws: CreditError.notEnough(balance: 3)) { try credits.spend(4) }
        #expect(throws: CreditError.notEnough(balance: 3)) { try credits.spend(.max) }
        for count in [0, -1, .min] { #expect(throws: CreditError.nothingToSpend) { try credits.spend(count) } }
        #expect(try credits.spend(3) == 0)
        #expect(throws: CreditError.notEnough(balance: 0)) { try credits.spend(1) }
        #expect(try device.start().balance() == 0)
    }

    @Test func `go below nothing when they are refunded after they were spent, once`() throws {
        let (purchase, refund) = (try device.version(0), try device.version(1000, isRefund: true))
        _ = try credits.credit(purchase)
        _ = try credits.spend(7)
        #expect(throws: CreditError.notVerified(.notRevoked)) { try credits.revoke(purchase) }
        #expect(try credits.revoke(refund) == .revoked(credits: 10, balance: -7))
        #expect(try credits.revoke(refund) == .alreadyRevoked(balance: -7))
        #expect(try credits.credit(purchase) == .alreadyRevoked(balance: -7))
        #expect(throws: CreditError.notEnough(balance: -7)) { try credits.spend(1) }
    }

    /// Versions of one purchase of ten credits, each with when it was signed: `p` for the purchase or a reversal of its
    /// refund, `r` for a refund. What each changes, with 7 credits spent after the first.
    @Test(
        "go and come with refunds and their reversals, once each, in whichever order those come",
        arguments: [
            ("p0 r1 p2", [10, -10, 10]), ("p0 r1 p2 p2 r1 p0", [10, -10, 10, 0, 0, 0]),
            ("p0 r1 p2 r3 p4 r5", [10, -10, 10, -10, 10, -10]), ("p0 r1 r3 p2", [10, -10, 0, 0]),
            ("p0 r1 r3 p4", [10, -10, 0, 10]), ("r1 p2 r3", [0, 10, -10]), ("r1 p0 p2 p2", [0, 0, 10, 0]),
            ("p0 p2 r1", [10, 0, -10]),
        ])
    func reversals(versions: String, changes: [Int]) throws {
        var credits = try device.start()
        var balance = 0
        for (version, change) in zip(versions.split(separator: " "), changes) {
            let delay = try #require(Int64(version.dropFirst()))
            let transaction = try device.version(delay, isRefund: version.first == "r")
            for expected in [change, 0] {
                let result = try version.first == "r" ? credits.revoke(transaction) : credits.credit(transaction)
                balance += expected
                #expect(result.balance == balance, "\(version)")
            }
            if balance == 10, changes.first == 10, try device.count("SELECT count(*) FROM credit_ledger") == 1 {
                balance = try credits.spend(7)
            }
            credits = try device.start()
            #expect(try credits.audit().findings.isEmpty)
        }
        #expect(try device.start().balance() == balance)
    }

    @Test("that a reversal brought back come again out of what was withheld when its entry was removed, and no further")
    func removedReversal() throws {
        _ = try credits.credit(device.version(0))
        _ = try credits.revoke(device.version(1, isRefund: true))
        _ = try credits.credit(device.version(2))
        _ = try credits.spend(7)
        try device.edit("DELETE FROM credit_ledger WHERE sequence IN (3, 4)")
        let after = try device.start()
        #expect(try after.audit().balance == 0)
        #expect(try after.credit(device.version(2)) == .credited(credits: 3, balance: 3))
        #expect(try after.credit(device.version(2)) == .alreadyCredited(balance: 3))
    }

    @Test func `cannot come from a purchase that was refunded before it was delivered`() throws {
        let refund = try device.version(1000, isRefund: true)
        #expect(throws: CreditError.notVerified(.revoked)) { try credits.credit(refund) }
        #expect(try credits.revoke(refund) == .revoked(credits: 0, balance: 0))
        #expect(try credits.credit(device.version(0)) == .alreadyRevoked(balance: 0))
    }

    @Test func `come from the store's word alone`() throws {
        let payload = device.store.payload("1", of: MonkeyCredits.five)
        let right = try device.store.transaction(payload)

        func changed(_ change: (inout TransactionPayload) -> Void) throws -> PaymentTransaction {
            var payload = payload
            change(&payload)
            return try device.store.transaction(payload)
        }
        func unsigned(_ change: (inout PaymentTransaction) -> Void) -> PaymentTransaction {
            var transaction = right
            change(&transaction)
            return transaction
        }
        var ten = MutablePayment(product: MonkeyCredits.five)
        ten.quantity = 10
        let tenfold = try changed { $0.quantity = 10 }
        let parts = try #require(right.signedTransaction).rawValue.split(separator: ".")
        let other = try #require(tenfold.signedTransaction).rawValue.split(separator: ".")
        let forged = SignedTransaction(rawValue: "\(parts[0]).\(other[1]).\(parts[2])")

        var tenfoldForged = right
        (tenfoldForged.payment, tenfoldForged.signedTransaction) = (Payment(ten), forged)
        let another = "com.example.another"
        let doubts: [(PaymentTransaction, VerificationFailure)] = [
            (unsigned { $0.signedTransaction = nil }, .unsigned),
            (unsigned { $0.payment = Payment(ten) }, .contradiction),
            (unsigned { $0.payment = Payment(product: MonkeyCredits.ten) }, .contradiction),
            (unsigned { $0.transactionIdentifier = "2" }, .contradiction),
            (unsigned { $0.transactionIdentifier = nil }, .contradiction),
            (tenfoldForged, .signature(.wrongSignature)),
            (try SigningStore(account: device.store.account).transaction(payload), .signature(.wrongSignature)),
            (try changed { $0.appTransactionId = "1" }, .signature(.wrongAccount)),
            (try changed { $0.bundleId = another }, .signature(.wrongApplication(another))),
            (try changed { $0.environment = .production }, .signature(.wrongEnvironment(.production))),
            (try changed { $0.quantity = 11 }, .quantityOutOfRange(11)),
            (try changed { $0.quantity = .max }, .quantityOutOfRange(.max)),
            (try changed { $0.quantity = 0 }, .quantityOutOfRange(0)),
            (try changed { $0.quantity = -1 }, .quantityOutOfRange(-1)),
        ]
        let sepia = try changed { $0.productId = "com.example.sepia" }
        let refused = doubts.map { ($0, CreditError.notVerified($1)) } + [(sepia, .unknownProduct("com.example.sepia"))]
        for (transaction, error) in refused {
            #expect(throws: error) { try credits.credit(transaction) }
            #expect(throws: error) { try credits.revoke(transaction) }
        }
        #expect(try device.count("SELECT count(*) FROM credit_ledger") == 0)
        #expect(try credits.credit(right) == .credited(credits: 5, balance: 5))
    }

    @Test func `are not counted, bought or spent on an edited head`() throws {
        let device = try LedgerFixture(editedBy: ["UPDATE credit_head SET balance = 1000"])
        let credits = try device.start()
        let purchase = try device.store.purchase("9", of: MonkeyCredits.five)
        #expect(throws: CreditError.tampered) { try credits.balance() }
        #expect(throws: CreditError.tampered) { try credits.spend(1) }
        #expect(throws: CreditError.tampered) { try credits.credit(purchase) }
    }

    @Test func `are spent on a ledger that was set back only after an audit`() throws {
        let device = try LedgerFixture(editedBy: Tampering.setBack)
        let credits = try device.start()
        #expect(throws: CreditError.tampered) { try credits.spend(1) }
        #expect(try credits.audit().balance == 15)
        #expect(try credits.spend(1) == 14)
    }

    @Test func `wait for the key to be put back when it is gone`() throws {
        try device.fill()
        let key = device.directory.file("keys/ledger.key")
        try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
        #expect(throws: StorageError.keyMissing(path: key)) { try device.start() }
        try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
        #expect(try device.start().balance() == 15)
    }

    @Test func `are no alarm when the program died between the commit and the mark`() throws {
        let mark = device.directory.file("keys/ledger.mark")
        _ = try credits.credit(device.store.purchase("1", of: MonkeyCredits.five))
        let earlier = try #require(FileManager.default.contents(atPath: mark))
        _ = try credits.spend(2)
        try earlier.write(to: URL(fileURLWithPath: mark))
        #expect(try device.start().audit() == LedgerAudit.untouched(balance: 3, entryCount: 2))
        #expect(FileManager.default.contents(atPath: mark) != earlier)
    }
}

extension LedgerAudit {
    static func untouched(balance: Int, entryCount: Int) -> LedgerAudit {
        LedgerAudit(findings: [], balance: balance, entryCount: entryCount)
    }
}

extension CreditResult {
    var balance: Int {
        switch self {
        case .credited(_, let balance), .alreadyCredited(let balance), .revoked(_, let balance),
            .alreadyRevoked(let balance):
            balance
        }
    }
}
