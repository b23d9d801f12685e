internal import Foundation

/// `Benchmarks bus`: each subcommand prints one table.
@main
struct Benchmarks {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "bus": BusBenchmark.run()
        default:
            print("usage: swift run -c release Benchmarks bus")
            exit(2)
        }
    }
}
