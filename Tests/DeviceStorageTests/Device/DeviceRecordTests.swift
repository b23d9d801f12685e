import DeviceStorage
import FileSystem
import Foundation
import GRDB
import PaymentQueueKit
import SQLiteStorage
import StoreModel
import Synchronization
import TestSupport
import Testing

@Suite("The record of which device this is")
struct DeviceRecordTests {
    /// A device with a ledger, a queue and a record, as a start of the program opens them.
    private struct Device {
        let ledger: LedgerFixture
        let file: DatabaseFile
        let credits: CreditManager
        let record: DeviceRecord
        let told = Told()
        var store: SigningStore { ledger.store }

        final class Told: Sendable {
            let moves = Mutex<[[Int]]>([])
        }

        init(_ ledger: LedgerFixture? = nil, isBound: Bool = false) throws {
            let ledger = try ledger ?? LedgerFixture()
            self.ledger = ledger
            (file, credits) = try ledger.startDevice(isBound: isBound)
            record = try DeviceRecord(database: file, directory: ledger.directory, credits: credits) { [told] in
                told.moves.withLock { [move = [$0, $1]] in $0.append(move) }
            }
        }

        /// What a store at an address signs for a purchase of ten: for a device, or for none.
        func purchase(
            _ identifier: TransactionIdentifier, for device: String?, date: Int64 = 1_795_000_000_000,
            revocationDate: Int64? = nil
        ) throws -> PaymentTransaction {
            var payload = store.payload(identifier, of: MonkeyCredits.ten, date: date, revocationDate: revocationDate)
            if let device { payload.bind(to: device, nonce: "5f0cd0f1-7a3e-4e2b-9e68-1e5df5a4a001") }
            return try store.transaction(payload)
        }

        /// A purchase for this device that is in its queue.
        func queued(_ identifier: TransactionIdentifier) throws -> PaymentTransaction {
            let bought = try purchase(identifier, for: record.identity().identifier)
            try journal(bought.key.rawValue, .purchased)
            return bought
        }

        /// The kinds and the amounts of the newest entry.
        func newestEntry() throws -> (kind: LedgerEntry.Kind?, amount: Int?) {
            let entry = try credits.entries(limit: 1).first
            return (entry?.kind, entry?.amount)
        }

        func becomeCopy() throws { try DeviceRecord.becomeCopy(in: ledger.directory, database: file) }

        /// Writes a row into the journal, as it is after a purchase.
        func journal(_ key: String, _ state: PaymentTransactionState, isFinished: Bool = false, owes: Bool = false)
            throws
        {
            try file.write {
                try $0.execute(
                    sql: """
                        INSERT INTO payment_journal
                            (key, productIdentifier, quantity, addedDate, state, isFinished, owesFinish)
                        VALUES (?, 'p', 1, 0, ?, ?, ?)
                        """, arguments: [key, state.rawValue, isFinished, owes])
            }
        }
    }

    /// Whom the store signed a transaction for, and whether it is in this device's queue.
    @Test(
        "Of a store at an address only what it signed for this device, and what is in the queue here, is credited and taken back",
        arguments: [
            ("this", true, nil), ("this", false, VerificationFailure.notInQueue), ("another", true, .otherDevice),
            ("none", true, .otherDevice), ("another", false, .otherDevice),
        ])
    func bound(to whom: String, isQueued: Bool, doubt: VerificationFailure?) throws {
        let device = try Device(isBound: true)
        let own = try device.record.identity().identifier
        let other = try Device(isBound: true).record.identity().identifier
        let signedFor = ["this": own, "another": other][whom]
        let bought = try device.purchase("1", for: signedFor)
        let refunded = try device.purchase("1", for: signedFor, revocationDate: 1_795_000_000_001)
        try device.journal(bought.key.rawValue, .purchased, isFinished: !isQueued)
        guard let doubt else {
            #expect(try device.credits.credit(bought) == .credited(credits: 10, balance: 10))
            #expect(try device.credits.revoke(refunded) == .revoked(credits: 10, balance: 0))
            return
        }
        #expect(throws: CreditError.notVerified(doubt)) { try device.credits.credit(bought) }
        #expect(throws: CreditError.notVerified(doubt)) { try device.credits.revoke(refunded) }
        #expect(try device.credits.entries(limit: 1).isEmpty)
        // The embedded store has one device, and signs for none.
        #expect(try Device(device.ledger).credits.credit(bought) == .credited(credits: 10, balance: 10))
    }

    @Test(
        "A purchase or a refund that one program has in hand while another one gives the credits up changes nothing any more"
    )
    func movedMeanwhile() throws {
        let first = try Device(isBound: true)
        let second = try Device(first.ledger, isBound: true)
        let identity = try first.record.identity()
        let kept = try first.queued("1")
        #expect(try first.credits.credit(kept).balance == 10)
        let bought = try first.queued("2")
        let refunded = try first.purchase("1", for: identity.identifier, revocationDate: 1_795_000_000_001)
        // Both are read from the queue by the first program; then the second one hears that the credits moved.
        try second.record.movedAway(identity)
        #expect(throws: CreditError.notVerified(.otherDevice)) { try first.credits.credit(bought) }
        #expect(throws: CreditError.notVerified(.otherDevice)) { try first.credits.revoke(refunded) }
        #expect(try first.credits.balance() == 0)
        // What was credited before it moved is not in doubt.
        #expect(try first.credits.credit(kept) == .alreadyCredited(balance: 0))
        #expect(try first.credits.audit().findings.isEmpty)
    }

    @Test func `A device that has lost its ledger's key, with all that was in the ledger, is no new one`() throws {
        let device = try Device(isBound: true)
        _ = try device.credits.credit(device.queued("1"))
        try device.ledger.removeMark()
        let key = device.ledger.directory.file("keys/ledger.key")
        try FileManager.default.removeItem(atPath: key)
        try device.ledger.edit("DELETE FROM credit_ledger", "DELETE FROM credit_head")
        #expect(throws: StorageError.keyMissing(path: key)) { try Device(device.ledger, isBound: true) }
    }

    @Test(
        "A purchase of another device that is put among the ledger's entries brings nothing; one that was lost comes back"
    )
    func repair() throws {
        let device = try Device(isBound: true)
        let own = try device.record.identity().identifier
        _ = try device.credits.credit(device.queued("1"))
        // The device has another identifier since.
        try device.becomeCopy()
        let foreign = try #require(try device.purchase("2", for: own, date: 1_796_000_000_000).signedTransaction)
        try device.ledger.edit([
            "UPDATE credit_ledger SET amount = 11 WHERE sequence = 1",
            """
            INSERT INTO credit_ledger (sequence, kind, transactionIdentifier, amount, recordedAt, signedTransaction, balance,
                withheld, newestDate, doubtfulUntil, previousSeal, seal)
            VALUES (2, 'purchase', '2', 10, 0, '\(foreign.rawValue)', 20, 0, 0, 0, zeroblob(32), zeroblob(32))
            """,
        ])
        let audit = try device.credits.audit()
        #expect(audit.findings == [.edited(1), .added(2)])
        #expect(audit.balance == 10)
    }

    @Test func `has one identifier for ever, as long as nothing is restored`() throws {
        let device = try Device()
        let identity = try device.record.identity()
        #expect(identity.origin == nil && identity.identifier.utf8.count == 36)
        #expect(try Device(device.ledger).record.identity() == identity)
    }

    @Test func `gives all credits up at once, once, and has another identifier then`() throws {
        let device = try Device()
        let before = try device.record.identity()
        let bought = try device.store.purchase("1", of: MonkeyCredits.ten)
        _ = try device.credits.credit(bought)
        _ = try device.credits.spend(3)
        try device.record.movedAway(before)
        let after = try device.record.identity()
        #expect(after.identifier != before.identifier && after.origin == nil)
        #expect(try device.credits.balance() == 0)
        #expect(try device.newestEntry() == (.moved, -7))
        // Again, and by another program on the same data.
        try device.record.movedAway(before)
        try Device(device.ledger).record.movedAway(before)
        #expect(try device.record.identity() == after)
        #expect(device.told.moves.withLock { $0 } == [[0, 7]])
        // What moved is not credited again; what is bought later is.
        #expect(try device.credits.credit(bought) == .alreadyCredited(balance: 0))
        let later = try device.store.purchase("2", of: MonkeyCredits.five)
        #expect(try device.credits.credit(later) == .credited(credits: 5, balance: 5))
        #expect(try device.credits.audit().findings.isEmpty)
    }

    @Test func `gives up what is owed, too: the debt moves once, like credits`() throws {
        let device = try Device()
        _ = try device.credits.credit(device.store.purchase("1", of: MonkeyCredits.five))
        _ = try device.credits.spend(5)
        let refund = device.store.payload("1", of: MonkeyCredits.five, revocationDate: 1_795_000_000_001)
        _ = try device.credits.revoke(device.store.transaction(refund))
        let before = try device.record.identity()
        try device.record.movedAway(before)
        try device.record.movedAway(before)
        #expect(try device.credits.balance() == 0)
        #expect(try device.newestEntry() == (.moved, 5))
        #expect(device.told.moves.withLock { $0 } == [[0, -5]])
        #expect(try device.credits.audit().findings.isEmpty)
        // The moved debt does not come back with the entry that moved it.
        try device.ledger.edit("DELETE FROM credit_ledger WHERE kind = 'moved'")
        #expect(try device.credits.audit().balance == -5)
    }

    @Test
    func `gives up what was withheld, too: a purchase that an audit took out does not come back from it`() throws {
        let ledger = try LedgerFixture()
        try ledger.fill()
        let device = try Device(ledger)
        try device.ledger.edit("DELETE FROM credit_ledger WHERE sequence = 2")
        _ = try device.credits.audit()
        try device.record.movedAway(device.record.identity())
        #expect(try device.credits.balance() == 0)
        let gone = try device.ledger.purchases()[1]
        #expect(try device.credits.credit(gone) == .credited(credits: 0, balance: 0))
    }

    @Test("gives up what is in the queue: nothing that was paid is delivered here, and what was not answered fails")
    func queue() throws {
        let device = try Device()
        try device.journal("sent", .purchasing)
        try device.journal("deferred", .deferred)
        try device.journal("paid", .purchased)
        try device.journal("owed", .purchased, isFinished: true, owes: true)
        try device.journal("failed", .failed)
        try device.record.movedAway(device.record.identity())
        let journal = PaymentJournal(file: device.file)
        let unfinished = try journal.unfinished()
        #expect(unfinished.map(\.key) == ["sent", "deferred", "failed"])
        #expect(unfinished.map(\.state) == [.failed, .failed, .failed])
        #expect(unfinished.map(\.error) == [.boughtElsewhere, .boughtElsewhere, nil])
        #expect(try device.ledger.count("SELECT count(*) FROM payment_journal WHERE owesFinish = 1") == 0)
    }

    @Test func `changes nothing where the ledger cannot be written to`() throws {
        let ledger = try LedgerFixture()
        try ledger.fill()
        let device = try Device(ledger)
        let before = try device.record.identity()
        try device.journal("paid", .purchased)
        try device.ledger.edit("UPDATE credit_head SET balance = 1000")
        #expect(throws: StoreError.ledgerTampered) { try device.record.movedAway(before) }
        #expect(try device.record.identity() == before)
        #expect(try PaymentJournal(file: device.file).unfinished().count == 1)
        #expect(device.told.moves.withLock { $0 }.isEmpty)
    }

    @Test
    func `of a restored copy is a new one that takes over from the old, until the store has heard of it`() throws {
        let device = try Device()
        let first = try device.record.identity()
        try device.becomeCopy()
        let copy = try device.record.identity()
        #expect(copy.identifier != first.identifier && copy.origin == first.identifier)
        // A copy of that copy takes over from the same device: the store may never hear of the one in between.
        try device.becomeCopy()
        let second = try device.record.identity()
        #expect(second.identifier != copy.identifier && second.origin == first.identifier)
        // An answer to what it was before settles nothing.
        try device.record.tookOver(copy)
        #expect(try device.record.identity() == second)
        try device.record.tookOver(second)
        #expect(try device.record.identity() == DeviceIdentity(identifier: second.identifier))
        try device.becomeCopy()
        #expect(try device.record.identity().origin == second.identifier)
    }

    @Test func `of a copy whose origin was taken over by another machine asks for it no more`() throws {
        let device = try Device()
        try device.becomeCopy()
        try device.record.movedAway(device.record.identity())
        #expect(try device.record.identity().origin == nil)
    }
}
