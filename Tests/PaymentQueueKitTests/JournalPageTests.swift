import GRDB
import Storage
import StoreModel
import TestSupport
import Testing

@testable import PaymentQueueKit

@Suite("A page of the journal")
struct JournalPageTests {
    private let folder: TemporaryDirectory
    private let file: DatabaseFile
    private var journal: PaymentJournal { PaymentJournal(file: file) }

    init() throws {
        folder = try TemporaryDirectory()
        file = try DatabaseFile(path: folder.path + "/device.sqlite", migrations: PaymentJournal.migrations)
    }

    private func fill(_ rows: Int) throws { try file.write { try $0.execute(sql: journalRows(rows)) } }

    /// The rows on a page of four, newest first, and whether there are others on either side.
    @Test(
        "has the rows at its place, newest first, and says whether there are others",
        arguments: [
            (TransactionPlace.newest, [10, 9, 8, 7], false, true), (.oldest, [4, 3, 2, 1], true, false),
            (.older(than: "key 7"), [6, 5, 4, 3], true, true),
            (.older(than: "key 5"), [4, 3, 2, 1], true, false),
            (.older(than: "key 3"), [2, 1], true, false), (.older(than: "key 1"), [], false, false),
            (.newer(than: "key 4"), [8, 7, 6, 5], true, true),
            (.newer(than: "key 6"), [10, 9, 8, 7], false, true),
            (.newer(than: "key 10"), [], false, false),
            (.around("key 5"), [7, 6, 5, 4], true, true), (.around("key 10"), [10, 9], false, true),
            (.around("key 1"), [3, 2, 1], true, false),
            (.around("nobody's"), [10, 9, 8, 7], false, true), (.older(than: "nobody's"), [], false, false),
            (.newer(than: "nobody's"), [], false, false),
        ] as [(TransactionPlace, [Int], Bool, Bool)])
    func places(place: TransactionPlace, rows: [Int], hasNewer: Bool, hasOlder: Bool) throws {
        try fill(10)
        let page = try journal.page(place, limit: 4)
        #expect(page.transactions.map(\.key.rawValue) == rows.map { "key \($0)" })
        #expect(page.hasNewer == hasNewer && page.hasOlder == hasOlder)
    }

    @Test("of an empty journal is empty", arguments: [TransactionPlace.newest, .oldest, .around("key 1")])
    func empty(place: TransactionPlace) throws {
        let page = try journal.page(place, limit: 4)
        #expect(page.transactions.isEmpty && !page.hasNewer && !page.hasOlder)
    }

    @Test func `has all that a list shows, and not what the store signed`() throws {
        try fill(1)
        var row = try #require(try journal.transaction("key 1"))
        #expect(row.signedTransaction != nil)
        row.signedTransaction = nil
        #expect(try journal.page(.newest, limit: 1).transactions == [row])
    }

    @Test func `reads every column but what it does not show`() throws {
        try fill(1)
        let (table, page) = try file.read { database in
            (
                try database.columns(in: "payment_journal").map(\.name),
                try Row.fetchOne(database, sql: PaymentJournal.rowsBelow, arguments: [Int64.max, 1])
                    .map { Set($0.columnNames) }
            )
        }
        let unread: Set = ["isBeyond", "owesFinish", "priceLimit", "priceLimitCurrency", "signedDate"]
        #expect(try #require(page) == Set(table).subtracting(unread))
    }

    @Test
    func `costs the same, however many rows there are: each of its statements goes straight to its rows`()
        throws
    {
        try fill(10_000)
        let statements: [(String, StatementArguments)] = [
            (PaymentJournal.rowsBelow, [Int64.max, 100]), (PaymentJournal.rowsAbove, [0, 100]),
            (PaymentJournal.sequenceOfKey, ["key 1"]), (PaymentJournal.keyOfName, ["key 1"]),
        ]
        let plan = try file.read { database in
            try statements.flatMap { sql, arguments in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map {
                    $0["detail"] as String
                }
            }
        }
        #expect(plan.filter { $0.contains("payment_journal") }.count >= statements.count)
        for step in plan { #expect(!step.contains("SCAN") && !step.contains("TEMP B-TREE"), "\(step)") }
    }

    @Test func `after page is the whole journal, each row once, from either end`() throws {
        try fill(10_000)
        let all = (1...10_000).reversed().map { "key \($0)" }
        var (keys, place): ([String], TransactionPlace) = ([], .newest)
        while keys.last != all.last {
            let page = try journal.page(place, limit: 999).transactions.map(\.key)
            keys += page.map(\.rawValue)
            place = try .older(than: #require(page.last))
        }
        #expect(keys == all)
        (keys, place) = ([], .oldest)
        while keys.first != all.first {
            let page = try journal.page(place, limit: 999).transactions.map(\.key)
            keys = page.map(\.rawValue) + keys
            place = try .newer(than: #require(page.first))
        }
        #expect(keys == all)
    }

    @Test func `begins at a transaction that is named by its key or by the store's number for it`() throws {
        try fill(3)
        #expect(try journal.key(named: "key 2") == "key 2")
        #expect(try journal.key(named: "9000002") == "key 2")
        for name in ["", "key", "9000004", "' OR 1=1 --"] { #expect(try journal.key(named: name) == nil) }
    }
}
