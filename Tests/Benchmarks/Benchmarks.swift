internal import Foundation

/// `Benchmarks bus`, `Benchmarks account`: each subcommand prints one table. `Benchmarks fleet` prints a
/// report, and fails if the books disagree.
@main
struct Benchmarks {
    static func main() async {
        do {
            guard try await run(Options(words: Array(CommandLine.arguments.dropFirst()))) else { exit(1) }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// Returns whether the results are right.
    private static func run(_ options: Options) async throws -> Bool {
        var isRight = true
        switch options.words.first {
        case "bus": BusBenchmark.run()
        case "account":
            try await AccountBenchmark.run(
                purchases: (options.text("purchases") ?? "1,1000,100000,1000000").split(separator: ",")
                    .compactMap { Int($0) })
        case "catalogue": try CatalogueBenchmark.run()
        case "fleet":
            isRight = try await FleetBenchmark.run(
                accounts: options["accounts", 1000], seconds: options["seconds", 60],
                isPutBack: options.words.contains("--put-back"),
                isOnPostgres: options.words.contains("--postgres"))
        case "download":
            isRight = try await DownloadBenchmark.run(
                megabytes: options["megabytes", 200], kills: options["kills", 10])
        case "restore": isRight = try await RestoreBenchmark.run(purchases: options["purchases", 10_000])
        case "purchases":
            try await PurchasesBenchmark.run(
                clients: options["clients", 64], seconds: options["seconds", 5], rounds: options["rounds", 3],
                beside: options.text("beside"), servers: options["servers", 1],
                isOnPostgres: options.words.contains("--postgres"))
        case "load":
            isRight = try await LoadBenchmark.run(
                servers: options.text("servers")?.split(separator: ",").map(String.init) ?? [],
                tokenFile: options.text("admin-token-file") ?? "", customers: options["customers", 16],
                seconds: options["seconds", 60])
        case "visitors": isRight = try await VisitorsBenchmark.run(visitors: options["visitors", 100])
        case "lines": isRight = try LinesBenchmark.run(times: options["times", 10])
        case "doors":
            isRight = try await DoorsBenchmark.run(
                connections: options["connections", 5000], accounts: options["accounts", 200],
                seconds: options["seconds", 30])
        case "sequences":
            isRight = try await SequencesBenchmark.run(
                first: UInt64(options["first", 0]), seeds: UInt64(options["seeds", 10_000]),
                sabotage: options.text("sabotage"))
        case "kills":
            isRight = try KillsBenchmark.run(
                rounds: options["rounds", 100],
                isWithServer: options.words.contains("--server") || options.words.contains("--postgres"),
                isOnPostgres: options.words.contains("--postgres"))
        case "unpaid": try await UnpaidBenchmark.run(subscriptions: options["subscriptions", 20_000])
        case "renewals": isRight = try RenewalBenchmark.run(kills: options["kills", 200])
        case "fuzz" where options.words.count > 1 && FuzzBenchmark.targets.contains(options.words[1]):
            isRight = try fuzz(options.words[1], options)
        default: usage()
        }
        return isRight
    }

    private static func fuzz(_ target: String, _ options: Options) throws -> Bool {
        let (seed, first) = (options["seed", .random(in: 1...1_000_000)], options["first", 1])
        if let record = options.text("record") {
            try FuzzRun.run(
                target, seed: seed, first: first, recordPath: record, seconds: options["seconds", 60])
            return true
        }
        return try FuzzBenchmark.run(target, minutes: options["minutes", 10], seed: seed, first: first)
    }

    private static func usage() {
        print(
            """
            usage: swift run -c release Benchmarks bus | catalogue | account [--purchases 1,1000,100000,1000000]
                | fleet [--accounts 1000] [--seconds 60] [--put-back] [--postgres]
                | download [--megabytes 200] [--kills 10]
                | purchases [--clients 64] [--seconds 5] [--rounds 3] [--beside SERVER]
                    [--postgres [--servers 2]]
                | load --servers URL,URL --admin-token-file FILE [--customers 16] [--seconds 60]
                | restore [--purchases 10000] | visitors [--visitors 100] | lines [--times 10]
                | doors [--connections 5000] [--accounts 200] [--seconds 30] | kills [--rounds 100] [--server | --postgres]
                | sequences [--seeds 10000] [--first 0] [--sabotage RULE]
                | unpaid [--subscriptions 20000] | renewals [--kills 200]
                | fuzz \(FuzzBenchmark.targets.joined(separator: "|")) [--minutes 10] [--seed N] [--first N]
            """)
        exit(2)
    }
}

/// The words of the command line.
private struct Options {
    let words: [String]

    /// The number after an option, or its default.
    subscript(name: String, number: Int) -> Int { text(name).flatMap { Int($0) } ?? number }

    func text(_ name: String) -> String? {
        words.firstIndex(of: "--" + name).flatMap { words[($0 + 1)...].first }
    }
}
