import DeviceStorage
import FileSystem
import Glibc
import StoreModel
import TestSupport
import Testing

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
        let before = try long()
        #expect(try before.ownedProducts() == owned)
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
