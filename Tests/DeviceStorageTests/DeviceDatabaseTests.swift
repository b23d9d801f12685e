import PaymentQueueKit
import Storage
import StoreEvents
import StoreModel
import TestSupport
import Testing

@testable import DeviceStorage

@Suite("A device's database")
struct DeviceDatabaseTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.path + "/device.sqlite" }

    init() throws { folder = try TemporaryDirectory() }

    private func open() throws -> DatabaseFile {
        try DatabaseFile(path: path, migrations: DeviceDatabase.migrations)
    }

    @Test func `of an earlier build is refused, and stays as it is`() throws {
        let file = try SQLiteFile(path)
        try file.run(
            """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('journal-1'), ('ledger-1');
            """)
        #expect(throws: StorageError.earlierBuild(path: path)) { try open() }
        let tables: [String] = try file.values("SELECT name FROM sqlite_schema WHERE type = 'table'")
        #expect(tables == ["grdb_migrations"])
    }

    struct Trace: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let leave: @Sendable (DatabaseFile, DataDirectory) throws -> Void

        static let all = [
            Trace(testDescription: "a payment") { _, directory in
                try SQLiteFile(directory.file("device.sqlite")).run(
                    """
                    INSERT INTO payment_journal
                        (key, productIdentifier, quantity, addedDate, state, isFromElsewhere)
                    VALUES ('a', 'b', 1, 1, 0, 0)
                    """)
            },
            Trace(testDescription: "a purchase that came with the account") { file, directory in
                let store = SigningStore()
                let payload = store.payload("1", of: MonkeyCredits.ten)
                let replica = try AccountReplica(
                    database: file, directory: directory, account: store.account, verifier: store.verifier(),
                    time: ManualTime().source)
                try replica.merge([.signed(store.sign(payload), payload)])
            },
            Trace(testDescription: "a filter") { file, _ in try PhotoFilterTable(file: file).toggle(.sepia) },
            Trace(testDescription: "a place in a book") { file, _ in
                try BookTable(file: file).set(ReadingPlace(paragraph: 1, character: 1), in: "book")
            },
            Trace(testDescription: "a restriction") { file, _ in
                try Restrictions(file: file).setAllowsPayments(false)
            },
        ]
    }

    @Test(arguments: Trace.all) func `is unused until somebody would miss something of it`(
        trace: Trace
    ) throws {
        let (file, directory) = (try open(), try DataDirectory(path: folder.path))
        _ = try AccountReplica(
            database: file, directory: directory, account: .random(), verifier: SigningStore().verifier(),
            time: ManualTime().source
        ).credits()
        #expect(try file.isUnusedDevice())
        try trace.leave(file, directory)
        #expect(try !file.isUnusedDevice())
    }
}
