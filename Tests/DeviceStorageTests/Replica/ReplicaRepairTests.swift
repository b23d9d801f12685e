import Foundation
import Storage
import StoreEvents
import StoreModel
import TestSupport
import Testing

@testable import DeviceStorage

extension ReplicaFixture {
    /// Takes a value out of rows, as no program can.
    fileprivate func remove(_ column: String, of rows: String) throws {
        try SQLiteFile(path).loosen()
        let (table, condition) = (rows.prefix { $0 != " " }, rows.drop { $0 != " " })
        try edit("UPDATE \(table) SET \(column) = NULL\(condition)")
    }
}

@Suite("A replica of an account: what does not hold")
struct ReplicaRepairTests {
    /// A device with 20 credits bought for good and 20 with a period, 4 used and 2 waiting; 3
    /// coins, 1 used; a filter, refunded.
    private final class Account: Sendable {
        let device: ReplicaFixture
        let told: [AccountChange]
        let newest = ReplicaMark(revision: 9, mark: "nine")
        let credits = 34

        init() throws {
            device = try ReplicaFixture()
            let replica = try device.start()
            let filter = try device.forGood(5)
            let refund = try device.forGood(5, delay: 1000, isRefunded: true)
            try replica.merge([filter])
            try device.edit("CREATE TABLE earlier AS SELECT * FROM replica_purchase")
            let bought = try [
                device.version(1), device.version(2), device.version(3, of: ReplicaFixture.coin, quantity: 3),
                refund, device.period(6, of: 6, index: 0),
            ]
            let uses = [device.use(4), device.use(1, of: ReplicaFixture.coin)]
            told = bought + uses.map(AccountChange.use)
            try replica.merge(bought, since: .beginning, to: ReplicaMark(revision: 5, mark: "five"))
            try device.edit("CREATE TABLE earlier_sums AS SELECT * FROM replica_sums")
            try replica.merge(
                uses.map(AccountChange.use), since: ReplicaMark(revision: 5, mark: "five"), to: newest)
            _ = try replica.ask(for: 2)
        }

        /// What the store does when it is asked for everything: it tells everything again.
        func tellAgain(_ replica: AccountReplica) throws {
            let request = try replica.exchangeRequest()
            try replica.merge(told, since: request.since, to: newest, given: request)
        }
    }

    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let finding: AccountFinding
        /// What counts until the store has told everything again.
        let credits: Int
        let edit: @Sendable (ReplicaFixture) throws -> Void
        /// What counts in the end.
        let end: Int

        init(
            _ name: String, _ finding: AccountFinding, credits: Int = 34, end: Int = 34,
            _ edit: @escaping @Sendable (ReplicaFixture) throws -> Void
        ) {
            (testDescription, self.finding, self.credits, self.end, self.edit) = (
                name, finding, credits, end, edit
            )
        }

        init(_ name: String, _ finding: AccountFinding, credits: Int = 34, end: Int = 34, sql: String...) {
            self.init(name, finding, credits: credits, end: end) { for line in sql { try $0.edit(line) } }
        }

        static let all: [Damage] = [
            Damage(
                "the sums raised", .sumsEdited,
                sql: #"UPDATE replica_sums SET sums = replace(sums, '"bought":40', '"bought":4000')"#),
            Damage("the seal overwritten", .sumsEdited, sql: "UPDATE replica_sums SET seal = zeroblob(32)"),
            Damage("a seal of another size", .sumsEdited, sql: "UPDATE replica_sums SET seal = x'00'"),
            Damage("the sums removed", .sumsMissing, sql: "DELETE FROM replica_sums"),
            Damage(
                "the sums put back to earlier ones", .olderCopy,
                sql: "REPLACE INTO replica_sums SELECT * FROM earlier_sums"),
            Damage("the key removed", .keyMissing) { try FileManager.default.removeItem(at: $0.key) },
            Damage("the key emptied", .keyMissing) { try Data().write(to: $0.key) },
            Damage("another key", .keyMissing) { try Data(repeating: 7, count: 32).write(to: $0.key) },
            Damage("the high-water mark removed", .highWaterMarkMissing) {
                try FileManager.default.removeItem(at: $0.highWaterMark)
            },
            Damage("the high-water mark emptied", .highWaterMarkMissing) {
                try Data().write(to: $0.highWaterMark)
            },
            Damage("the high-water mark cut", .highWaterMarkMissing) {
                try Data(contentsOf: $0.highWaterMark).dropLast(5).write(to: $0.highWaterMark)
            },
            Damage(
                "the sums and the high-water mark removed, and a use made smaller", .sumsMissing, credits: 38
            ) {
                try FileManager.default.removeItem(at: $0.highWaterMark)
                try $0.edit(
                    "DELETE FROM replica_sums", "UPDATE replica_use SET amount = 1 WHERE amount = 4")
            }.ending(34),
            Damage("all rows removed with the sums", .olderCopy, credits: -4) {
                try $0.edit(
                    "DELETE FROM replica_purchase", "DELETE FROM replica_use", "DELETE FROM replica_sums")
            }.ending(36),
            Damage(
                "a purchase removed", .rowsEdited, credits: 24,
                sql: "DELETE FROM replica_purchase WHERE number = 1"),
            Damage(
                "a purchase's text edited", .rowsEdited, credits: 24,
                sql:
                    "UPDATE replica_purchase SET signedTransaction = signedTransaction || 'A' WHERE number = 1"
            ),
            Damage(
                "a purchase copied to another number", .rowsEdited,
                sql: """
                    INSERT INTO replica_purchase SELECT 100, original, kind, period, isPaid, signedDate,
                        digest, header, signedTransaction, place FROM replica_purchase WHERE number = 1
                    """),
            Damage(
                "a purchase with another's text", .rowsEdited, credits: 24,
                sql: """
                    UPDATE replica_purchase SET signedTransaction = other.signedTransaction
                    FROM (SELECT * FROM replica_purchase WHERE number = 2) AS other
                    WHERE replica_purchase.number = 1
                    """),
            Damage(
                "a column of a purchase edited", .rowsEdited,
                sql: "UPDATE replica_purchase SET signedDate = signedDate + 100000 WHERE number = 1"),
            Damage(
                "the headers edited", .rowsEdited, credits: -6,
                sql: "UPDATE signed_header SET text = text || 'A'"),
            Damage("a use removed", .rowsEdited, sql: "DELETE FROM replica_use WHERE amount = 4"),
            Damage(
                "a use made smaller", .rowsEdited, sql: "UPDATE replica_use SET amount = 1 WHERE amount = 4"),
            Damage(
                "a use made as large as can be", .rowsEdited,
                sql: "UPDATE replica_use SET amount = 9223372036854775807 WHERE amount = 4"),
            Damage(
                "a use made one of coins", .rowsEdited,
                sql: "UPDATE replica_use SET product = 'com.example.coin' WHERE amount = 4"),
            Damage(
                "a use whose name is no text", .rowsEdited,
                sql: "UPDATE replica_use SET id = CAST(x'ff' AS TEXT) WHERE amount = 4"),
            Damage(
                "a use that waits removed", .rowsEdited, credits: 36, end: 36,
                sql: "DELETE FROM replica_use WHERE isConfirmed = 0"),
            Damage(
                "a use with a date after the year 9999", .rowsEdited,
                sql: "UPDATE replica_use SET date = 253402300800000 WHERE amount = 4"),
            Damage(
                "a use that waits with a date before the year 1", .rowsEdited, credits: 36, end: 36,
                sql: "UPDATE replica_use SET date = -62135596800001 WHERE isConfirmed = 0"),
            Damage(
                "a use made one that waits", .rowsEdited, sql: "UPDATE replica_use SET isConfirmed = 0"),
            Damage("a use without its state", .rowsEdited) {
                try $0.remove("isConfirmed", of: "replica_use WHERE amount = 4")
            },
            Damage("a use without its place", .rowsEdited) {
                try $0.remove("place", of: "replica_use WHERE amount = 4")
            },
            Damage("a use with a place that there is not", .rowsEdited) {
                try $0.edit("UPDATE replica_use SET place = 3 WHERE amount = 4")
            },
            Damage("a purchase without its text", .rowsEdited, credits: 24) {
                try $0.remove("signedTransaction", of: "replica_purchase WHERE number = 1")
            },
        ]

        private func ending(_ end: Int) -> Damage {
            Damage(testDescription, finding, credits: credits, end: end, edit)
        }
    }

    @Test(arguments: Damage.all)
    func `is named once, and made good; nothing is gained and nothing lost`(damage: Damage) throws {
        let account = try Account()
        let device = account.device
        try damage.edit(device)
        let replica = try device.start()
        try replica.check()
        // Edited rows are found only by counting all of them.
        if damage.finding == .rowsEdited { #expect(replica.takeFindings().isEmpty) }
        _ = try replica.recount()
        #expect(replica.takeFindings() == [damage.finding])
        #expect(try replica.credits() == damage.credits)
        // Everything is asked for again, and the device goes on meanwhile.
        let request = try replica.exchangeRequest()
        #expect(request.since == .beginning)
        let count: Int = try device.rows("SELECT count(*) FROM replica_purchase")[0]
        #expect(request.purchases.count == count)
        try replica.merge([device.version(400)])
        #expect(try replica.credits() == damage.credits + 10)
        _ = try device.start().recount()

        try account.tellAgain(replica)
        #expect(try replica.credits() == damage.end + 10)
        #expect(try replica.owned().piecesLeft == [ReplicaFixture.coin: 2])
        #expect(try !replica.owned().ownedProducts.contains(ReplicaFixture.sepia))
        let later = try device.start()
        _ = try later.recount()
        #expect(later.takeFindings() + replica.takeFindings() == [])
    }

    @Test(arguments: Damage.all)
    func `is made good if it is done while the program runs`(damage: Damage) throws {
        let account = try Account()
        let replica = try account.device.start()
        try replica.check()
        try damage.edit(account.device)
        // The key is read at the start.
        let isSeen = damage.finding != .keyMissing
        _ = try? replica.ask(for: 1)
        _ = try replica.recount()
        #expect(replica.takeFindings() == (isSeen ? [damage.finding] : []))
        let next = try account.device.start()
        try account.tellAgain(next)
        for use in try next.waitingUses() { try next.confirm(use) }
        #expect((damage.end - 1...damage.end).contains(try next.credits()))
    }

    @Test(
        "is a row that was removed before the mark had passed it: told again, it counts once",
        arguments: ["DELETE FROM replica_use", "DELETE FROM replica_purchase WHERE number = 2"])
    func removedBeyondTheMark(removal: String) throws {
        let device = try ReplicaFixture()
        let replica = try device.start()
        let (first, second, use) = (try device.version(1), try device.version(2), device.use(3))
        let mark = ReplicaMark(revision: 5, mark: "five")
        try replica.merge([first], since: .beginning, to: mark)
        try replica.merge([second, .use(use)])
        try device.edit(removal)
        #expect(try replica.credits() == 17)
        try replica.merge([second, .use(use)], since: mark, to: ReplicaMark(revision: 7, mark: "seven"))
        #expect(try replica.credits() == 17)
        #expect(replica.takeFindings() == [.rowsEdited])
        _ = try replica.recount()
        #expect(try replica.credits() == 17 && replica.takeFindings().isEmpty)
    }

    @Test
    func
        `is a filter whose refund was taken out by hand: it is owned until all is counted, and then told again`()
        throws
    {
        let account = try Account()
        try account.device.edit("REPLACE INTO replica_purchase SELECT * FROM earlier")
        let replica = try account.device.start()
        _ = try replica.recount()
        #expect(replica.takeFindings() == [.rowsEdited])
        try account.tellAgain(replica)
        #expect(try !replica.owned().ownedProducts.contains(ReplicaFixture.sepia))
    }

    @Test func `is not decided by columns: a refund is taken whatever date they say`() throws {
        let account = try Account()
        try account.device.edit("UPDATE replica_purchase SET signedDate = 9000000000000, digest = 'zzzz'")
        let replica = try account.device.start()
        try replica.merge([account.device.version(1, delay: 1, isRefunded: true)])
        #expect(try replica.credits() == 24)
    }

    @Test func `is a row without its date: it stops a comparison, not the program, until all is counted`()
        throws
    {
        let device = try Account().device
        try device.remove("signedDate", of: "replica_purchase WHERE number = 1")
        let replica = try device.start()
        #expect(throws: ReplicaError.storage(.damaged(path: device.path))) {
            try replica.known(.purchases)
        }
        _ = try replica.recount()
        #expect(try replica.known(.purchases).map(\.id) == ["1", "2", "3", "5", "6"])
    }

    /// A damaged text, and the text of another purchase.
    @Test(arguments: ["'a.b'", "(SELECT signedTransaction FROM replica_purchase WHERE number = 2)"])
    func `is a row that is about to change: it is made good with the change`(text: String) throws {
        let account = try Account()
        try account.device.edit("UPDATE replica_purchase SET signedTransaction = \(text) WHERE number = 1")
        let replica = try account.device.start()
        let refund = try account.device.version(1, delay: 1, isRefunded: true)
        try replica.merge([refund])
        #expect(try replica.credits() == 24)
        #expect(replica.takeFindings() == [.rowsEdited])
        _ = try replica.recount()
        #expect(replica.takeFindings() == [])
    }

    /// - Parameter isRepaired: whether the other program has repaired the replica before this one looks.
    @Test(arguments: [true, false])
    func `is a key that was removed while a program ran: it goes on with the key that another one makes`(
        isRepaired: Bool
    ) throws {
        let account = try Account()
        let running = try account.device.start()
        try running.check()
        try FileManager.default.removeItem(at: account.device.key)
        let other = try account.device.start()
        if isRepaired { try other.check() }
        for replica in [running, other] { try replica.check() }
        // The other one has made the high-water mark before it has sealed anything.
        #expect(running.takeFindings() == (isRepaired ? [] : [.highWaterMarkMissing]))
        #expect(other.takeFindings() == [.keyMissing])
        let use = try running.ask(for: 1)
        #expect(try other.waitingUses().contains(use))
        for replica in [other, running, try account.device.start()] {
            _ = try replica.recount()
            #expect(try replica.credits() == account.credits - 1)
            #expect(replica.takeFindings().isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `is a key that was removed, if the program that makes a new one is killed before it seals anything`(
        withSums: Bool
    ) throws {
        let account = try Account()
        try FileManager.default.removeItem(at: account.device.key)
        if withSums { try account.device.edit("DELETE FROM replica_sums") }
        // It makes the key, and gets no further.
        _ = try account.device.start()
        let replica = try account.device.start()
        try replica.check()
        #expect(replica.takeFindings() == [.keyMissing])
        #expect(try replica.waitingUses().map(\.amount) == [2])
        #expect(try replica.credits() == account.credits)
        _ = try replica.recount()
        #expect(replica.takeFindings().isEmpty)
    }

    @Test func `is a use that was edited while the key was missing: the store's takes its place`() throws {
        let account = try Account()
        try FileManager.default.removeItem(at: account.device.key)
        try account.device.edit("UPDATE replica_use SET amount = 1 WHERE amount = 4")
        let replica = try account.device.start()
        #expect(try replica.credits() == account.credits + 3)
        try account.tellAgain(replica)
        #expect(try replica.credits() == account.credits)
        _ = try replica.recount()
        #expect(replica.takeFindings() == [.keyMissing])
        #expect(try account.device.start().credits() == account.credits)
    }

    @Test
    func `is a high-water mark that cannot be made again: that is said once, and the run goes on without it`()
        throws
    {
        let (account, files) = (try Account(), FileManager.default)
        let device = account.device
        let replica = try device.start()
        try replica.check()
        // The high-water mark is missing, and nothing can be made beside it, not even by root.
        let (keys, away) = (device.directory.file("keys"), device.directory.file("away"))
        try files.moveItem(atPath: keys, toPath: away)
        try files.createSymbolicLink(atPath: keys, withDestinationPath: device.directory.file("nowhere"))
        for _ in 0..<3 { try replica.check() }
        #expect(replica.takeFindings() == [.highWaterMarkMissing])
        #expect(replica.takeTrouble() != nil)
        try replica.merge([device.version(7)])
        #expect(try replica.credits() == account.credits + 10)
        #expect(replica.takeFindings().isEmpty && replica.takeTrouble() == nil)

        try files.removeItem(atPath: keys)
        try files.moveItem(atPath: away, toPath: keys)
        try files.removeItem(at: device.highWaterMark)
        try replica.merge([device.version(8)])
        let next = try device.start()
        try next.check()
        #expect(next.takeFindings() + replica.takeFindings() == [])
        #expect(try next.credits() == account.credits + 20)
    }

    @Test
    func `is no high-water mark of an account that used thousands of products: it is made and read whole`()
        throws
    {
        let device = try ReplicaFixture()
        _ = try device.start()
        let file = try HighWaterMarkFile(
            directory: device.directory, seal: ReplicaSeal(key: Array(Data(contentsOf: device.key))))
        var highWaterMark = HighWaterMark(serial: 1)
        for number in 0..<5000 {
            let product = ProductIdentifier(rawValue: "com.example.consumable.\(number)")
            highWaterMark.used[TallyName(product)] = number + 1
        }
        try file.renew(at: highWaterMark)
        #expect(try Data(contentsOf: device.highWaterMark).count > DataDirectory.longestKey)
        #expect(try file.read() == highWaterMark)
    }

    // MARK: Older copies

    @Test(arguments: [false, true])
    func `is an older copy of the database: what was used since stays used`(withKeys: Bool) throws {
        let device = try ReplicaFixture()
        let (first, second) = try (device.version(1), device.version(2))
        try device.start().merge([first], since: .beginning, to: ReplicaMark(revision: 1, mark: "a"))
        try device.copy("copy", keys: withKeys)
        let use = device.use(10)
        try device.start().merge(
            [second, .use(use)], since: ReplicaMark(revision: 1, mark: "a"),
            to: ReplicaMark(revision: 3, mark: "c"))
        try device.putBack("copy")
        let replica = try device.start()
        try replica.check()
        #expect(replica.takeFindings() == (withKeys ? [] : [.olderCopy]))
        #expect(try replica.credits() == (withKeys ? 10 : 0))
        #expect(
            try replica.exchangeRequest().since
                == (withKeys ? ReplicaMark(revision: 1, mark: "a") : .beginning))
        for _ in 0..<2 { try replica.merge([first, second, .use(use)]) }
        #expect(try replica.credits() == 10)
    }

    @Test
    func
        `is an older copy at the store, too: what was used stays used, and what is used after that counts, too`()
        throws
    {
        let device = try ReplicaFixture()
        let bought = try [device.version(1), device.version(2)]
        try device.start().merge(bought)
        try device.copy("copy")
        let forgotten = device.use(8)
        try device.start().merge([.use(forgotten)])
        for _ in 0..<3 {
            try device.putBack("copy")
            #expect(try device.start().credits() == 12)
        }
        let replica = try device.start()
        let use = try replica.ask(for: 5)
        #expect(try replica.credits() == 7)
        try replica.confirm(use)
        #expect(try replica.credits() == 7)
        _ = try replica.recount()
        // It comes back from somewhere, after all.
        try replica.merge([.use(forgotten)])
        #expect(try replica.credits() == 7)
        #expect(try device.start().credits() == 7)
    }

    @Test func `is a use that waits in an older copy and was confirmed since: it counts once`() throws {
        let device = try ReplicaFixture()
        try device.start().merge([device.version(1)])
        let use = try device.start().ask(for: 4)
        try device.copy("copy")
        try device.start().confirm(use)
        try device.putBack("copy")
        let replica = try device.start()
        try replica.check()
        #expect(replica.takeFindings() == [.olderCopy])
        for use in try replica.waitingUses() { try replica.confirm(use) }
        #expect(try replica.credits() == 6)
    }

    /// A device that has bought 30, of which uses that are no longer here took 10, and known ones nothing.
    private static func deviceWithMissingUses() throws -> ReplicaFixture {
        let device = try ReplicaFixture()
        try device.start().merge([device.version(1)])
        try device.copy("first")
        try device.start().merge([.use(device.use(10))])
        try device.putBack("first")
        let replica = try device.start()
        try replica.merge([device.version(2), device.version(3)])
        #expect(replica.takeFindings() == [.olderCopy])
        #expect(try replica.creditsOfMissingUses() == 10)
        return device
    }

    @Test func `is an older copy of the database twice: what was used before the second one stays used`()
        throws
    {
        let device = try Self.deviceWithMissingUses()
        let use = try device.start().ask(for: 10)
        try device.copy("second")
        _ = try device.start().ask(for: 5)
        // The second time, the mark knows of the use that waits in the copy.
        for _ in 0..<2 {
            try device.putBack("second")
            let replica = try device.start()
            try replica.check()
            #expect(replica.takeFindings() == [.olderCopy])
            #expect(try replica.waitingUses() == [use])
            try replica.confirm(use)
            #expect(try replica.credits() == 10)
            _ = try replica.recount()
            #expect(try replica.credits() == 10 && replica.takeFindings().isEmpty)
        }
    }

    @Test(arguments: [
        "UPDATE replica_purchase SET signedDate = signedDate + 100000 WHERE number = 1",
        "DELETE FROM replica_purchase WHERE number = 1",
        "UPDATE replica_use SET amount = 1 WHERE isConfirmed <> 0 AND product IS NOT NULL",
    ])
    func `is an edited row beside a use that waits: what was used before stays used`(edit: String) throws {
        let device = try Self.deviceWithMissingUses()
        let replica = try device.start()
        let coins = try device.version(4, of: ReplicaFixture.coin, quantity: 3)
        try replica.merge([coins])
        try replica.confirm(replica.ask(for: 2, of: ReplicaFixture.coin))
        let use = try replica.ask(for: 10)
        try device.edit(edit)
        _ = try replica.recount()
        #expect(replica.takeFindings() == [.rowsEdited])
        try replica.merge([device.version(1)])
        try replica.confirm(use)
        #expect(try replica.credits() == 10)
        #expect(try replica.owned().piecesLeft == [ReplicaFixture.coin: 1])
    }

    @Test func `is a table of uses from before one was confirmed: that counts once`() throws {
        let device = try ReplicaFixture()
        let replica = try device.start()
        try replica.merge([device.version(1)])
        let use = try replica.ask(for: 4)
        try device.edit("CREATE TABLE earlier AS SELECT * FROM replica_use")
        try replica.confirm(use)
        _ = try replica.ask(for: 4)
        try device.edit("DELETE FROM replica_use", "INSERT INTO replica_use SELECT * FROM earlier")
        _ = try replica.recount()
        #expect(replica.takeFindings() == [.rowsEdited])
        #expect(try replica.waitingUses() == [use])
        try replica.confirm(use)
        #expect(try replica.credits() == 6)
    }

    @Test func `is a row that is found edited amid a page: what the page has confirmed before it stays used`()
        throws
    {
        let device = try Self.deviceWithMissingUses()
        let replica = try device.start()
        let edited = try replica.ask(for: 3)
        try replica.confirm(edited)
        let waiting = try replica.ask(for: 2)
        try device.edit("UPDATE replica_use SET amount = 1 WHERE isConfirmed <> 0")
        try replica.merge([.use(waiting), .use(edited)])
        #expect(replica.takeFindings() == [.rowsEdited])
        #expect(try replica.credits() == 15)
        _ = try replica.recount()
        #expect(try replica.credits() == 15 && replica.takeFindings().isEmpty)
    }

    @Test
    func `is not a copy that is put back while a program runs: it uses nothing and moves no high-water mark`()
        throws
    {
        let device = try ReplicaFixture()
        try device.start().merge([device.version(1)])
        try device.copy("copy", keys: true)
        let running = try device.start()
        try running.merge([device.version(2)])
        try device.putBack("copy")
        let before = try Data(contentsOf: device.highWaterMark)
        #expect(throws: ReplicaError.storage(.replaced(path: device.path))) { try running.ask(for: 4) }
        #expect(try Data(contentsOf: device.highWaterMark) == before)
        let replica = try device.start()
        try replica.check()
        #expect(replica.takeFindings().isEmpty)
        #expect(try replica.credits() == 10)
    }

    @Test(arguments: 0...8)
    func `is a write-ahead log that was removed or cut`(eighths: Int) throws {
        let device = try ReplicaFixture()
        let bought = try device.version(1)
        try device.start().merge([bought])
        let running = try device.start()
        var changes = [bought]
        for number in 2...6 {
            changes += try [device.version(number), .use(device.use(number))]
            try running.merge(Array(changes.suffix(2)))
        }
        let (whole, log) = (URL(fileURLWithPath: device.path), URL(fileURLWithPath: device.path + "-wal"))
        let copy = device.copied("copy")
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        try Data(contentsOf: whole).write(to: URL(fileURLWithPath: copy + "/device.sqlite"))
        let bytes = try Data(contentsOf: log)
        try bytes.prefix(bytes.count * eighths / 8).write(
            to: URL(fileURLWithPath: copy + "/device.sqlite-wal"))

        // The running program keeps the files that it has.
        let after = try ReplicaFixture(of: device.store)
        try FileManager.default.copyItem(
            atPath: device.directory.file("keys"), toPath: after.directory.file("keys"))
        try after.putBack(from: copy)
        let replica = try after.start()
        try replica.check()
        #expect(replica.takeFindings() == (eighths < 8 ? [.olderCopy] : []))
        #expect(try replica.credits() <= 40)
        try replica.merge(changes)
        #expect(try replica.credits() == 40)
    }

    @Test
    func `is not a program that was killed after its commit: the high-water mark is behind, and moves on`()
        throws
    {
        let account = try Account()
        let before = try Data(contentsOf: account.device.highWaterMark)
        try account.device.start().merge([.use(account.device.use(3))])
        let after = try Data(contentsOf: account.device.highWaterMark)
        try before.write(to: account.device.highWaterMark)
        let replica = try account.device.start()
        try replica.check()
        #expect(try replica.credits() == 31)
        try replica.merge([account.device.version(7)])
        #expect(replica.takeFindings().isEmpty)
        #expect(try Data(contentsOf: account.device.highWaterMark).count >= after.count)
        // The high-water mark is as far as the database, so an older copy is noticed.
        try account.device.edit("REPLACE INTO replica_sums SELECT * FROM earlier_sums")
        #expect(try account.device.start().credits() == 41)
    }

    @Test func `is not a high-water mark that a stopped program has locked: that is behind, and moves on`()
        throws
    {
        let device = try ReplicaFixture()
        let replica = try device.start()
        try replica.merge([device.version(1)])
        let before = try Data(contentsOf: device.highWaterMark)
        let lock = open(device.highWaterMark.path, O_RDONLY)
        try #require(flock(lock, LOCK_SH) == 0)
        try replica.merge([device.version(2)])
        #expect(try replica.credits() == 20)
        #expect(try Data(contentsOf: device.highWaterMark) == before)
        close(lock)
        try replica.merge([device.version(3)])
        #expect(try Data(contentsOf: device.highWaterMark) != before)
        #expect(try device.start().credits() == 30)
        #expect(replica.takeFindings().isEmpty)
    }

    @Test func `is not a high-water mark that has grown with the products that were used up`() throws {
        let device = try ReplicaFixture()
        let replica = try device.start()
        let name = String(repeating: "a", count: 1000)
        let products = (1...70).map { ProductIdentifier(rawValue: "\(name)\($0)") }
        try replica.merge(products.enumerated().map { try device.version($0.offset + 1, of: $0.element) })
        try replica.merge(products.map { .use(device.use(1, of: $0)) })
        try replica.check()
        #expect(try Data(contentsOf: device.highWaterMark).count > 70_000)
        #expect(replica.takeFindings().isEmpty)
    }

    @Test func `is not a first start that was killed: the high-water mark is made before the key`() throws {
        let device = try ReplicaFixture()
        _ = try device.start()
        try FileManager.default.removeItem(at: device.key)
        let replica = try device.start()
        try replica.merge([device.version(1)])
        #expect(try replica.credits() == 10)
        #expect(replica.takeFindings().isEmpty)
    }

    @Test func `is not a restored backup: it has no high-water mark, and gets one`() throws {
        let account = try Account()
        let device = account.device
        try FileManager.default.removeItem(at: device.highWaterMark)
        let file = try DatabaseFile(path: device.path, migrations: AccountReplica.migrations)
        try AccountReplica.renewHighWaterMark(database: file, directory: device.directory)
        let replica = try device.start()
        try replica.check()
        #expect(replica.takeFindings().isEmpty)
        #expect(try replica.exchangeRequest().since == account.newest)
        #expect(try replica.credits() == account.credits)
    }

    @Test func `keeps no replica from opening, except a high-water mark that cannot be read`() throws {
        let account = try Account()
        try FileManager.default.removeItem(at: account.device.highWaterMark)
        try FileManager.default.createDirectory(
            at: account.device.highWaterMark, withIntermediateDirectories: false)
        #expect(throws: StorageError.unusable(path: account.device.highWaterMark.path, reason: "not a file"))
        {
            try account.device.start()
        }
    }

    // MARK: Another account's files

    @Test(arguments: [false, true])
    func `is another account's database, with its keys or without: nothing of it counts`(
        withKeys: Bool
    ) throws {
        let (account, other) = (try Account(), try Account())
        try other.device.copy("copy", keys: withKeys)
        try account.device.putBack(from: other.device.copied("copy"))
        let replica = try account.device.start()
        try replica.check()
        #expect(replica.takeFindings() == [withKeys ? .anotherAccount : .sumsEdited])
        #expect(try replica.credits() == (withKeys ? 0 : -4))
        try account.tellAgain(replica)
        // The use that waited is gone with the file.
        #expect(try replica.credits() == account.credits + 2)
        #expect(try replica.numbers().boughtForGood.count == 1)
    }

    @Test func `is another account's database beside a new key: the store gets no use from it`() throws {
        let (other, device) = (try Account(), try ReplicaFixture())
        try other.device.copy("copy")
        try device.putBack(from: other.device.copied("copy"))
        // This start makes the key, and gets no further.
        _ = try device.start()
        let replica = try device.start()
        try replica.check()
        #expect(replica.takeFindings() == [.anotherAccount])
        #expect(try replica.credits() == 0)
        #expect(try replica.waitingUses().isEmpty)
        let request = try replica.exchangeRequest()
        #expect(request.purchases.isEmpty && request.uses.isEmpty)
        try replica.merge([device.version(1)])
        _ = try replica.recount()
        #expect(try replica.credits() == 10 && replica.takeFindings().isEmpty)
    }

    @Test func `is a folder with another account's keys: what that account used is not used here`() throws {
        let (account, other) = (try Account(), try ReplicaFixture())
        try other.start().merge([other.version(1, quantity: 5), .use(other.use(50))])
        try FileManager.default.removeItem(atPath: account.device.directory.file("keys"))
        try Self.copyKeys(of: other, to: account.device)
        let replica = try account.device.start()
        try replica.check()
        #expect(replica.takeFindings() == [.keyMissing])
        #expect(try replica.credits() == account.credits)
        _ = try replica.recount()
        let next = try account.device.start()
        #expect(try next.credits() == account.credits)
        #expect(next.takeFindings() + replica.takeFindings() == [])
    }

    @Test func `is a new account beside the key and the high-water mark of another one: it owes nothing`()
        throws
    {
        let (other, device) = (try Account(), try ReplicaFixture())
        try Self.copyKeys(of: other.device, to: device)
        let replica = try device.start()
        try replica.check()
        #expect(replica.takeFindings() == [.highWaterMarkMissing])
        try replica.merge([device.version(1)])
        #expect(try replica.credits() == 10)
        try replica.merge([.use(device.use(3))])
        // The new one is this account's, and moves on.
        let next = try device.start()
        try next.check()
        #expect(try next.credits() == 7)
        #expect(next.takeFindings() + replica.takeFindings() == [])
    }

    @Test func `is a high-water mark that stayed another account's, because the program was killed`() throws {
        let (other, device) = (try Account(), try ReplicaFixture())
        try other.device.copy("copy", keys: true)
        try device.putBack(from: other.device.copied("copy"))
        let before = try Data(contentsOf: device.highWaterMark)
        let replica = try device.start()
        try replica.check()
        #expect(replica.takeFindings() == [.anotherAccount])
        try replica.merge([device.version(1), .use(device.use(4))])
        // It is killed after a commit, before it writes the high-water mark.
        try before.write(to: device.highWaterMark)
        let next = try device.start()
        try next.check()
        #expect(next.takeFindings() == [.highWaterMarkMissing])
        #expect(try next.credits() == 6)
        #expect(try device.start().credits() == 6)
    }

    @Test func `is another account's database with the same key: what was used here stays used`() throws {
        let (other, device) = (try Account(), try ReplicaFixture())
        try other.device.copy("copy")
        try Self.copyKeys(of: other.device, to: device)
        let bought = try device.version(1)
        try device.start().merge([bought, .use(device.use(10))])
        for _ in 0..<2 {
            try device.putBack(from: other.device.copied("copy"))
            let replica = try device.start()
            try replica.check()
            #expect(replica.takeFindings() == [.anotherAccount])
            #expect(try replica.credits() == -10)
            try replica.merge([bought])
            #expect(try replica.credits() == 0)
        }
    }

    private static func copyKeys(of source: ReplicaFixture, to target: ReplicaFixture) throws {
        try FileManager.default.copyItem(
            atPath: source.directory.file("keys"), toPath: target.directory.file("keys"))
    }

    @Test func `is a row of another account's database: it brings nothing`() throws {
        let (account, other) = (try Account(), try ReplicaFixture())
        try other.start().merge([other.version(77), other.forGood(78)])
        try other.copy("copy")
        try account.device.edit(
            "ATTACH '\(other.copied("copy"))/device.sqlite' AS other",
            "INSERT INTO replica_purchase SELECT * FROM other.replica_purchase")
        let replica = try account.device.start()
        #expect(try replica.credits() == account.credits)
        #expect(try replica.owned().ownedProducts == [MonkeyCredits.monthlyBunch])
        _ = try replica.recount()
        #expect(replica.takeFindings() == [.rowsEdited])
        #expect(try replica.credits() == account.credits)
        #expect(try account.device.rows("SELECT count(*) FROM replica_purchase WHERE number > 70") == [0])
    }

    // MARK: Counting

    @Test func `is looked for with progress, and that can be ended`() throws {
        let account = try Account()
        let replica = try account.device.start()
        var heard: [Int] = []
        let count = try replica.recount(progressInterval: 3) {
            heard.append($0)
            return true
        }
        #expect(count == (5, 3))
        #expect(heard == [3, 6])
        #expect(throws: ReplicaError.interrupted) { try replica.recount(progressInterval: 1) { _ in false } }
    }

    @Test func `is looked for in one state, and nothing else waits for that`() throws {
        let account = try Account()
        let replica = try account.device.start()
        let change = try account.device.version(7)
        let count = try replica.recount(progressInterval: 4) { _ in
            (try? replica.merge([change])) != nil && (try? replica.credits()) == account.credits + 10
        }
        #expect(count == (5, 3))
        #expect(replica.takeFindings().isEmpty)
        #expect(try replica.credits() == account.credits + 10)
    }
}
