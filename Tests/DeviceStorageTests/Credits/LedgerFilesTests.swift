import DeviceStorage
import FileSystem
import Foundation
import GRDB
import SQLiteStorage
import StoreModel
import TestSupport
import Testing

/// Key and mark are made before the first entry. Wherever the program is killed meanwhile, and whichever version made them, an
/// honest ledger opens, and one whose mark somebody removed does not count.
@Suite("The key and the mark of a ledger")
struct LedgerFilesTests {
    private let device: LedgerFixture

    init() throws { device = try LedgerFixture() }

    private var key: URL { URL(fileURLWithPath: device.directory.file("keys/ledger.key")) }
    private var mark: URL { URL(fileURLWithPath: device.directory.file("keys/ledger.mark")) }

    /// Makes the key what the version before this one made.
    private func age() throws { try Data(contentsOf: key).prefix(32).write(to: key) }

    @Test func `are there before anything is sealed: without the mark nothing is taken for a new ledger`() throws {
        _ = try device.start()
        #expect(try device.start().audit().findings.isEmpty)
        try device.removeMark()
        #expect(try device.start().audit().findings == [.markMissing])
        #expect(try device.start().audit().findings.isEmpty)
    }

    @Test func `are made anew when the program was killed between the two: the mark is the first`() throws {
        _ = try device.start()
        let other = try Data(contentsOf: mark)
        try FileManager.default.removeItem(at: key)
        #expect(try device.start().credit(device.store.purchase("1", of: MonkeyCredits.five)).balance == 5)
        #expect(try device.start().audit().findings.isEmpty)
        // A mark of another key is none, and neither is a part of one.
        for bytes in [other, other.prefix(50), Data()] {
            try bytes.write(to: mark)
            #expect(try device.start().audit().findings == [.markMissing])
        }
    }

    @Test func `are needed: where the mark cannot be read nothing starts, is spent or is corrected`() throws {
        try device.fill()
        let credits = try device.start()
        try device.whileUnreadable("ledger.mark") { error in
            try #require(throws: error) { try device.start() }
            #expect(throws: CreditError.storage(error)) { try credits.audit() }
            #expect(throws: CreditError.storage(error)) { try credits.spend(1) }
        }
        #expect(try device.start().audit() == .untouched(balance: 15, entryCount: 6))
    }

    @Test func `of the version before this one wait for their mark, too`() throws {
        _ = try device.start().credit(device.store.purchase("1", of: MonkeyCredits.five))
        try age()
        try device.whileUnreadable("ledger.mark") { error in
            try #require(throws: error) { try device.start() }
            #expect(try Data(contentsOf: key).count == 32)
        }
        #expect(try device.start().audit() == .untouched(balance: 5, entryCount: 1))
    }

    @Test func `of a restored backup are not done where the ledger cannot be read: it may be sound`() throws {
        _ = try device.start().credit(device.store.purchase("1", of: MonkeyCredits.five))
        try device.removeMark()
        let file = try DatabaseFile(path: device.path, migrations: CreditManager.migrations)
        try device.edit("ALTER TABLE credit_head RENAME TO hidden")
        #expect(throws: (any Error).self) {
            try CreditManager.renewMark(database: file, directory: device.directory)
        }
        try device.edit("ALTER TABLE hidden RENAME TO credit_head")
        #expect(try CreditManager.renewMark(database: file, directory: device.directory))
        #expect(try device.start().audit() == .untouched(balance: 5, entryCount: 1))
    }

    /// What the version before this one left behind: how many entries, with a mark or without one, and what that is.
    @Test(arguments: [
        (0, false, true), (0, true, true), (1, false, true), (1, true, true), (2, true, true), (2, false, false),
    ])
    func `of the version before this one are taken over`(entries: Int, hasMark: Bool, isHonest: Bool) throws {
        let credits = try device.start()
        for number in 0..<entries {
            _ = try credits.credit(
                device.store.purchase(
                    TransactionIdentifier(rawValue: "\(number)"), of: MonkeyCredits.five, date: Int64(number)))
        }
        try age()
        if !hasMark { try device.removeMark() }
        let balance = isHonest ? entries * 5 : 0
        let after = try device.start()
        #expect(try after.audit().findings == (isHonest ? [] : [.markMissing]))
        #expect(try after.balance() == balance)
        #expect(try device.start().audit().findings.isEmpty)
        // From then on the mark must be there.
        try device.removeMark()
        #expect(try device.start().audit().findings == [.markMissing])
    }

    @Test func `and the ledger itself are opened as the version before this one wrote them, and go on`() throws {
        try device.fill()
        try age()
        let columns = """
            sequence, kind, transactionIdentifier, amount, recordedAt, signedTransaction, balance, withheld, newestDate,
            doubtfulUntil, correctedFrom, correctedBefore, previousSeal, seal
            """
        let whole = columns.replacing(
            "signedTransaction", with: "(SELECT text || '.' FROM signed_header WHERE id = header) || signedTransaction")
        // The same entries in a database with the steps that there were then.
        let old = device.directory.file("old.sqlite")
        _ = try DatabaseFile(path: old, migrations: Array(CreditManager.migrations.prefix(2)))
        let queue = try DatabaseQueue(path: old)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "ATTACH ? AS new", arguments: [device.path])
            try database.execute(
                sql: """
                    INSERT INTO credit_ledger (\(columns))
                        SELECT \(whole.replacing("signed_header", with: "new.signed_header")) FROM new.credit_ledger;
                    INSERT INTO credit_head SELECT * FROM new.credit_head;
                    """)
        }
        try queue.close()
        for name in [device.path, device.path + "-wal", device.path + "-shm"] {
            try? FileManager.default.removeItem(atPath: name)
        }
        try FileManager.default.moveItem(atPath: old, toPath: device.path)

        let credits = try device.start()
        #expect(try credits.audit(.sinceCheckpoint) == .untouched(balance: 15, entryCount: 6))
        for purchase in try device.purchases() {
            #expect(try credits.credit(purchase) == .alreadyCredited(balance: 15))
        }
        _ = try credits.credit(device.store.purchase("400", of: MonkeyCredits.ten, date: 4000))
        #expect(try device.start().audit() == .untouched(balance: 25, entryCount: 7))
        // The old entry's proof is read from where it is.
        try device.edit("UPDATE credit_ledger SET amount = 500 WHERE sequence = 2")
        #expect(try device.start().audit() == LedgerAudit(findings: [.edited(2)], balance: 25, entryCount: 7))
    }

    @Test("A header that many signed transactions have is kept once, and every entry gives its transaction back whole")
    func headers() throws {
        let credits = try device.start()
        let purchases = try (1...5).map { number in
            try device.store.purchase(
                TransactionIdentifier(rawValue: "\(number)"), of: MonkeyCredits.five, date: Int64(number))
        }
        for purchase in purchases { _ = try credits.credit(purchase) }
        #expect(try credits.entries(limit: 5).reversed().map(\.signedTransaction) == purchases.map(\.signedTransaction))
        #expect(try device.count("SELECT count(*) FROM signed_header") == 1)
        // Under the seal is the whole text.
        try device.edit("UPDATE signed_header SET text = text || 'A'")
        #expect(try device.start().audit().findings == (1...5).map { .edited($0) })
    }
}
