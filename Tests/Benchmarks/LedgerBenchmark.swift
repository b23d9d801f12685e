internal import DeviceStorage
internal import FileSystem
internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import StoreEngine
internal import StoreModel
internal import TestSupport

/// Runs of the real program on ledgers of different lengths: from its start to the balance on the screen, and the commands
/// `balance`, `buy` and `history`, each as the median of several runs, and beside the shortest ledger. One entry in ten is a
/// purchase, with its row in the journal. Besides, how long an audit of the whole takes, and what a purchase takes on the disk.
enum LedgerBenchmark {
    private static let runs = 7

    static func run() throws {
        print("milliseconds, median of \(runs) runs, and how many times those of the first line; audit: seconds")
        print("  entries      start           balance         buy             history         audit   purchase on disk")
        var first: [Double] = []
        for entries in [1, 1_000, 100_000, 1_000_000] {
            let ledger = try Ledger(entries: entries)
            let audit = try seconds { try ledger.device.succeed("audit") }
            let times = try [
                median { try ledger.open() }, median { try seconds { try ledger.device.succeed("balance") } },
                median { try seconds { try ledger.device.succeed("buy", "consume5credits", "--yes") } },
                median { try seconds { try ledger.device.succeed("history", "--json") } },
            ]
            if first.isEmpty { first = times }
            let columns = zip(times, first).map {
                column($0 * 1000, width: 8) + column($0 / $1, width: 7, unit: "x")
            }
            let number = String(repeating: " ", count: 9 - "\(entries)".count) + "\(entries)"
            let bytes = try ledger.bytesPerPurchase()
            say("\(number) \(columns.joined()) \(column(audit, width: 10)) \(bytes) bytes")
        }
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(1)
    }

    private static func median(_ body: () throws -> Double) rethrows -> Double {
        try (0..<runs).map { _ in try body() }.sorted()[runs / 2]
    }

    private struct Ledger {
        private let folder: TemporaryDirectory
        let device: CustomerDevice

        init(entries: Int) throws {
            folder = try TemporaryDirectory()
            device = CustomerDevice(in: folder.path)
            // A signed transaction, from a purchase on another device.
            let other = CustomerDevice(in: folder.path, name: "sample")
            try other.succeed("buy", "consume10credits", "--yes")
            let sample = try Self.credits(in: other.data)
            guard let signed = try sample.credits.entries(limit: 1).first?.signedTransaction else {
                throw ToolError(description: "nothing was bought")
            }
            let payload = try sample.verifier.verify(signed)
            try device.succeed("balance")
            let (file, credits, _) = try Self.credits(in: device.data)
            try credits.fill(
                with: (0..<entries).lazy.map { number -> (TransactionPayload, SignedTransaction)? in
                    guard number.isMultiple(of: 10) else { return nil }
                    var next = payload
                    next.transactionId = TransactionIdentifier(rawValue: "\(number)")
                    // One after the other, and all before what is bought now.
                    next.purchaseDate += Int64(number - entries)
                    return (next, signed)
                })
            try file.write {
                try $0.execute(
                    sql: """
                        WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 10 FROM number WHERE n + 10 < ?)
                        INSERT INTO payment_journal
                            (key, productIdentifier, quantity, addedDate, state, transactionIdentifier, transactionDate,
                             signedDate, isFinished)
                        SELECT 'key-' || n, ?, 1, ? + n, ?, n, ? + n, ? + n, 1 FROM number
                        """,
                    arguments: [
                        entries, payload.productId.rawValue, payload.purchaseDate - Int64(entries),
                        PaymentTransactionState.purchased.rawValue, payload.purchaseDate - Int64(entries),
                        payload.signedDate - Int64(entries),
                    ])
            }
        }

        /// The ledger in a data directory that the program has made.
        private static func credits(
            in data: String
        ) throws -> (file: DatabaseFile, credits: CreditManager, verifier: TransactionVerifier) {
            let directory = try DataDirectory(path: data)
            let file = try DatabaseFile(path: directory.file("device.sqlite"), migrations: DeviceDatabase.migrations)
            let verifier = try AppStore.bundled(in: data).embeddedSession().verifier()
            let credits = try CreditManager(database: file, directory: directory, verifier: verifier, time: .system)
            return (file, credits, verifier)
        }

        /// Opens the storefront, and returns how many seconds later the balance is on the screen.
        func open() throws -> Double {
            let start = ContinuousClock.now
            let terminal = try device.open()
            try terminal.wait("the balance") { $0.screen.text.contains(/\d monkey credits/) }
            let end = ContinuousClock.now
            terminal.hangUp()
            _ = try terminal.waitForEnd()
            return (end - start) / .seconds(1)
        }

        /// The growth of the device's database with each purchase.
        func bytesPerPurchase() throws -> Int {
            func size() throws -> Int {
                let copy = folder.path + "/copy"
                defer { try? FileManager.default.removeItem(atPath: copy) }
                try DatabaseQueue(path: device.data + "/device.sqlite").writeWithoutTransaction {
                    try $0.execute(sql: "VACUUM INTO ?", arguments: [copy])
                }
                return try FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int ?? 0
            }
            let before = try size()
            for _ in 0..<20 { try device.succeed("buy", "consume5credits", "--yes") }
            return (try size() - before) / 20
        }
    }
}
