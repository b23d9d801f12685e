import FileSystem
import Glibc
import PaymentQueueKit
import SQLiteStorage
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

@testable import DeviceStorage

@Suite("What is owned")
struct EntitlementsTests {
    private static let sepia = PhotoFilter.sepia.productIdentifier
    private static let greyscale = PhotoFilter.greyscale.productIdentifier

    private let device: LedgerFixture
    private var store: SigningStore { device.store }

    init() throws { device = try LedgerFixture() }

    private func opened() throws -> Entitlements { try device.record() }

    private func purchase(
        _ identifier: TransactionIdentifier, of product: ProductIdentifier = sepia, kind: ProductKind = .nonConsumable,
        revocationDate: Int64? = nil
    ) throws -> PaymentTransaction {
        var payload = store.payload(identifier, of: product, revocationDate: revocationDate)
        payload.type = kind
        return try store.transaction(payload)
    }

    @discardableResult
    private func record(
        _ transactions: PaymentTransaction..., in record: Entitlements
    ) throws -> Set<ProductIdentifier>? {
        try record.record(transactions.map { try record.entitlement(provedBy: $0) })
    }

    @Test
    func `is recorded once for each transaction, and is there at the next start and for another program`() throws {
        let (record, other) = (try opened(), try opened())
        #expect(try record.ownedProducts().isEmpty && other.ownedProducts().isEmpty)
        #expect(try self.record(purchase("1"), in: record) == [Self.sepia])
        #expect(try other.ownedProductsWrittenElsewhere() == [Self.sepia])
        #expect(try other.ownedProductsWrittenElsewhere() == nil)
        #expect(try self.record(purchase("1"), in: other) == nil)
        #expect(try self.record(purchase("2", of: Self.greyscale), in: other) == [Self.sepia, Self.greyscale])
        // What the first program knew is out of date by now.
        #expect(try self.record(purchase("1"), purchase("2", of: Self.greyscale), in: record) == nil)
        #expect(try opened().audit())
        #expect(try opened().ownedProducts() == [Self.sepia, Self.greyscale])
        #expect(try device.count("SELECT count(*) FROM entitlement") == 2)
    }

    @Test("is no longer owned after its refund, in whatever order purchase and refund come; another purchase counts")
    func refund() throws {
        for (number, isRefundFirst) in [(TransactionIdentifier("2"), false), ("1", true)] {
            let record = try opened()
            let versions = [try purchase(number), try purchase(number, revocationDate: 1_795_000_100_000)]
            for version in isRefundFirst ? versions.reversed() : versions { try self.record(version, in: record) }
            #expect(try record.ownedProducts().isEmpty)
            for version in versions.reversed() { #expect(try self.record(version, in: record) == nil) }
        }
        let record = try opened()
        #expect(try self.record(purchase("3"), in: record) == [Self.sepia])
    }

    @Test func `is owned again when the refund is reversed, and what was signed before that changes nothing`() throws {
        let record = try opened()
        let bought = try purchase("1")
        let refunded = try purchase("1", revocationDate: 1_795_000_100_000)
        var payload = store.payload("1", of: Self.sepia)
        payload.type = .nonConsumable
        payload.signedDate = 1_795_000_200_000
        let reversed = try store.transaction(payload)
        #expect(try self.record(bought, refunded, in: record) == [])
        #expect(try self.record(reversed, in: record) == [Self.sepia])
        #expect(try self.record(refunded, bought, in: record) == nil)
        #expect(try opened().ownedProducts() == [Self.sepia])
    }

    @Test func `needs the store's signature`() throws {
        let record = try opened()
        var unsigned = try purchase("1")
        unsigned.signedTransaction = nil
        var contradicting = try purchase("1")
        contradicting.transactionIdentifier = "2"
        let another = SigningStore(account: store.account)
        var forged = try purchase("1")
        forged.signedTransaction = try another.sign(another.payload("1", of: Self.sepia))
        let cases: [(PaymentTransaction, EntitlementError)] = [
            (unsigned, .notVerified(.unsigned)), (contradicting, .notVerified(.contradiction)),
            (forged, .notVerified(.signature(.wrongSignature))),
        ]
        for (transaction, error) in cases {
            #expect(throws: error) { try record.entitlement(provedBy: transaction) }
        }
    }

    /// What somebody with the sqlite3 program can do. Each is found, and nothing of the record counts after it.
    static let edits: [(name: String, sql: String)] = [
        ("another product", "UPDATE entitlement SET productIdentifier = 'x' WHERE sequence = 1"),
        ("another number", "UPDATE entitlement SET transactionIdentifier = 'x' WHERE sequence = 1"),
        ("another original", "UPDATE entitlement SET originalTransactionIdentifier = 'x' WHERE sequence = 1"),
        ("another date", "UPDATE entitlement SET purchaseDate = 0 WHERE sequence = 1"),
        ("another signing date", "UPDATE entitlement SET signedDate = 0 WHERE sequence = 3"),
        ("an end", "UPDATE entitlement SET expiresDate = 9000000000000 WHERE sequence = 1"),
        ("no refund", "UPDATE entitlement SET revocationDate = NULL"),
        ("another proof", "UPDATE entitlement SET signedTransaction = 'x' WHERE sequence = 1"),
        ("another header", "UPDATE signed_header SET text = 'x'"),
        ("a new seal", "UPDATE entitlement SET seal = randomblob(32) WHERE sequence = 3"),
        ("a seal that is none", "UPDATE entitlement SET seal = x'00' WHERE sequence = 3"),
        ("the refund taken out", "DELETE FROM entitlement WHERE sequence = 3"),
        ("the beginning taken out", "DELETE FROM entitlement WHERE sequence = 1"),
        ("the middle taken out", "DELETE FROM entitlement WHERE sequence = 2"),
        ("everything taken out", "DELETE FROM entitlement"),
        ("the head taken out", "DELETE FROM entitlement_head"),
        ("everything and the head taken out", "DELETE FROM entitlement; DELETE FROM entitlement_head"),
        ("another head", "UPDATE entitlement_head SET sequence = 2"),
        (
            "a copied entry",
            """
            INSERT INTO entitlement SELECT 4, transactionIdentifier, originalTransactionIdentifier, productIdentifier,
                purchaseDate, revocationDate, signedDate, signedTransaction, previousSeal, seal, expiresDate, header,
                pieces, used FROM entitlement WHERE sequence = 2
            """
        ),
    ]

    @Test(
        "does not count at all after any edit; the audit says so once, and what is restored then counts",
        arguments: edits)
    func tampering(edit: (name: String, sql: String)) throws {
        let before = try opened()
        try record(purchase("1", of: Self.greyscale), purchase("2"), in: before)
        try record(purchase("2", revocationDate: 1_795_000_100_000), in: before)
        #expect(try opened().ownedProducts() == [Self.greyscale])
        try device.edit(edit.sql)

        let after = try opened()
        #expect(throws: EntitlementError.tampered) { try after.ownedProducts() }
        #expect(throws: EntitlementError.tampered) { try record(purchase("3"), in: after) }
        #expect(try !after.audit())
        #expect(try after.ownedProducts().isEmpty)
        #expect(try opened().audit())
        #expect(try record(purchase("1", of: Self.greyscale), in: after) == [Self.greyscale])
        #expect(try opened().audit())
        #expect(try opened().ownedProducts() == [Self.greyscale])
    }

    @Test("of a subscription ends as the store signed it: with another end, or with none, the record does not count")
    func endEdited() throws {
        var payload = store.payload("1", of: MonkeyCredits.monthlyBunch)
        payload.type = .autoRenewable
        payload.expiresDate = device.time.source.now().milliseconds + 1000
        let transaction = try store.transaction(payload)
        for end in ["expiresDate + 1", "NULL"] {
            let record = try opened()
            #expect(try self.record(transaction, in: record) == [MonkeyCredits.monthlyBunch])
            #expect(try opened().ownedProducts() == [MonkeyCredits.monthlyBunch])
            try device.edit("UPDATE entitlement SET expiresDate = \(end)")
            #expect(try !opened().audit())
            #expect(try opened().ownedProducts().isEmpty)
        }
    }

    @Test(
        "does not come back with an earlier copy of the database, in which a refund is missing, also where the mark that shows so is removed",
        arguments: [false, true])
    func setBack(isMarkRemoved: Bool) throws {
        let before = try opened()
        try record(purchase("1"), in: before)
        let tables = ["entitlement", "entitlement_head"]
        for table in tables { try device.edit("CREATE TABLE earlier_\(table) AS SELECT * FROM \(table)") }
        try record(purchase("1", revocationDate: 1_795_000_100_000), in: before)
        for table in tables {
            try device.edit("DELETE FROM \(table)", "INSERT INTO \(table) SELECT * FROM earlier_\(table)")
        }
        if isMarkRemoved { #expect(remove(device.directory.file("keys/entitlements.mark")) == 0) }
        let after = try opened()
        #expect(throws: EntitlementError.tampered) { try after.ownedProducts() }
        #expect(try !after.audit())
        #expect(try after.ownedProducts().isEmpty)
        #expect(try opened().audit())
    }

    @Test func `is not emptied where its mark cannot be read, and no start goes on`() throws {
        let record = try opened()
        try self.record(purchase("1"), in: record)
        try device.whileUnreadable("entitlements.mark") { error in
            try #require(throws: error) { try opened() }
            #expect(throws: EntitlementError.storage(error)) { try record.audit() }
            #expect(throws: EntitlementError.storage(error)) { try record.ownedProducts() }
        }
        #expect(try record.audit())
        #expect(try opened().ownedProducts() == [Self.sepia])
    }

    @Test
    func `is begun anew by one of two programs that find an edit; what was bought since stays with the other`() throws {
        let (slow, other) = (try opened(), try opened())
        let bought = try slow.entitlement(provedBy: purchase("1"))
        // So many that the audit says how far it is before it comes to the edited one.
        _ = try slow.record(
            (0...10_000).map { number in
                Entitlement(
                    transactionIdentifier: bought.transactionIdentifier,
                    originalTransactionIdentifier: bought.originalTransactionIdentifier,
                    productIdentifier: bought.productIdentifier, purchaseDate: bought.purchaseDate, expiresDate: nil,
                    revocationDate: nil,
                    signedDate: Timestamp(milliseconds: bought.signedDate.milliseconds + Int64(number)), pieces: nil,
                    signedTransaction: bought.signedTransaction)
            })
        try device.edit("UPDATE entitlement SET signedDate = 0 WHERE sequence = 10001")
        var isBegunAnew = false
        let holds = try slow.audit { _ in
            isBegunAnew = (try? other.audit()) == false
            _ = try? record(purchase("2", of: Self.greyscale), in: other)
            return true
        }
        #expect(isBegunAnew && holds)
        #expect(try slow.ownedProducts() == [Self.greyscale])
        #expect(try opened().audit())
        #expect(try opened().ownedProducts() == [Self.greyscale])
    }

    /// A greyscale filter, a sepia filter that was refunded, and 200 periods of a subscription; then an audit, which leaves a
    /// checkpoint behind.
    private func long() throws -> Entitlements {
        let record = try opened()
        try self.record(purchase("1", of: Self.greyscale), purchase("2"), in: record)
        try self.record(purchase("2", revocationDate: 1_795_000_100_000), in: record)
        _ = try record.record((0..<200).map { try record.entitlement(provedBy: period($0)) })
        #expect(try record.audit())
        return record
    }

    /// A day of a subscription; the last of the 200 is in force.
    private func period(_ number: Int64, signedLater: Int64 = 0) throws -> PaymentTransaction {
        let begin = device.time.source.now().milliseconds - (199 - number) * 86_400_000
        var payload = store.payload(
            TransactionIdentifier(rawValue: "\(1000 + number)"), of: MonkeyCredits.monthlyBunch, date: begin)
        payload.originalTransactionId = "1000"
        payload.type = .autoRenewable
        payload.expiresDate = begin + 86_400_000
        payload.signedDate += signedLater
        return try store.transaction(payload)
    }

    @Test(
        "with many periods is read from its checkpoint: what counts is checked at once, what went by in an audit of the whole"
    )
    func checkpoint() throws {
        let owned: Set = [Self.greyscale, MonkeyCredits.monthlyBunch]
        #expect(try long().ownedProducts() == owned)
        // A period that went by.
        try device.edit("UPDATE entitlement SET expiresDate = 9000000000000 WHERE sequence = 50")
        let after = try opened()
        #expect(try after.audit(.sinceCheckpoint))
        #expect(try after.ownedProducts() == owned)
        #expect(try after.latestPeriods().map(\.transactionIdentifier) == ["1199"])
        // It goes on, once for each transaction, also for one that does not count any more.
        #expect(try record(period(40), period(199), purchase("1", of: Self.greyscale), in: after) == nil)
        #expect(try record(period(200), in: after) == owned)
        #expect(try record(period(40, signedLater: 1), in: after) == owned)
        #expect(try opened().latestPeriods().map(\.transactionIdentifier) == ["1200"])
        #expect(try !opened().audit(.whole))
        #expect(try opened().ownedProducts().isEmpty)
    }

    @Test(arguments: [
        "DELETE FROM entitlement WHERE sequence = 3",
        "UPDATE entitlement SET revocationDate = NULL WHERE sequence = 3",
        "UPDATE entitlement SET productIdentifier = 'x' WHERE sequence = 1",
        "UPDATE entitlement SET expiresDate = 9000000000000 WHERE sequence = 203",
        "DELETE FROM entitlement WHERE sequence = 203",
    ])
    func `does not count when an entry that counts was edited, however long ago it was written`(sql: String) throws {
        _ = try long()
        try device.edit(sql)
        #expect(throws: EntitlementError.tampered) { try opened().ownedProducts() }
        #expect(try !opened().audit(.sinceCheckpoint))
        #expect(try opened().ownedProducts().isEmpty)
        #expect(try opened().audit())
    }

    @Test func `is read as a whole where the checkpoint was made by hand, or is another one's`() throws {
        for sql in ["UPDATE entitlement_checkpoint SET counting = zeroblob(0)", "DELETE FROM entitlement_checkpoint"] {
            _ = try long()
            try device.edit("UPDATE entitlement SET revocationDate = NULL; " + sql)
            #expect(try !opened().audit(.sinceCheckpoint))
        }
    }

    @Test func `is opened as the version before this one wrote it`() throws {
        let record = try opened()
        try self.record(purchase("1", of: Self.greyscale), purchase("2"), in: record)
        try device.edit(
            """
            UPDATE entitlement SET signedTransaction =
                (SELECT text || '.' FROM signed_header WHERE id = header) || signedTransaction;
            UPDATE entitlement SET header = NULL;
            DELETE FROM signed_header;
            """)
        #expect(try opened().audit())
        #expect(try opened().ownedProducts() == [Self.greyscale, Self.sepia])
    }

    @Test(
        "cannot be sealed anew: without the key a record that is there is not opened, and an empty one gets a new key")
    func keyMissing() throws {
        let key = device.directory.file("keys/entitlements.key")
        _ = try opened()
        #expect(remove(key) == 0)
        try record(purchase("1"), in: opened())
        #expect(remove(key) == 0)
        #expect(throws: StorageError.keyMissing(path: key)) { try opened() }
    }
}

@Suite("Pieces of what is bought again and again")
struct PiecesTests {
    private static let coins: ProductIdentifier = "com.example.coins"
    private static let pass: ProductIdentifier = "com.example.pass"

    private let device: LedgerFixture

    init() throws { device = try LedgerFixture() }

    private func opened() throws -> Entitlements { try device.record() }

    /// What the store signs for a purchase: at first, after its refund (1), after the reversal of that (2).
    private func purchase(
        _ identifier: TransactionIdentifier, of product: ProductIdentifier = coins, quantity: Int = 1,
        version: Int64 = 0
    ) throws -> PaymentTransaction {
        var payload = device.store.payload(identifier, of: product, quantity: quantity)
        payload.type = product == Self.pass ? .nonRenewing : .consumable
        payload.signedDate += version
        payload.revocationDate = version == 1 ? payload.signedDate : nil
        return try device.store.transaction(payload)
    }

    @discardableResult
    private func record(_ transaction: PaymentTransaction, in record: Entitlements) throws -> Bool {
        try record.record([record.entitlement(provedBy: transaction)]) != nil
    }

    private func left(_ record: Entitlements? = nil) throws -> [ProductIdentifier: Int] {
        try (record ?? opened()).current().piecesLeft
    }

    @Test func `are counted once for each purchase, used up across purchases, and are nothing that is owned`() throws {
        let (one, other) = (try opened(), try opened())
        #expect(try record(purchase("1", quantity: 3), in: one))
        #expect(try !record(purchase("1", quantity: 3), in: other))
        #expect(try record(purchase("2", quantity: 2), in: other))
        #expect(try record(purchase("3", of: Self.pass), in: other))
        #expect(try left(one) == [Self.coins: 5, Self.pass: 1])
        #expect(try one.use(4, of: Self.coins) == 1)
        #expect(throws: EntitlementError.notEnough(Self.coins, left: 1)) { try other.use(2, of: Self.coins) }
        #expect(try left(other) == [Self.coins: 1, Self.pass: 1])
        #expect(try other.use(1, of: Self.coins) == 0)
        #expect(try !record(purchase("1", quantity: 3), in: one))
        #expect(try left() == [Self.pass: 1])
        #expect(throws: EntitlementError.notEnough("nobody.sells.this", left: 0)) {
            try one.use(1, of: "nobody.sells.this")
        }
        #expect(try opened().ownedProducts().isEmpty && opened().audit())
    }

    @Test("stay used when the purchase is refunded and the refund is reversed", arguments: 0...3)
    func refund(used: Int) throws {
        let record = try opened()
        try self.record(purchase("1", quantity: 3), in: record)
        if used > 0 { try record.use(used, of: Self.coins) }
        #expect(try self.record(purchase("1", quantity: 3, version: 1), in: record))
        #expect(try left().isEmpty)
        #expect(throws: EntitlementError.notEnough(Self.coins, left: 0)) { try record.use(1, of: Self.coins) }
        // What was signed before comes late.
        #expect(try !self.record(purchase("1", quantity: 3), in: opened()))
        #expect(try left().isEmpty)
        #expect(try self.record(purchase("1", quantity: 3, version: 2), in: opened()))
        #expect(try left()[Self.coins] ?? 0 == 3 - used)
        #expect(try opened().audit())
    }

    @Test func `that were refunded before they came are not there`() throws {
        let record = try opened()
        try self.record(purchase("1", version: 1), in: record)
        #expect(try !self.record(purchase("1"), in: record))
        #expect(try left().isEmpty)
    }

    @Test func `are read from a checkpoint, where what is used up stays used up`() throws {
        let record = try opened()
        for number in 1...120 { try self.record(purchase(TransactionIdentifier(rawValue: "\(number)")), in: record) }
        try record.use(119, of: Self.coins)
        #expect(try record.audit())
        for number in 1...120 {
            #expect(try !self.record(purchase(TransactionIdentifier(rawValue: "\(number)")), in: opened()))
        }
        #expect(try left() == [Self.coins: 1])
        try self.record(purchase("7", version: 1), in: opened())
        try self.record(purchase("7", version: 2), in: opened())
        #expect(try left() == [Self.coins: 1])
    }

    @Test(arguments: [
        "UPDATE entitlement SET pieces = 1000 WHERE sequence = 2",
        "UPDATE entitlement SET used = 0 WHERE sequence = 2",
        "UPDATE entitlement SET pieces = NULL WHERE sequence = 2",
        "UPDATE entitlement SET used = NULL WHERE sequence = 2",
        "DELETE FROM entitlement WHERE sequence = 2",
    ])
    func `do not count after an edit`(sql: String) throws {
        let record = try opened()
        try self.record(purchase("1", quantity: 3), in: record)
        try record.use(2, of: Self.coins)
        try device.edit(sql)
        #expect(throws: EntitlementError.tampered) { try opened().current() }
        #expect(try !opened().audit())
        #expect(try left().isEmpty)
    }
}
