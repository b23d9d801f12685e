import DeviceStorage
import FileSystem
import PaymentQueueKit
import SQLiteStorage
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

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
