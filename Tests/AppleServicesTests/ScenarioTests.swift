#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

@Suite("Scenarios", .timeLimit(.minutes(5)))
struct ScenarioTests {
    /// The scenarios for which the tests' catalogue has the products.
    private static let playable = Scenario.allCases.filter { !$0.rawValue.hasPrefix("offer-") }

    private func play(_ scenario: Scenario, in store: AppStore) throws -> [String] {
        let run = try store.start(scenario, of: nil, with: nil, doingAll: true)
        #expect(run.isOver)
        return try store.answers(to: run).map { step in
            let notices = step.notifications.map { "\($0.notificationType) \($0.subtype ?? "")" }
            return ([step.name, step.state] + notices).joined(separator: ", ")
        }
    }

    @Test func `are played the same while another program makes the renewals of the same store`() throws {
        let alone = try SubscriptionFixture()
        let shared = try SubscriptionFixture()
        let other = try shared.reopened()
        other.startRenewals()
        for scenario in Self.playable {
            #expect(try play(scenario, in: shared.store) == play(scenario, in: alone.store))
        }
    }

    @Test func `without products for them do not start, and leave the store as it was`() throws {
        let fixture = try SubscriptionFixture()
        for scenario in Scenario.allCases where !Self.playable.contains(scenario) {
            #expect(throws: ScenarioRefusal.self) { _ = try play(scenario, in: fixture.store) }
        }
        #expect(try fixture.store.allAccounts().count == 1)
        #expect(try fixture.store.purchases().isEmpty && fixture.notices().isEmpty)
    }

    @Test func `are played with a customer's own account, or refused with the reason`()
        async throws
    {
        let fixture = try SubscriptionFixture()
        try await fixture.customer.play(.renewal)
        let account = fixture.customer.account.identifier
        #expect(try fixture.store.purchases().map(\.account) == [account, account])
        let refusal = try #require(
            throws: ScenarioRefusal.self,
            performing: {
                _ = try fixture.store.start(.renewal, of: account.rawValue, with: nil, doingAll: true)
            })
        await #expect(throws: StoreAdministrationError.cannotPlay(refusal)) {
            try await fixture.customer.play(.renewal)
        }
        #expect(refusal.description.contains("has a subscription"))
        #expect(try fixture.store.purchases().count == 2)
    }

    @Test func `leave books in which everything that was charged is signed`() throws {
        let fixture = try SubscriptionFixture()
        for scenario in Self.playable { _ = try play(scenario, in: fixture.store) }
        let audit = try fixture.store.audit()
        #expect(audit.findings.isEmpty)
    }
}
#endif
