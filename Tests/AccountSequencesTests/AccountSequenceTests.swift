import AccountSequences
import Testing

/// The promise, "loses no purchase and counts none twice", in random sequences; `FaultCampaigns sequences` plays
/// more of them. A failing one is printed in its shortest form.
@Suite("Whatever happens to an account", .timeLimit(.minutes(20)))
struct AccountSequenceTests {
    @Test func `all its devices and the store agree in the end`() async throws {
        // Two processors.
        try await withThrowingTaskGroup { group in
            for seeds in [UInt64(0)..<500, 500..<1000] {
                group.addTask {
                    if let failure = try await SequenceFailure.first(of: seeds) { Issue.record("\(failure)") }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The shortest sequence that finds each broken rule.
    static let sequences: [(Sabotage, [Step])] = [
        (
            .date,
            [
                .pay(device: 1, ten: false, quantity: 2), .pay(device: 0, ten: true, quantity: 2),
                .meet(device: 0, losing: nil), .meet(device: 2, losing: nil),
            ]
        ),
        (.version, [.pay(device: 0, ten: false, quantity: 1), .meet(device: 0, losing: nil), .refund(3)]),
        (.use, [.use(device: 2, amount: 5), .pay(device: 1, ten: false, quantity: 2)]),
        (
            .giveBack,
            [
                .copyStore, .pay(device: 0, ten: true, quantity: 2), .meet(device: 0, losing: nil),
                .putStoreBack,
            ]
        ),
        (
            .ahead,
            [.copyStore, .pay(device: 2, ten: true, quantity: 1), .meet(device: 2, losing: 1), .putStoreBack]
        ),
        (
            .newer,
            [
                .subscribe(device: 2), .pay(device: 2, ten: true, quantity: 1),
                .pay(device: 0, ten: false, quantity: 2),
                .meet(device: 2, losing: nil), .refund(4), .pay(device: 0, ten: true, quantity: 2),
                .copyStore,
                .pay(device: 0, ten: false, quantity: 1), .reverse(18), .meet(device: 0, losing: 4),
                .putStoreBack,
            ]
        ),
        (
            .early,
            [
                .pay(device: 2, ten: true, quantity: 1), .copyStore, .meet(device: 2, losing: 5),
                .pay(device: 2, ten: true, quantity: 2), .putStoreBack, .meet(device: 2, losing: 2),
            ]
        ),
        (
            .branch,
            [
                .pay(device: 0, ten: false, quantity: 3), .copyStore, .meet(device: 0, losing: nil),
                .meet(device: 1, losing: 2), .meet(device: 2, losing: 3), .putStoreBack,
                .pay(device: 0, ten: true, quantity: 2), .meet(device: 0, losing: 3), .refund(5),
                .meet(device: 1, losing: 3), .putStoreBack, .meet(device: 2, losing: nil),
            ]
        ),
        (
            .finish,
            [
                .pay(device: 0, ten: true, quantity: 2), .meet(device: 0, losing: nil), .copyStore,
                .finish(device: 0), .meet(device: 0, losing: 1), .putStoreBack,
            ]
        ),
        (
            .boundary,
            [
                .copyStore, .pay(device: 1, ten: false, quantity: 1), .meet(device: 1, losing: nil),
                .putStoreBack, .pay(device: 0, ten: false, quantity: 1),
                .pay(device: 0, ten: false, quantity: 1), .pay(device: 0, ten: false, quantity: 1),
                .pay(device: 0, ten: false, quantity: 1),
            ]
        ),
    ]

    @Test(arguments: sequences)
    func `a broken rule is found, and the rules hold`(sabotage: Sabotage, steps: [Step]) async throws {
        let sequence = StepSequence(steps: steps)
        #expect(try await !World.modelFindings(after: sequence, sabotage: sabotage).isEmpty)
        #expect(try await World.modelFindings(after: sequence).isEmpty)
        #expect(try await World.findings(after: sequence).isEmpty)
    }

    @Test func `a payment is told that was declined, and approved after the store was put back`() async throws
    {
        let steps: [Step] = [
            .asksToBuy(true), .pay(device: 0, ten: true, quantity: 1), .meet(device: 0, losing: nil),
            .copyStore, .decline(0), .meet(device: 0, losing: nil), .finish(device: 0), .putStoreBack,
            .approve(0),
        ]
        #expect(try await World.findings(after: StepSequence(steps: steps)).isEmpty)
    }

    /// Sequences that an earlier form of the exchange failed: a mark that moved while something was still beyond
    /// it, or a finish that the store confirmed before it was put back.
    @Test(arguments: [
        [
            Step.use(device: 0, amount: 3), .pay(device: 0, ten: true, quantity: 2),
            .meet(device: 0, losing: nil),
            .refund(1), .copyStore, .use(device: 1, amount: 5), .subscribe(device: 1),
            .meet(device: 1, losing: 3),
            .putStoreBack,
        ],
        [
            .pay(device: 0, ten: false, quantity: 1), .copyStore, .meet(device: 0, losing: 3), .refund(8),
            .meet(device: 1, losing: nil), .putStoreBack, .meet(device: 1, losing: 4), .putStoreBack,
        ],
        [
            .pay(device: 0, ten: true, quantity: 2), .meet(device: 0, losing: nil), .copyStore,
            .finish(device: 0), .meet(device: 0, losing: 0), .putStoreBack,
        ],
        [
            .pay(device: 0, ten: true, quantity: 2), .meet(device: 0, losing: nil),
            .meet(device: 1, losing: 2), .copyStore, .finish(device: 1), .meet(device: 1, losing: 2),
            .putStoreBack,
        ],
    ])
    func `what is beyond a mark stays named`(steps: [Step]) async throws {
        #expect(try await World.modelFindings(after: StepSequence(steps: steps)).isEmpty)
        #expect(try await World.findings(after: StepSequence(steps: steps)).isEmpty)
    }
}
