internal import ArgumentParser
internal import Foundation
internal import StoreModel
internal import StoreRules
internal import TestSupport

/// A server on a store with very many accounts and purchases, and one on an empty store, in turn: purchases a
/// second, the processors' work for each, and the memory afterwards.
struct GrowthBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Purchases a second and memory of a server whose store is full, beside an empty one.")

    private static let accountsPerClient = 8

    @Option(help: "In all accounts together.") var purchases = 1_000_000
    @Option var accounts = 100_000
    @Option var clients = 64
    @Option var seconds = 5
    @Option var rounds = 3
    @Flag(help: "The stores are in PostgreSQL.") var postgres = false

    func run() async throws {
        let (empty, full) = (try Place(postgres), try Place(postgres))
        let time = try await ContinuousClock().measure {
            try await full.fill(accounts: accounts, purchases: purchases)
        }
        say("\(purchases) purchases in \(accounts) accounts were made in \(Int(time / .seconds(1))) s")
        let buyers = clients * Self.accountsPerClient
        let tokens = (try await empty.makeBuyers(buyers), try await full.makeBuyers(buyers))
        for round in 1...rounds {
            let little = try empty.measure(clients, seconds, tokens.0)
            let much = try full.measure(clients, seconds, tokens.1)
            say(
                "round \(round):  empty \(little)   full \(much)   "
                    + String(format: "ratio %.2f", much.load.rate / little.load.rate))
        }
    }

    private struct Figures: CustomStringConvertible {
        let load: Load
        let memory: Int

        var description: String {
            "\(Int(load.rate)) a second (\(Int(load.work / .microseconds(1))) µs), \(memory / 1024) MB"
        }
    }

    /// A server with a data directory of its own.
    private struct Place {
        private let folder: TemporaryDirectory
        private let server: ServerProcess
        private let database: String?

        init(_ isOnPostgres: Bool) throws {
            folder = try TemporaryDirectory(isOnDisk: true)
            database = try isOnPostgres ? TestedDatabase.address(for: folder.path) : nil
            server = try ServerProcess(
                data: folder.path + "/data", arguments: database.map { ["--database", $0] } ?? [])
        }

        /// Fills the store without a server. Many customers buy at the same time, so that they share
        /// one write to the disk.
        func fill(accounts: Int, purchases: Int) async throws {
            let store = try AppStore.bundled(in: server.data, database: database)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<accounts {
                    if number >= 64 { try await group.next() }
                    if number > 0, number.isMultiple(of: max(accounts / 10, 1)) {
                        say("  \(number) accounts")
                    }
                    let share = purchases * (number + 1) / accounts - purchases * number / accounts
                    group.addTask {
                        let token = try await store.createAccount(
                            name: AccountName(rawValue: "customer \(number)")!, password: "bananas for ever"
                        ).1
                        let session = try store.session(for: token, device: nil)!
                        for _ in 0..<share { _ = try await session.purchase(PurchaseRequest()) }
                    }
                }
                try await group.waitForAll()
            }
        }

        func makeBuyers(_ count: Int) async throws -> [String] {
            try await AppStore.bundled(in: server.data, database: database).makeAccounts(count)
        }

        func measure(_ clients: Int, _ seconds: Int, _ tokens: [String]) throws -> Figures {
            try server.start()
            defer { server.kill() }
            let customers = try (0..<clients).map { client in
                try PurchasesBenchmark.buyer(
                    at: server.port,
                    tokens: Array(tokens.dropFirst(client * accountsPerClient).prefix(accountsPerClient)))
            }
            let load = try Load(of: customers, on: [server.processID!], for: .seconds(seconds))
            return Figures(
                load: load, memory: try ProcessStatus.privateMemory(of: server.processID!).withoutFiles)
        }
    }
}
