internal import ArgumentParser
internal import Foundation
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// Runs of the real program on accounts with different numbers of purchases: from its start to the balance on
/// the screen, and the commands `balance`, `buy` and `history`. Each figure is the median of several runs,
/// and is compared with the smallest account. It also measures how long a new device takes to fetch the
/// account, how long `audit` takes to count it, and how much of the device's disk a purchase takes.
struct AccountBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Starts and commands of the program, with accounts of different lengths.")

    private static let runs = 15

    @Option(help: "The lengths, separated by commas.") var purchases = "1,1000,100000,1000000"

    func run() async throws {
        print(
            "milliseconds, median of \(Self.runs) runs, and how many times those of the first line; fetch and audit: seconds"
        )
        print(
            "purchases     start           balance         buy             history         fetch   audit   on disk"
        )
        var first: [Double] = []
        for size in purchases.split(separator: ",").compactMap({ Int($0) }) {
            let account = try await FilledAccount(purchases: size)
            let device = account.device
            let fetch = try Self.seconds { try device.succeed("balance") }
            let audit = try Self.seconds { try device.succeed("audit") }
            let times = try [
                Self.median { try account.open() },
                Self.median { try Self.seconds { try device.succeed("balance") } },
                Self.median { try Self.seconds { try device.succeed("buy", "consume5credits", "--yes") } },
                Self.median {
                    try Self.seconds { try device.succeed("history", "--limit", "10", "--json") }
                },
            ]
            if first.isEmpty { first = times }
            let columns = zip(times, first).map {
                column($0 * 1000, width: 8) + column($0 / $1, width: 7, unit: "x")
            }
            let number = String(repeating: " ", count: 9 - "\(size)".count) + "\(size)"
            let bytes = try account.bytesPerPurchase()
            say(
                "\(number) \(columns.joined())\(column(fetch, width: 8))\(column(audit, width: 8))   \(bytes) bytes"
            )
        }
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(1)
    }

    private static func median(_ body: () throws -> Double) rethrows -> Double {
        try (0..<runs).map { _ in try body() }.sorted()[runs / 2]
    }

    /// An embedded store whose account has bought so much, and a device that has heard nothing of it.
    private struct FilledAccount {
        private let folder: TemporaryDirectory
        let device: CustomerDevice

        init(purchases: Int) async throws {
            folder = try TemporaryDirectory()
            device = CustomerDevice(in: folder.path)
            let store = try AppStore.bundled(in: device.data)
            try await store.embeddedSession().buy(repeatElement(MonkeyCredits.five, count: purchases))
            try finishAllPurchases(in: device.data)
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
                try SQLiteFile(device.data + "/device.sqlite").copy(to: copy)
                return try FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int ?? 0
            }
            let before = try size()
            for _ in 0..<20 { try device.succeed("buy", "consume5credits", "--yes") }
            return (try size() - before) / 20
        }
    }
}
