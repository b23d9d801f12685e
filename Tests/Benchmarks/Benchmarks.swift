internal import Foundation

/// `Benchmarks bus`, `Benchmarks ledger`: each subcommand prints one table. `Benchmarks fleet` prints a report, and fails
/// where the books disagree.
@main
struct Benchmarks {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "bus": BusBenchmark.run()
        case "ledger": try LedgerBenchmark.run()
        case "catalogue": try CatalogueBenchmark.run()
        case "fleet":
            let accounts = number(after: "--accounts", in: arguments) ?? 1000
            let seconds = number(after: "--seconds", in: arguments) ?? 60
            guard
                try await FleetBenchmark.run(
                    accounts: accounts, seconds: seconds, isPutBack: arguments.contains("--put-back"))
            else { exit(1) }
        case "download":
            let megabytes = number(after: "--megabytes", in: arguments) ?? 200
            let kills = number(after: "--kills", in: arguments) ?? 10
            guard try await DownloadBenchmark.run(megabytes: megabytes, kills: kills) else { exit(1) }
        case "restore":
            let purchases = number(after: "--purchases", in: arguments) ?? 10_000
            guard try await RestoreBenchmark.run(purchases: purchases) else { exit(1) }
        case "purchases":
            try await PurchasesBenchmark.run(
                clients: number(after: "--clients", in: arguments) ?? 64,
                seconds: number(after: "--seconds", in: arguments) ?? 5,
                rounds: number(after: "--rounds", in: arguments) ?? 3, beside: text(after: "--beside", in: arguments))
        case "visitors":
            let visitors = number(after: "--visitors", in: arguments) ?? 100
            guard try VisitorsBenchmark.run(visitors: visitors) else { exit(1) }
        case "lines":
            guard try LinesBenchmark.run(times: number(after: "--times", in: arguments) ?? 10) else { exit(1) }
        case "doors":
            let connections = number(after: "--connections", in: arguments) ?? 5000
            let accounts = number(after: "--accounts", in: arguments) ?? 200
            let seconds = number(after: "--seconds", in: arguments) ?? 30
            guard try await DoorsBenchmark.run(connections: connections, accounts: accounts, seconds: seconds) else {
                exit(1)
            }
        case "kills":
            guard try KillsBenchmark.run(rounds: number(after: "--rounds", in: arguments) ?? 100) else { exit(1) }
        case "unpaid":
            try await UnpaidBenchmark.run(subscriptions: number(after: "--subscriptions", in: arguments) ?? 20_000)
        case "renewals":
            guard try RenewalBenchmark.run(kills: number(after: "--kills", in: arguments) ?? 200) else { exit(1) }
        case "fuzz": try fuzz(arguments)
        default: usage()
        }
    }

    private static func fuzz(_ arguments: [String]) throws {
        guard arguments.count > 1, FuzzBenchmark.targets.contains(arguments[1]) else { return usage() }
        let seed = number(after: "--seed", in: arguments) ?? .random(in: 1...1_000_000)
        let first = number(after: "--first", in: arguments) ?? 1
        if let record = text(after: "--record", in: arguments) {
            let seconds = number(after: "--seconds", in: arguments) ?? 60
            return try FuzzRun.run(arguments[1], seed: seed, first: first, recordPath: record, seconds: seconds)
        }
        let minutes = number(after: "--minutes", in: arguments) ?? 10
        guard try FuzzBenchmark.run(arguments[1], minutes: minutes, seed: seed, first: first) else { exit(1) }
    }

    private static func usage() {
        print(
            """
            usage: swift run -c release Benchmarks bus | ledger | catalogue | fleet [--accounts 1000] [--seconds 60] [--put-back]
                | download [--megabytes 200] [--kills 10]
                | purchases [--clients 64] [--seconds 5] [--rounds 3] [--beside SERVER]
                | restore [--purchases 10000] | visitors [--visitors 100] | lines [--times 10]
                | doors [--connections 5000] [--accounts 200] [--seconds 30] | kills [--rounds 100]
                | unpaid [--subscriptions 20000] | renewals [--kills 200]
                | fuzz \(FuzzBenchmark.targets.joined(separator: "|")) [--minutes 10] [--seed N] [--first N]
            """)
        exit(2)
    }

    private static func number(after option: String, in arguments: [String]) -> Int? {
        text(after: option, in: arguments).flatMap { Int($0) }
    }

    private static func text(after option: String, in arguments: [String]) -> String? {
        arguments.firstIndex(of: option).flatMap { arguments[($0 + 1)...].first }
    }
}
