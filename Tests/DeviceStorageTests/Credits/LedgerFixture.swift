import DeviceStorage
import FileSystem
import Foundation
import GRDB
import Glibc
import PaymentQueueKit
import SQLiteStorage
import StoreModel
import TestSupport
import Testing

/// A device with a credit ledger and a record of what is owned, whose file can be edited with SQL.
final class LedgerFixture: Sendable {
    let store = SigningStore()
    let time = ManualTime()
    let directory: DataDirectory
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        directory = try DataDirectory(path: folder.path + "/data")
    }

    var path: String { directory.file("device.sqlite") }

    /// A device whose ledger has the entries of `fill`, and was edited since.
    convenience init(editedBy statements: [String], removingMark removesMark: Bool = false) throws {
        try self.init()
        try fill()
        if removesMark { try removeMark() }
        try edit(statements)
    }

    func deliverAgain(to credits: CreditManager) throws {
        for transaction in try purchases() { _ = try credits.credit(transaction) }
    }

    /// What a start of the program does: opens the files anew.
    func start() throws -> CreditManager {
        try CreditManager(
            database: DatabaseFile(path: path, migrations: CreditManager.migrations), directory: directory,
            verifier: store.verifier(), time: time.source)
    }

    /// The same with a queue and a record of which device this is.
    func startDevice(isBound: Bool = false) throws -> (file: DatabaseFile, credits: CreditManager) {
        let file = try DatabaseFile(
            path: path, migrations: PaymentJournal.migrations + CreditManager.migrations + DeviceRecord.migrations)
        let credits = try CreditManager(
            database: file, directory: directory, verifier: store.verifier(), time: time.source,
            isBoundToDevice: isBound)
        return (file, credits)
    }

    /// The record of what is owned, as a program that has just started sees it.
    func record() throws -> Entitlements {
        try Entitlements(
            database: DatabaseFile(path: path, migrations: Entitlements.migrations), directory: directory,
            verifier: store.verifier(), time: time.source)
    }

    func edit(_ statements: String...) throws { try edit(statements) }

    func edit(_ statements: [String], _ values: StatementArguments = []) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            for statement in statements { try database.execute(sql: statement, arguments: values) }
        }
        try queue.close()
    }

    func removeMark() throws { try FileManager.default.removeItem(atPath: directory.file("keys/ledger.mark")) }

    /// Calls `body` with each thing that cannot be read in the place of a mark, and with the error that says so.
    func whileUnreadable(_ mark: String, _ body: (StorageError) throws -> Void) throws {
        let path = directory.file("keys/" + mark)
        let things: [(put: (String) -> Int32, reason: String)] = [
            ({ mkdir($0, 0o700) }, "not a file"), ({ symlink($0, $0) }, String(cString: strerror(ELOOP))),
            ({ mkfifo($0, 0o600) }, "not a file"),
        ]
        try #require(rename(path, path + ".away") == 0)
        for thing in things {
            try #require(thing.put(path) == 0)
            try body(.unusable(path: path, reason: thing.reason))
            try #require(remove(path) == 0)
        }
        try #require(rename(path + ".away", path) == 0)
    }

    func count(_ sql: String) throws -> Int? { try value(sql) }

    func value<Value: DatabaseValueConvertible & Sendable>(_ sql: String) throws -> Value? {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { try Value.fetchOne($0, sql: sql) }
    }

    /// A purchase of monkey credits, its refund or a reversal of that, as the store signs it so many milliseconds later.
    func version(_ delay: Int64, isRefund: Bool = false, quantity: Int = 1) throws -> PaymentTransaction {
        var payload = store.payload("1", of: MonkeyCredits.ten, quantity: quantity)
        payload.signedDate += delay
        if isRefund { payload.revocationDate = payload.signedDate }
        return try store.transaction(payload)
    }

    /// The purchases that `fill` makes: 5, 10 and 2 x 5 credits.
    func purchases() throws -> [PaymentTransaction] {
        [
            try store.purchase("100", of: MonkeyCredits.five, date: 1000),
            try store.purchase("200", of: MonkeyCredits.ten, date: 2000),
            try store.purchase("300", of: MonkeyCredits.five, quantity: 2, date: 3000),
        ]
    }

    /// Writes six entries: +5 (5), +10 (15), -3 (12), +10 (22), -1 (21), -6 (15). The head before the last one is
    /// copied to a table. Calls `beforeLast` before the last entry.
    func fill(beforeLast: () throws -> Void = {}) throws {
        let credits = try start()
        let purchases = try purchases()
        _ = try credits.credit(purchases[0])
        _ = try credits.credit(purchases[1])
        _ = try credits.spend(3)
        _ = try credits.credit(purchases[2])
        _ = try credits.spend(1)
        try edit("CREATE TABLE earlier_head AS SELECT * FROM credit_head")
        try beforeLast()
        _ = try credits.spend(6)
    }
}
