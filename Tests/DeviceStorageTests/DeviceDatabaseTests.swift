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

    struct Misfit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let edit: String
        let read: @Sendable (DatabaseFile) throws -> Void

        static let all = [
            Misfit(testDescription: "a quantity", edit: "UPDATE payment_journal SET quantity = 'many'") {
                _ = try PaymentJournal(file: $0).unfinished()
            },
            Misfit(testDescription: "a key", edit: "UPDATE payment_journal SET key = x'ff'") {
                _ = try PaymentJournal(file: $0).page(.newest, limit: 1)
            },
            Misfit(
                testDescription: "a date of a finish that is owed",
                edit: """
                    UPDATE payment_journal
                    SET isFinished = 1, owesFinish = 1, transactionIdentifier = '1', signedDate = 'today'
                    """
            ) {
                _ = try PaymentJournal(file: $0).owedFinishes()
            },
            Misfit(testDescription: "a place in a book", edit: "UPDATE reading_place SET paragraph = 'first'")
            {
                _ = try BookTable(file: $0).place(in: "book")
            },
        ]
    }

    private static let payment = """
        INSERT INTO payment_journal (key, productIdentifier, quantity, addedDate, state, isFromElsewhere)
        VALUES ('a', 'b', 1, 1, 0, 0)
        """

    @Test(arguments: Misfit.all)
    func `takes no value of another type; one of an earlier build that has such a value is damaged`(
        misfit: Misfit
    ) throws {
        try BookTable(file: open()).set(ReadingPlace(paragraph: 1, character: 1), in: "book")
        let file = try SQLiteFile(path)
        try file.run(Self.payment)
        #expect(throws: (any Error).self) { try file.run(misfit.edit) }
        try misfit.read(open())
        try file.loosen()
        try file.run(misfit.edit)
        #expect(throws: StorageError.damaged(path: path)) { try misfit.read(open()) }
    }

    @Test func `has no error without a code, and no change of a subscription without a date`() throws {
        let journal = PaymentJournal(file: try open())
        let file = try SQLiteFile(path)
        try file.run(Self.payment)
        try file.run(
            "UPDATE payment_journal SET state = 2, errorDomain = 'SKErrorDomain', \"change\" = 'product'")
        let transaction = try #require(try journal.unfinished().first)
        #expect(transaction.state == .failed && transaction.error == nil)
        #expect(transaction.renewalChange == nil)
    }

    struct Trace: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let leave: @Sendable (DatabaseFile, DataDirectory) throws -> Void

        static let all = [
            Trace(testDescription: "a payment") { _, directory in
                try SQLiteFile(directory.file("device.sqlite")).run(DeviceDatabaseTests.payment)
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
