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

/// A whole data directory, keys and marks included, that is put back to an earlier copy. Nothing in it shows that; the store, which
/// knows where the ledger ended at the last contact, does.
@Suite("An older copy of a device's whole data directory")
struct OlderCopyTests {
    /// Steps: `+N` buys N credits (5 or 10), `-N` spends N. Those before the bar are in the copy, those behind it happen before the
    /// last contact, and those behind the second bar with the copy, before the next contact.
    @Test(arguments: [
        ("+10 | -10 |", 0), ("+10 | -3 -3 |", 4), ("+10 -2 | |", 8), ("| +10 -4 |", 0), ("+10 | +5 -15 |", 0),
        // What was bought since is withheld until the store offers it again.
        ("+10 | +5 |", 10), ("+10 | +5 -1 |", 10),
        // The copy goes on by itself: shorter than the store knows, as long, longer.
        ("+10 | -3 -3 -3 | -1", 1), ("+10 | -10 | -1", 0), ("+10 | -9 | -1 -1 -1 -1", 1), ("+10 | -1 | -5 -2", 3),
    ])
    func `gives back nothing that was spent before the last contact`(row: String, balance: Int) throws {
        let (device, _, credits) = try setBack(row)
        #expect(try credits.balance() == balance)
        #expect(device.told.withLock { $0.count } == (row.contains("| |") ? 0 : 1))
        // An audit has nothing more to say.
        #expect(try credits.audit().findings.isEmpty)
        #expect(try credits.balance() == balance)
    }

    /// A device that took the steps of a row and then had its next contact, and where its ledger had ended at the last one.
    private func setBack(_ row: String) throws -> (Device, known: SealedLedgerHead, CreditManager) {
        let parts = row.split(separator: "|", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
        let device = try Device()
        try device.run(parts[0])
        try device.copy()
        try device.run(parts[1])
        let known = try #require(try device.open().record.ledgerHead())
        try device.putBack()
        try device.run(parts[2])
        let (record, credits) = try device.open()
        try record.compareLedger(with: known, isRestored: false)
        return (device, known, credits)
    }

    @Test func `is not what a ledger is that went on since the last contact, nor one with another key`() throws {
        let device = try Device()
        try device.run(["+10"])
        let known = try #require(try device.open().record.ledgerHead())
        try device.run(["-3", "+5"])
        try device.open().record.compareLedger(with: known, isRestored: false)
        let other = try Device()
        try other.run(["+10", "-9", "+10", "-9"])
        try device.open().record.compareLedger(with: #require(try other.open().record.ledgerHead()), isRestored: false)
        try device.open().record.compareLedger(with: #require(SealedLedgerHead(rawValue: "YQ")), isRestored: false)
        #expect(device.told.withLock { $0.isEmpty })
        #expect(try device.open().credits.balance() == 12)
    }

    /// As above; the last purchase before the last contact is offered again.
    @Test(
        "gets back what it bought since when the store offers it again, and no more",
        arguments: [
            ("+10 | +10 -4 |", 10, 16), ("+10 | +5 | -1", 9, 14), ("+10 | +5 -15 | -1", 0, 0),
            ("+10 | +5 | -1 -1 -1", 7, 12), ("+10 +10 | +10 -6 -6 -6 | -1 -1", 12, 12), ("+10 | -10 +5 |", 5, 5),
        ])
    func offeredAgain(row: String, before: Int, after: Int) throws {
        let (device, known, credits) = try setBack(row)
        let bought = try #require(device.purchases.withLock { $0.last })
        #expect(try credits.balance() == before)
        for _ in 1...2 { _ = try credits.credit(bought) }
        #expect(try credits.balance() == after)
        // Bought anew since, when an answer from before comes late.
        try device.run(["+10"])
        try device.open().record.compareLedger(with: known, isRestored: false)
        #expect(try credits.balance() == after + 10)
        #expect(device.told.withLock { $0.count } == 1)
        #expect(try credits.audit().findings.isEmpty)
    }

    @Test(
        "is not made whole by hands: neither by removing the entry in question, nor by its seal in another entry's place"
    )
    func edited() throws {
        for isRemoved in [true, false] {
            let device = try Device()
            try device.run(["+10"])
            try device.copy()
            try device.run(["-10"])
            let known = try #require(try device.open().record.ledgerHead())
            let seal: Data? = try device.ledger.value("SELECT seal FROM credit_ledger WHERE sequence = 2")
            try device.putBack()
            try device.run(["-1", "-1"])
            if isRemoved {
                try device.ledger.edit("DELETE FROM credit_ledger WHERE sequence = 2")
            } else {
                try device.ledger.edit(["UPDATE credit_ledger SET seal = ? WHERE sequence = 2"], [seal])
            }
            _ = try device.open().credits.audit()
            try device.open().record.compareLedger(with: known, isRestored: false)
            #expect(try device.open().credits.balance() == 0, "\(isRemoved)")
        }
    }

    @Test func `is nothing wrong where it came from a backup, and gives back as little`() throws {
        let device = try Device()
        try device.run(["+10"])
        try device.copy()
        try device.run(["-7"])
        let known = try #require(try device.open().record.ledgerHead())
        try device.putBack()
        let (record, credits) = try device.open()
        try record.compareLedger(with: known, isRestored: true)
        #expect(device.told.withLock { $0 } == [[]])
        #expect(try credits.balance() == 3)
    }

    private final class Device: Sendable {
        let ledger: LedgerFixture
        let told = Mutex<[[LedgerFinding]]>([])
        let purchases = Mutex<[PaymentTransaction]>([])
        private var data: String { ledger.directory.path }

        init() throws { ledger = try LedgerFixture() }

        /// What a start of the program opens.
        func open() throws -> (record: DeviceRecord, credits: CreditManager) {
            let (file, credits) = try ledger.startDevice()
            let record = try DeviceRecord(
                database: file, directory: ledger.directory, credits: credits,
                onSetBack: { [unowned self] findings, _, _ in told.withLock { $0.append(findings) } })
            return (record, credits)
        }

        func run(_ steps: [some StringProtocol]) throws {
            let credits = try open().credits
            for step in steps {
                let amount = try #require(Int(step.dropFirst()))
                guard step.first == "+" else {
                    _ = try credits.spend(amount)
                    continue
                }
                let number = purchases.withLock { $0.count } + 1
                let purchase = try ledger.store.purchase(
                    TransactionIdentifier(rawValue: String(number)),
                    of: amount == 5 ? MonkeyCredits.five : MonkeyCredits.ten, date: Int64(number) * 1000)
                purchases.withLock { $0.append(purchase) }
                _ = try credits.credit(purchase)
            }
        }

        func copy() throws {
            _ = try open()
            try FileManager.default.copyItem(atPath: data, toPath: data + "-copy")
        }

        func putBack() throws {
            try FileManager.default.removeItem(atPath: data)
            try FileManager.default.copyItem(atPath: data + "-copy", toPath: data)
        }
    }
}
