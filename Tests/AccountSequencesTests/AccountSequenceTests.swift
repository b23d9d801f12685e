import AccountSequences
import Testing

/// The promise, "loses no purchase and counts none twice", in random sequences. A failing one is printed in its shortest form.
@Suite("Whatever happens to an account", .timeLimit(.minutes(10)))
struct AccountSequenceTests {
    @Test(arguments: 0..<8)
    func `all its devices and the store agree in the end`(part: Int) async throws {
        for seed in UInt64(part * 125)..<UInt64(part * 125 + 125) {
            let sequence = StepSequence(seed: seed)
            let findings = try await World.findings(after: sequence)
            guard !findings.isEmpty else { continue }
            let shortest = try await sequence.shortened { try await !World.findings(after: $0).isEmpty }
            let found = try await World.findings(after: shortest)
            Issue.record("seed \(seed): \(found.joined(separator: "; "))\n\(shortest)")
            return
        }
    }

    /// How many sequences it takes at most to find each.
    @Test(arguments: Sabotage.allCases)
    func `a broken rule is found`(sabotage: Sabotage) async throws {
        for seed in UInt64(0)..<3000
        where try await !World.modelFindings(after: StepSequence(seed: seed), sabotage: sabotage).isEmpty {
            return
        }
        Issue.record("\(sabotage) was not found")
    }
}
