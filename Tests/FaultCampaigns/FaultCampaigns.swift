internal import ArgumentParser

/// Faults for as long as one likes: each command kills, cuts off or sends nonsense, and then compares the
/// books. The tests do the same for seconds.
@main
struct FaultCampaigns: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Injects faults, and compares the books afterwards.",
        subcommands: [
            Sequences.self, Kills.self, Fleet.self, Load.self, Download.self, Renewals.self, Visitors.self,
            Lines.self, Fuzz.self,
        ])
}

/// A command that fails if the books do not agree.
private protocol Campaign: AsyncParsableCommand {
    func holds() async throws -> Bool
}

extension Campaign {
    func run() async throws {
        guard try await holds() else { throw ExitCode.failure }
    }
}

private struct Sequences: Campaign {
    static let configuration = CommandConfiguration(
        abstract: "Plays random sequences of what may happen to an account, on two processors.")

    @Option(help: "The first seed.") var first: UInt64 = 0
    @Option var seeds: UInt64 = 10_000
    @Option(help: "A rule to break, to see how many sequences it takes to find that.") var sabotage: String?

    func holds() async throws -> Bool {
        try await SequencesCampaign.run(first: first, seeds: seeds, sabotage: sabotage)
    }
}

private struct Kills: Campaign {
    static let configuration = CommandConfiguration(
        abstract: "Programs buy at once on one data directory, and are killed at random moments.")

    @Option var rounds = 100
    @Flag(help: "The store is a server's, which is killed, too.") var server = false
    @Flag(help: "The server's store is in PostgreSQL.") var postgres = false

    func holds() throws -> Bool {
        try KillsCampaign.run(rounds: rounds, isWithServer: server || postgres, isOnPostgres: postgres)
    }
}

private struct Fleet: Campaign {
    static let configuration = CommandConfiguration(
        abstract: "Two devices of each of many accounts buy from a server that is killed meanwhile.")

    @Option var accounts = 1000
    @Option var seconds = 60
    @Flag(help: "An older copy of the database is put back instead.") var putBack = false
    @Flag(help: "The store is in PostgreSQL.") var postgres = false

    func holds() async throws -> Bool {
        try await FleetCampaign.run(
            accounts: accounts, seconds: seconds, isPutBack: putBack, isOnPostgres: postgres)
    }
}

private struct Load: Campaign {
    static let configuration = CommandConfiguration(
        abstract: "Customers buy at servers that already run, and that others kill meanwhile.")

    @Option(help: "The addresses of servers of one store, separated by commas.") var servers: String
    @Option(help: "The file with the secret of their administrators' routes.") var adminTokenFile: String
    @Option var customers = 16
    @Option var seconds = 60

    func holds() async throws -> Bool {
        try await LoadCampaign.run(
            servers: servers.split(separator: ",").map(String.init), tokenFile: adminTokenFile,
            customers: customers, seconds: seconds)
    }
}

private struct Download: Campaign {
    static let configuration = CommandConfiguration(
        abstract: "Fetches a large book, and kills the storefront on the way.")

    @Option var megabytes = 200
    @Option var kills = 10

    func holds() async throws -> Bool { try await DownloadCampaign.run(megabytes: megabytes, kills: kills) }
}

private struct Renewals: Campaign {
    static let configuration = CommandConfiguration(
        abstract: "Kills the program while its subscription renews.")

    @Option var kills = 200

    func holds() throws -> Bool { try RenewalCampaign.run(kills: kills) }
}

private struct Visitors: Campaign {
    static let configuration = CommandConfiguration(abstract: "Many visitors buy over SSH at once.")

    @Option var visitors = 100

    func holds() async throws -> Bool { try await VisitorsCampaign.run(visitors: visitors) }
}

private struct Lines: Campaign {
    static let configuration = CommandConfiguration(
        abstract: "Loses the connections of visitors in the middle of purchases.")

    @Option var times = 10

    func holds() throws -> Bool { try LinesCampaign.run(times: times) }
}

private struct Fuzz: Campaign {
    static let configuration = CommandConfiguration(
        abstract:
            "Sends changed inputs to one part that takes input from strangers, and keeps those that it fails on."
    )

    @Argument(help: "\(FuzzCampaign.targets.joined(separator: ", ")).") var target: String
    @Option var minutes = 10
    @Option(help: "The same seed and number make the same input.") var seed = Int.random(in: 1...1_000_000)
    @Option(help: "The number of the first input.") var first = 1
    @Option(help: .hidden) var record: String?
    @Option(help: .hidden) var seconds = 60

    func validate() throws {
        guard FuzzCampaign.targets.contains(target) else {
            throw ValidationError("A target is \(FuzzCampaign.targets.joined(separator: ", ")).")
        }
    }

    func holds() throws -> Bool {
        // The process that makes the inputs, which the campaign starts.
        if let record {
            try FuzzRun.run(target, seed: seed, first: first, recordPath: record, seconds: seconds)
            return true
        }
        return try FuzzCampaign.run(target, minutes: minutes, seed: seed, first: first)
    }
}
