internal import AccountSequences
internal import ArgumentParser
internal import Foundation

/// Plays random sequences of what may happen to an account, and prints the first one that breaks the promise.
/// With `--sabotage RULE` a rule is broken on purpose, to see how many sequences it takes to find that.
struct SequencesCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "sequences",
        abstract: "Plays random sequences of what may happen to an account, on two processors.")

    @Option(help: "The first seed.") var first: UInt64 = 0
    @Option var seeds: UInt64 = 10_000
    @Option(help: "A rule to break, to see how many sequences it takes to find that.") var sabotage: String?

    func holds() async throws -> Bool {
        let (seeds, rule) = (seeds, sabotage.flatMap(Sabotage.init(rawValue:)))
        guard sabotage == nil || rule != nil else {
            print("A rule to break is \(Sabotage.allCases.map(\.rawValue).joined(separator: ", ")).")
            return false
        }
        let clock = ContinuousClock()
        let start = clock.now
        // Two processors.
        let halves = [first..<first + seeds / 2, first + seeds / 2..<first + seeds]
        let failures = try await withThrowingTaskGroup(of: SequenceFailure?.self) { group in
            for (number, half) in halves.enumerated() {
                group.addTask {
                    try await SequenceFailure.first(of: half, sabotage: rule) { seed in
                        let done = seed - half.lowerBound + 1
                        guard number == 0, done.isMultiple(of: 1000) else { return }
                        FileHandle.standardError.write(Data("\(done * 2) of \(seeds) sequences\r".utf8))
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }.compactMap(\.self)
        for failure in failures.sorted(by: { $0.seed < $1.seed }) { print(failure) }
        print(
            "\(seeds) sequences from seed \(first) in \(clock.now - start): \(failures.isEmpty ? "all agree" : "broken")"
        )
        return failures.isEmpty
    }
}
