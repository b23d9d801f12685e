import AsyncHTTPClient
import Foundation
import StoreModel
import StoreWire
import TestSupport
import Testing

@testable import StoreRules
@testable import StoreServer

@Suite("Snapshots as files", .server(testStores: 3), .timeLimit(.minutes(5)))
struct SnapshotFileTests {
    private let server = RunningServer.current

    static func send(
        _ method: String, _ store: TestStoreClient, _ name: String = "one", file: [UInt8]? = nil
    ) async throws -> Answer {
        let address = "\(store.made.address)/snapshots/\(name)/file"
        return try await HTTPClient.send(method, address, bytes: file, token: RunningServer.adminToken)
    }

    /// The file of a snapshot of a store.
    static func file(of store: TestStoreClient) async throws -> [UInt8] {
        #expect(try await store.send("PUT", "/snapshots/one").status == 204)
        let answer = try await send("GET", store)
        #expect(answer.status == 200)
        return answer.bytes
    }

    /// The file with other contents and a matching first line.
    static func change(_ file: [UInt8], _ sql: String) throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/database"
        try Data(SnapshotFile.database(of: file)).write(to: URL(fileURLWithPath: path))
        try SQLiteFile(path).run("PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON; " + sql)
        return try SnapshotFile.bytes(of: Array(Data(contentsOf: URL(fileURLWithPath: path))))
    }

    static let letter: ProductIdentifier = "com.xamarin.storekit.testing.keepersletter"

    @Test func `bring a prepared store into another server, signed by its key`() async throws {
        let prepared = try await TestStoreClient(#"{"bundleIdentifier": "com.example.app"}"#)
        let jane = try await Customer(at: prepared.server)
        _ = try await jane.buy("one")
        _ = try await jane.buy("letter", Self.letter)
        let file = try await Self.file(of: prepared)
        let known: [PurchaseSummary] = try await prepared.server.admin("GET", "purchases").decode()
        #expect(known.count == 2)
        try await RunningServer.run(testStores: 1) { server in
            let store = try await TestStoreClient(#"{"bundleIdentifier": "com.example.app"}"#, at: server)
            _ = try await Customer("ann", at: store.server).buy("of before")
            #expect(try await Self.send("PUT", store, "prepared", file: file).status == 204)
            // Nothing has changed yet.
            #expect(try await store.purchaseCount() == 1)
            #expect(try await store.send("POST", "/snapshots/prepared/restore").status == 200)
            let there: [PurchaseSummary] = try await store.server.admin("GET", "purchases").decode()
            #expect(there.map(\.transactionIdentifier) == known.map(\.transactionIdentifier))

            let signer = server.store.signer
            let transactions = try await store.server.admin("GET", "transactions").decode([Signed].self)
            #expect(transactions.count == 2)
            for transaction in transactions { #expect(signer.hasSigned(transaction.signedTransaction)) }

            // The accounts are those of the snapshot, and what is bought now has a number of its own.
            let token = try await store.server.signIn().token
            let path = "/store/v1/purchases"
            let answer = try await store.server.send("POST", path, json: PurchaseRequest(), token: token)
            let bought: PurchaseOutcome = try answer.decode()
            let number = try #require(bought.finished?.identifier)
            #expect(!known.map(\.transactionIdentifier).contains(number))
        }
    }

    private struct Signed: Decodable { var signedTransaction: String }

    @Test func `of the same store are as they were, and need not be signed anew`() async throws {
        let store = try await TestStoreClient()
        _ = try await Customer(at: store.server).buy("one")
        let file = try await Self.file(of: store)
        #expect(try await Self.send("PUT", store, "two", file: file).status == 204)
        #expect(try await Self.send("GET", store, "two").bytes == file)
        for name in ["a%20b", String(repeating: "n", count: 65), "%2e%2e%2f"] {
            #expect(try await Self.send("PUT", store, name, file: file).status == 400)
            #expect(try await Self.send("GET", store, name).status == 400)
        }
        #expect(try await Self.send("GET", store, "none").status == 404)
        // Longer than other bodies may be.
        let long = try Self.change(
            file,
            """
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 30000)
            INSERT INTO session SELECT randomblob(80), identifier, 1, 1 FROM n, account WHERE name IS NOT NULL
            """)
        #expect(long.count > BodyLimit.receipts.limit)
        #expect(try await Self.send("PUT", store, "two", file: long).status == 204)
        #expect(try await Self.send("GET", store, "two").bytes == long)
        for number in 2..<TestStore.mostSnapshots { _ = try await store.send("PUT", "/snapshots/\(number)") }
        #expect(try await Self.send("PUT", store, "another", file: file).status == 409)
        #expect(try await Self.send("PUT", store, "two", file: file).status == 204)
    }

    @Test func `of a store in which somebody has used more than they bought are taken`() async throws {
        let store = try await TestStoreClient()
        let jane = try await Customer(at: store.server)
        _ = try await jane.buy("one")
        let date = server.time.source.now()
        let use = Use(id: .random(at: date), amount: Use.amounts.upperBound, date: date)
        let given = ExchangeRequest(since: .beginning, uses: [use])
        #expect(try await jane.send("POST", "account/exchange", json: given).status == 200)
        let file = try await Self.file(of: store)
        #expect(try await Self.send("PUT", store, "two", file: file).status == 204)
        #expect(try await store.send("POST", "/snapshots/two/restore").status == 200)
        #expect(try await store.purchaseCount() == 1)
    }

    @Test func `that are not what a store made are refused, and nothing is kept`() async throws {
        let store = try await TestStoreClient()
        let jane = try await Customer(at: store.server)
        _ = try await jane.buy("one")
        _ = try await jane.buy("letter", Self.letter)
        let file = try await Self.file(of: store)
        let database = try SnapshotFile.database(of: file)

        func expect(_ status: Int, _ words: String, _ file: [UInt8], _ name: String) async throws {
            let answer = try await Self.send("PUT", store, "other", file: file)
            let message = answer.error?.message ?? ""
            #expect(
                answer.status == status && message.contains(words), "\(name): \(answer.status) \(message)")
        }
        // These are no files of a snapshot, or not whole ones.
        for end in [0, 1, 20, 60, 100, 1000, file.count / 2, file.count - 1] {
            try await expect(400, "nothing was kept", Array(file.prefix(end)), "the first \(end) bytes")
        }
        try await expect(400, "damaged", file + [0], "one byte more")
        for place in [90, file.count / 2, file.count - 10] {
            var changed = file
            changed[place] ^= 1
            try await expect(400, "damaged", changed, "another byte at \(place)")
        }
        try await expect(400, "not the file", Array("{}".utf8), "JSON")
        try await expect(400, "not the file", database, "a bare database")
        let line = String(decoding: file.prefix { $0 != 10 }, as: UTF8.self)
        let newer = line.replacingOccurrences(of: "-snapshot 1 ", with: "-snapshot 2 ")
        try await expect(
            409, "newer version", Array(newer.utf8) + file.dropFirst(line.utf8.count), "a newer form")
        let long = try RawConnection(port: store.server.port)
        let path = "/stores/\(store.made.identifier)/snapshots/other/file"
        await long.send(
            "PUT \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(RunningServer.adminToken)\r\n"
                + "Content-Length: \(SnapshotFile.limit + 1)\r\n\r\n")
        #expect(await long.read(until: "\r\n").hasPrefix("HTTP/1.1 413 "))
        // These have a matching first line, but are no database of a store.
        let noDatabases: [[UInt8]] = [
            [], [0], Array("SQLite format 3\0".utf8), Array(database.prefix(5000)),
            Array(database.reversed()),
        ]
        for bytes in noDatabases {
            try await expect(400, "nothing was kept", SnapshotFile.bytes(of: bytes), "\(bytes.count) bytes")
        }
        for (status, words, sql) in Self.changes {
            try await expect(status, words, Self.change(file, sql), sql)
        }
        let other = try await TestStoreClient(#"{"bundleIdentifier": "com.example.other"}"#)
        try await expect(
            409, "another application, com.example.other", Self.file(of: other), "another application")

        let there: TestStoreClient.Made = try await store.send("GET", "").decode()
        #expect(there.snapshots == ["one"])
        #expect(try await store.purchaseCount() == 2)
        for method in ["GET", "PUT"] {
            let answer = try await store.outer.send(
                method, "/stores/\(store.made.identifier)/snapshots/one/file")
            #expect(answer.status == 401)
        }
    }

    @Test(
        "of a purchase of more pieces than anybody can buy are refused", arguments: [0, 11, 1 << 61],
        [true, false])
    func quantity(_ quantity: Int, isPaid: Bool) async throws {
        let store = try await TestStoreClient()
        _ = try await Customer(at: store.server).buy("one")
        let folder = try TemporaryDirectory()
        let path = folder.path + "/database"
        try await Data(SnapshotFile.database(of: Self.file(of: store))).write(to: URL(fileURLWithPath: path))
        let file = try SQLiteFile(path)
        let signed: String = try #require(try file.value("SELECT signed FROM purchase"))
        let payload = try #require(Base64URL.decode(signed.split(separator: ".")[0]))
        let changed = String(decoding: payload, as: UTF8.self)
            .replacingOccurrences(of: #""quantity":1,"#, with: #""quantity":\#(quantity),"#)
        #expect(changed.contains(":\(quantity),"))
        try file.run(
            "UPDATE purchase SET quantity = ?, signed = ?",
            [quantity, ".\(Base64URL.encode(changed.utf8)).AAAA"])
        // One that waits for a decision is multiplied by its price as soon as it is approved.
        if !isPaid { try file.run("UPDATE purchase SET status = 'deferred', signed = NULL") }
        let bytes = try SnapshotFile.bytes(of: Array(Data(contentsOf: URL(fileURLWithPath: path))))
        let answer = try await Self.send("PUT", store, "other", file: bytes)
        #expect(answer.status == 400 && answer.error?.message?.contains("more pieces") == true)
    }

    static let nested = String(repeating: "[", count: 513)

    private static let changes: [(status: Int, words: String, sql: String)] = [
        (409, "newer version", "INSERT INTO grdb_migrations VALUES ('of tomorrow')"),
        (400, "not as a store", "DELETE FROM grdb_migrations"),
        (409, "before the first version", "UPDATE grdb_migrations SET identifier = 'accounts'"),
        (400, "not as a store", "DROP TABLE grdb_migrations"),
        (
            400, "not as a store",
            """
            DROP TABLE grdb_migrations; CREATE VIEW grdb_migrations AS
            WITH RECURSIVE n(identifier) AS (VALUES (1) UNION ALL SELECT identifier + 1 FROM n) SELECT * FROM n
            """
        ),
        (400, "not as a store", "CREATE TABLE more (a)"),
        (400, "not as a store", "CREATE TRIGGER t AFTER INSERT ON purchase BEGIN DELETE FROM session; END"),
        (400, "not as a store", "CREATE VIEW v AS SELECT 1"),
        (400, "not as a store", "CREATE INDEX i ON purchase (abs(number))"),
        (400, "not as a store", "DROP INDEX purchasePeriod"),
        (400, "not as a store", "ALTER TABLE purchase ADD COLUMN more TEXT"),
        (
            400, "not as a store",
            "UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = 'purchase'"
        ),
        (400, "not as a store", "UPDATE sqlite_schema SET type = NULL WHERE name LIKE 'sqlite_autoindex_%'"),
        (
            400, "not as a store",
            "UPDATE sqlite_schema SET tbl_name = NULL WHERE name LIKE 'sqlite_autoindex_%'"
        ),
        (400, "not as a store", "DELETE FROM account WHERE name IS NOT NULL"),
        (400, "no account", "DELETE FROM account WHERE name IS NULL"),
        (400, "no application", "DELETE FROM application"),
        (409, "another application", "UPDATE application SET bundle = 'com.example.other'"),
        (409, "another application", "UPDATE application SET apple = 7"),
        (400, "application", "UPDATE application SET bundle = 'com example'"),
        (400, "settings", "DELETE FROM testing"),
        (400, "nothing was kept", "UPDATE testing SET settings = '{'"),
        (400, "settings", #"UPDATE testing SET settings = '{"delayMilliseconds": 100000000}'"#),
        (400, "settings", #"UPDATE testing SET settings = '{"clockOffsetMilliseconds": 9007199254740000}'"#),
        (400, "settings", #"UPDATE testing SET settings = '{"frozenAt": 1}'"#),
        (400, "serverAPIError", #"UPDATE testing SET settings = '{"serverAPIError": 1}'"#),
        (
            400, "clock of an account",
            "INSERT INTO accountClock SELECT identifier, 9007199254740000, NULL FROM account LIMIT 1"
        ),
        (400, "clock of an account", "INSERT INTO accountClock SELECT identifier, 0, 1 FROM account LIMIT 1"),
        (400, "too large", "UPDATE testing SET revision = 9223372036854775807"),
        // Notifications name purchases by their numbers.
        (
            400, "too large",
            "DELETE FROM notification; UPDATE purchase SET number = 9223372036854775807 WHERE kind = 'Consumable'"
        ),
        (
            400, "too small",
            "DELETE FROM notification; UPDATE purchase SET number = 0 WHERE kind = 'Consumable'"
        ),
        (400, "later than tomorrow", "UPDATE account SET number = 4000000000000000000 WHERE name IS NULL"),
        (
            400, "too large",
            "UPDATE purchase SET revision = -9223372036854775807 - 1 WHERE kind = 'Consumable'"
        ),
        (400, "status", "UPDATE purchase SET status = 'stolen'"),
        (400, "the changes of an account", "DELETE FROM accountChange WHERE revision = 1"),
        (400, "when they came", "UPDATE purchase SET revision = revision + 1"),
        (400, "not signed", "UPDATE purchase SET signed = '.' WHERE kind = 'Consumable'"),
        (400, "not signed", "UPDATE purchase SET signed = 'e30' || signed WHERE kind = 'Consumable'"),
        (400, "nothing was kept", "UPDATE purchase SET signed = '.e30.' WHERE kind = 'Consumable'"),
        (400, "nothing was signed", "UPDATE purchase SET signed = NULL WHERE kind = 'Consumable'"),
        (400, "something else", "UPDATE purchase SET quantity = 2 WHERE kind = 'Consumable'"),
        (400, "the changes of an account", "UPDATE accountChange SET purchase = NULL"),
        (400, "the changes of an account", "UPDATE accountChange SET used = 'one'"),
        (
            400, "a use",
            "INSERT INTO accountUse SELECT identifier, 'one', NULL, -1000, 1 FROM account LIMIT 1"
        ),
        (
            400, "a use",
            "INSERT INTO accountUse SELECT identifier, 'one', NULL, 1 << 40, 1 FROM account LIMIT 1"
        ),
        (
            400, "a use",
            "INSERT INTO accountUse SELECT identifier, 'one', NULL, 1, 9007199254740000 FROM account LIMIT 1"
        ),
        (400, "a refund", "UPDATE purchase SET status = 'revoked' WHERE kind = 'Consumable'"),
        (400, "not charged", "UPDATE purchase SET status = 'deferred' WHERE kind = 'Consumable'"),
        (400, "environment", "UPDATE account SET environment = 'Moon'"),
        (
            400, "password",
            "UPDATE account SET password = 'scrypt$1073741824$AA==$AA==' WHERE name IS NOT NULL"
        ),
        (400, "cannot be read", "UPDATE subscription SET state = '{}'"),
        (400, "nothing was kept", "UPDATE subscription SET state = replace(state, '{', '[')"),
        (
            400, "too large",
            #"UPDATE subscription SET state = json_set(state, '$.expires', 9223372036854775807)"#
        ),
        (
            400, "the subscription",
            #"UPDATE subscription SET state = json_set(state, '$.expires', 9007199254740000)"#
        ),
        (400, "the subscription", #"UPDATE subscription SET state = json_set(state, '$.renewalDay', 0)"#),
        (400, "its row disagree", #"UPDATE subscription SET state = json_set(state, '$.original', 7)"#),
        (400, "its row disagree", "UPDATE subscription SET due = 1"),
        (
            400, "too large",
            "UPDATE subscription SET state = ' ' || json_set(state, '$.period', 9223372036854775807)"
        ),
        (400, "nothing was kept", "UPDATE testing SET adopted = ' \(nested)'"),
        (
            400, "later than tomorrow",
            "UPDATE subscription SET original = 4000000000000000000, state = json_set(state, '$.original', 4000000000000000000)"
        ),
    ]
}
