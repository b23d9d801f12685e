internal import ArgumentParser

/// What measures: each command prints one table, and compares its figures with something that ran beside it.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures, in release builds, on a machine that does nothing else.",
        subcommands: [
            LimitsBenchmark.self, BusBenchmark.self, AccountBenchmark.self, CatalogueBenchmark.self,
            PurchasesBenchmark.self, GrowthBenchmark.self, RestoreBenchmark.self, DoorsBenchmark.self,
            UnpaidBenchmark.self,
        ])
}
