internal import StoreModel
internal import Testing

@Suite struct PaymentTransactionStateTests {
    /// From each state to each state.
    private static let moves: [(from: PaymentTransactionState, to: PaymentTransactionState, isAllowed: Bool)] = [
        (.purchasing, .purchasing, false), (.purchasing, .purchased, true), (.purchasing, .failed, true),
        (.purchasing, .restored, false), (.purchasing, .deferred, true),

        (.purchased, .purchasing, false), (.purchased, .purchased, false), (.purchased, .failed, false),
        (.purchased, .restored, false), (.purchased, .deferred, false),

        (.failed, .purchasing, false), (.failed, .purchased, false), (.failed, .failed, false),
        (.failed, .restored, false), (.failed, .deferred, false),

        (.restored, .purchasing, false), (.restored, .purchased, false), (.restored, .failed, false),
        (.restored, .restored, false), (.restored, .deferred, false),

        (.deferred, .purchasing, false), (.deferred, .purchased, true), (.deferred, .failed, true),
        (.deferred, .restored, false), (.deferred, .deferred, false),
    ]

    @Test("A transaction moves as StoreKit's does, and in no other way", arguments: moves)
    func move(from: PaymentTransactionState, to: PaymentTransactionState, isAllowed: Bool) {
        #expect(from.canBecome(to) == isAllowed)
    }

    @Test func `The table names every pair of states`() {
        let states = PaymentTransactionState.allCases
        #expect(Set(Self.moves.map { [$0.from, $0.to] }).count == states.count * states.count)
    }

    @Test(
        arguments: [
            (.purchasing, false), (.purchased, true), (.failed, true), (.restored, true), (.deferred, false),
        ] as [(PaymentTransactionState, Bool)])
    func `Only what has an end can be finished`(state: PaymentTransactionState, canFinish: Bool) {
        #expect(state.canFinish == canFinish)
    }

    @Test func `Numbers and words are StoreKit's`() {
        #expect(
            (0..<5).map { PaymentTransactionState(rawValue: $0)?.name } == [
                "purchasing", "purchased", "failed", "restored", "deferred",
            ])
    }
}
