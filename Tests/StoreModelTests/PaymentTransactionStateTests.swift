internal import StoreModel
internal import Testing

@Suite struct PaymentTransactionStateTests {
    @Test(
        "A transaction moves as StoreKit's does, and in no other way",
        arguments: PaymentTransactionState.allCases,
        PaymentTransactionState.allCases)
    func move(from: PaymentTransactionState, to: PaymentTransactionState) {
        let moves: [PaymentTransactionState: [PaymentTransactionState]] = [
            .purchasing: [.purchased, .failed, .deferred, .changed],
            .deferred: [.purchased, .failed, .changed],
        ]
        #expect(from.canBecome(to) == moves[from, default: []].contains(to))
    }

    @Test(
        arguments: [
            (.purchasing, false), (.purchased, true), (.failed, true), (.restored, true), (.deferred, false),
            (.changed, true),
        ] as [(PaymentTransactionState, Bool)])
    func `Only what has an end can be finished`(state: PaymentTransactionState, canFinish: Bool) {
        #expect(state.canFinish == canFinish)
    }

    @Test func `Numbers and words are StoreKit's, and one of ours`() {
        #expect(
            (0..<6).map { PaymentTransactionState(rawValue: $0)?.name } == [
                "purchasing", "purchased", "failed", "restored", "deferred", "changed",
            ])
    }
}
