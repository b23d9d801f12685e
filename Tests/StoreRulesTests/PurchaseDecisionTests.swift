import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// The decisions about purchases and refunds, on plain values.
@Suite("The decision about a payment")
struct PurchaseDecisionTests {
    private static let next = StoreError(domain: .storeKit, code: 0)
    private static let every = StoreError(domain: .storeKit, code: 5002)

    /// Settings that would each decide differently, and what they decide: if there are several, the first
    /// one counts.
    private static let ranks:
        [(change: @Sendable (inout StoreSettings) -> Void, decision: PurchaseDecision)] = [
            ({ $0.nextFailure = next }, .fail(next, isUsedUp: true)),
            ({ $0.everyFailure = every }, .fail(every)),
            ({ $0.interruptsPurchases = true }, .interrupt),
            ({ $0.asksToBuy = true }, .askToBuy),
        ]

    @Test("is that of the first setting that concerns it", arguments: 0..<16)
    func settings(set: Int) {
        var settings = StoreSettings()
        let chosen = Self.ranks.indices.filter { set & 1 << $0 != 0 }
        for index in chosen { Self.ranks[index].change(&settings) }
        func decision(
            kind: ProductKind, owned: PurchaseRecord? = nil, quantity: Int = 1
        ) -> PurchaseDecision {
            PurchaseDecision(kind: kind, quantity: quantity, owned: owned, settings: settings)
        }
        #expect(decision(kind: .consumable) == chosen.first.map { Self.ranks[$0].decision } ?? .charge)
        // What is owned costs nothing, so only the failures come before it.
        let failure = chosen.first { $0 < 2 }.map { Self.ranks[$0].decision }
        let owned = PurchaseRecord(
            number: 1, account: "jane", request: PurchaseRequest(StoreFixture.sepia), status: .purchased)
        #expect(decision(kind: .nonConsumable, owned: owned) == failure ?? .grantAgain(owned))
        #expect(decision(kind: .consumable, quantity: 0) == .fail(.paymentInvalid))
        #expect(decision(kind: .consumable, quantity: 11) == .fail(.paymentInvalid))
    }

    @Test("is to wait for approval if it was so before, whatever the settings ask for by now")
    func waitsAgain() {
        var settings = StoreSettings()
        for asksToBuy in [false, true] {
            settings.asksToBuy = asksToBuy
            let decision = PurchaseDecision(
                kind: .consumable, quantity: 1, owned: nil, settings: settings, waitsForApproval: true)
            #expect(decision == .askToBuy)
        }
    }

    @Test("is a charge for as many as can be bought of a kind", arguments: ProductKind.allCases)
    func quantities(kind: ProductKind) {
        let most = [.consumable, .nonRenewing].contains(kind) ? 10 : 1
        for quantity in 1...11 {
            let decision = PurchaseDecision(
                kind: kind, quantity: quantity, owned: nil, settings: StoreSettings())
            #expect(decision == (quantity <= most ? .charge : .fail(.paymentInvalid)), "\(quantity)")
        }
    }

    @Test func `is followed by those moves of the administration that are for its status, and by no others`()
    {
        let allowed: [PurchaseStatus: [TransactionAction: PurchaseStatus]] = [
            .deferred: [.approve: .purchased, .decline: .failed, .lapse: .lapsed],
            .interrupted: [.resolve: .failed],
            .purchased: [.refund: .revoked],
            .revoked: [.reverseRefund: .purchased],
        ]
        for status in PurchaseStatus.allCases {
            for action in TransactionAction.allCases {
                #expect(status.after(action) == allowed[status]?[action], "\(status) \(action)")
            }
        }
    }
}
