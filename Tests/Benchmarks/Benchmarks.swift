internal import ArgumentParser

/// What measures: each command prints one table, and compares its figures with something that ran beside it.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures, in release builds, on a machine that does nothing else.",
        subcommands: [
            Limits.self, Bus.self, Account.self, Catalogues.self, Purchases.self, Growth.self, Restore.self,
            Doors.self, Unpaid.self,
        ])
}

private struct Limits: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "How near the programs come to what limits them, line by line.",
        discussion:
            "With MONKEYSTORE_TEST_POSTGRES, purchases are measured there, too. With --peer, they are compared with those of another server, which is told its address and the database's."
    )

    @Option(help: "For each figure of the server.") var seconds = 4
    @Option(help: "The path of a server that does the same work.") var peer: String?

    func run() async throws { try await LimitsBenchmark.run(seconds: seconds, peer: peer) }
}

private struct Bus: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Posts on the event bus, beside Foundation's notification centre.")

    func run() { BusBenchmark.run() }
}

private struct Account: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts and commands of the program, with accounts of different lengths.")

    @Option(help: "The lengths, separated by commas.") var purchases = "1,1000,100000,1000000"

    func run() async throws {
        try await AccountBenchmark.run(purchases: purchases.split(separator: ",").compactMap { Int($0) })
    }
}

private struct Catalogues: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "Catalogues with very many warnings.")

    func run() throws { try CatalogueBenchmark.run() }
}

private struct Purchases: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Durable, signed purchases a second at the server, over HTTP.")

    @Option var clients = 64
    @Option var seconds = 5
    @Option var rounds = 3
    @Option(help: "The path of another build of the server, which takes turns with this one.")
    var beside: String?
    @Option(help: "How many servers share the store.") var servers = 1
    @Flag(help: "The store is in PostgreSQL.") var postgres = false

    func run() async throws {
        try await PurchasesBenchmark.run(
            clients: clients, seconds: seconds, rounds: rounds, beside: beside, servers: servers,
            isOnPostgres: postgres)
    }
}

private struct Growth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Purchases a second and memory of a server whose store is full, beside an empty one.")

    @Option(help: "In all accounts together.") var purchases = 1_000_000
    @Option var accounts = 100_000
    @Option var clients = 64
    @Option var seconds = 5
    @Option var rounds = 3
    @Flag(help: "The stores are in PostgreSQL.") var postgres = false

    func run() async throws {
        try await GrowthBenchmark.run(
            purchases: purchases, accounts: accounts, clients: clients, seconds: seconds, rounds: rounds,
            isOnPostgres: postgres)
    }
}

private struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A new device fetches very many purchases while a key is pressed.")

    @Option var purchases = 10_000

    func run() async throws {
        guard try await RestoreBenchmark.run(purchases: purchases) else { throw ExitCode.failure }
    }
}

private struct Doors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "How long others wait while bad connections, or many new accounts, load the server.")

    @Option var connections = 5000
    @Option(help: "The addresses that make accounts.") var accounts = 200
    @Option var seconds = 30

    func run() async throws {
        let isRight = try await DoorsBenchmark.run(
            connections: connections, accounts: accounts, seconds: seconds)
        guard isRight else { throw ExitCode.failure }
    }
}

private struct Unpaid: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A store with very many subscriptions whose renewal was not paid.")

    @Option var subscriptions = 20_000

    func run() async throws { try await UnpaidBenchmark.run(subscriptions: subscriptions) }
}
