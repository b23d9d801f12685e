/// A sequence that broke the promise, in its shortest form, and what it led to.
package struct SequenceFailure: Sendable, CustomStringConvertible {
    package let seed: UInt64
    package let shortest: StepSequence
    package let findings: [String]

    /// Plays the sequences of some seeds, and returns the first one that fails.
    ///
    /// - Parameters:
    ///   - sabotage: a rule that the model of a device breaks; nil for the program's own replica.
    ///   - progress: is called after each seed.
    package static func first(
        of seeds: Range<UInt64>, sabotage: Sabotage? = nil, progress: (UInt64) -> Void = { _ in }
    ) async throws -> SequenceFailure? {
        func findings(_ sequence: StepSequence) async throws -> [String] {
            guard let sabotage else { return try await World.findings(after: sequence) }
            return try await World.modelFindings(after: sequence, sabotage: sabotage)
        }
        for seed in seeds {
            let sequence = StepSequence(seed: seed)
            if try await !findings(sequence).isEmpty {
                let shortest = try await sequence.shortened { try await !findings($0).isEmpty }
                return SequenceFailure(seed: seed, shortest: shortest, findings: try await findings(shortest))
            }
            progress(seed)
        }
        return nil
    }

    package var description: String {
        "The sequence of seed \(seed) fails: \(findings.joined(separator: "; ")).\n\(shortest)"
    }
}
