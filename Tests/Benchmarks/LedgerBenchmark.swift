internal import DurableStorage
internal import Foundation
internal import GRDB
internal import Purchasing
internal import StoreModel
internal import TestSupport

/// Reading the balance of ledgers of different lengths, beside reading any one row by its key; and auditing them.
///
/// The files lie in memory where the system has a folder for that, because the million entries are written one
/// transaction at a time; reads come from the page cache in either place.
enum LedgerBenchmark {
    static func run() throws {
        print("balance: ns per read, median of 9 samples; audit: seconds, and microseconds per entry")
        print("  entries   balance   SELECT of one row    ratio   audit   per entry")
        for entries in [10, 10_000, 1_000_000] { try measure(entries: entries) }
    }

    private static func measure(entries: Int) throws {
        let memory = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let folder = memory + "/monkeystore-benchmark-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let directory = try DataDirectory(path: folder)
        let row = DatabaseFile.Migration("benchmark") { database in
            try database.execute(
                sql: "CREATE TABLE plain (id INTEGER PRIMARY KEY, value INTEGER); INSERT INTO plain VALUES (1, 7)")
        }
        let database = try DatabaseFile(
            path: directory.file("device.sqlite"), migrations: CreditManager.migrations + [row])
        let store = SigningStore()
        let credits = try CreditManager(
            database: database, directory: directory, verifier: store.verifier(), time: .system)
        try fill(credits, from: store, entries: entries)

        let balance = nanosecondsPerCall { _ = try? credits.balance() }
        let plain = nanosecondsPerCall {
            _ = try? database.read { database in
                try Int.fetchOne(database.cachedStatement(sql: "SELECT value FROM plain WHERE id = 1"))
            }
        }
        let start = ContinuousClock.now
        let audit = try credits.audit()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        precondition(audit.findings.isEmpty && audit.entryCount == entries)
        print(
            String(repeating: " ", count: 9 - "\(entries)".count) + "\(entries)", column(balance, width: 9),
            column(plain, width: 19), column(balance / plain, width: 8, unit: "x"), column(seconds, width: 7),
            column(seconds * 1e6 / Double(entries), width: 11))
    }

    /// One purchase of 50 credits for every nine spends.
    private static func fill(_ credits: CreditManager, from store: SigningStore, entries: Int) throws {
        for number in 0..<entries {
            if number.isMultiple(of: 10) {
                let identifier = TransactionIdentifier(rawValue: "\(number)")
                _ = try credits.credit(store.purchase(identifier, of: MonkeyCredits.ten, quantity: 5))
            } else {
                _ = try credits.spend(1)
            }
        }
    }
}
