internal import Foundation

/// `Benchmarks bus`, `Benchmarks ledger`: each subcommand prints one table.
@main
struct Benchmarks {
    static func main() throws {
        switch CommandLine.arguments.dropFirst().first {
        case "bus": BusBenchmark.run()
        case "ledger": try LedgerBenchmark.run()
        default:
            print("usage: swift run -c release Benchmarks bus | ledger")
            exit(2)
        }
    }
}
