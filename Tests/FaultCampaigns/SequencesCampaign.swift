internal import AccountSequences
internal import Foundation

/// `FaultCampaigns sequences`: plays random sequences of what may happen to an account, and prints the first one
/// that breaks the promise. With `--sabotage RULE` a rule is broken on purpose, to see how many sequences it
/// takes to find that.
enum SequencesCampaign {
    static func run(first: UInt64, seeds: UInt64, sabotage word: String?) async throws -> Bool {
        let sabotage = word.flatMap(Sabotage.init(rawValue:))
        guard word == nil || sabotage != nil else {
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
                    try await SequenceFailure.first(of: half, sabotage: sabotage) { seed in
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
