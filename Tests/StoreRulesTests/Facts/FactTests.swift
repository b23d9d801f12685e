import StoreModel
import StoreRules
import Synchronization
import TestSupport
import Testing

@Suite("Facts", .timeLimit(.minutes(5)))
struct FactTests {
    /// Remembers what it is told, or fails.
    private final class Follower: FactFollower {
        struct Failure: Error {}

        let told = Mutex<[String]>([])
        let isBroken = Mutex(false)

        func follow(_ fact: StoreFact, of checkout: Checkout, _ database: any StoreTransaction) throws {
            if isBroken.withLock({ $0 }) { throw Failure() }
            let text =
                switch fact {
                case .payment(let event, let record, let before):
                    "\(event), \(before.map { "\($0.status) then " } ?? "")\(record.status)"
                case .used(let use): "used \(use.amount)"
                case .subscription(let event, let subscription): "\(event), period \(subscription.period)"
                case .refundRequested(_, let reason): "refund requested: \(reason)"
                case .refundDeclined: "refund declined"
                }
            told.withLock { $0.append(text) }
        }

        /// Everything that it has been told since the last call.
        func news() -> [String] {
            told.withLock { told in
                defer { told = [] }
                return told
            }
        }
    }

    private let folder: TemporaryDirectory
    private let follower = Follower()
    private let time = ManualTime()
    private let store: AppStore
    private let customer: AccountSession

    init() throws {
        folder = try TemporaryDirectory()
        store = try AppStore(
            testedIn: folder.path, catalogue: SubscriptionFixture.catalogue(), followers: [follower],
            time: time.source)
        customer = try store.embeddedSession()
    }

    @Test func `A purchase, its finish, its refund and the reversal are one fact each`() async throws {
        let bought = try await customer.buy("a", "banana")
        #expect(follower.news() == ["bought, purchased"])
        // The same payment again is the same fact.
        try await customer.buy("a", "banana")
        #expect(follower.news() == [])
        let signed = try #require(try store.record(of: "a").versions.last)
        let transaction = FinishedTransaction(
            identifier: try #require(bought.transactionIdentifier),
            signedDate: try #require(signed.signedDate))
        for _ in 1...2 { try await customer.finish(transaction) }
        #expect(follower.news() == ["finished, purchased then purchased"])
        for action in [TransactionAction.refund, .reverseRefund] {
            try await customer.perform(action, on: "a")
        }
        #expect(
            follower.news() == ["refunded, purchased then revoked", "refundReversed, revoked then purchased"])
    }

    @Test func `What waits for an approval is approved or declined`() async throws {
        try store.set { $0.asksToBuy = true }
        for (key, action) in [("a", TransactionAction.approve), ("b", .decline)] {
            let key = IdempotencyKey(rawValue: key)
            try await customer.buy(key, "banana")
            try await customer.perform(action, on: key)
        }
        #expect(
            follower.news() == [
                "deferred, deferred", "approved, deferred then purchased",
                "deferred, deferred", "declined, deferred then failed",
            ])
    }

    @Test func `A request for a refund is a fact, and changes nothing of the account`() async throws {
        let identifier = try #require(try await customer.buy("a", "banana").transactionIdentifier)
        let before = try store.sums(of: customer.account.identifier).1
        _ = follower.news()
        try store.requestRefund(of: identifier, because: .legal)
        #expect(throws: StoreAdministrationError.invalidAction) {
            try store.requestRefund(of: identifier, because: .other)
        }
        try store.declineRefund(of: identifier)
        #expect(follower.news() == ["refund requested: legal", "refund declined"])
        #expect(try store.sums(of: customer.account.identifier).1 == before)
    }

    @Test func `A subscription says of itself what a charge did to it`() async throws {
        try store.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        try await customer.buy("a", SubscriptionFixture.silverPlus)
        #expect(follower.news() == ["bought, purchased", "began, period 1"])
        time.advance(by: SubscriptionFixture.month)
        let original = try #require(try store.subscriptions().first).originalTransactionIdentifier
        #expect(follower.news() == ["renewed, purchased", "renewed, period 2"])
        _ = try store.perform(.cancel, on: original)
        #expect(follower.news() == ["autoRenewing(false), period 2"])
    }

    @Test func `What a follower cannot write down has not happened`() async throws {
        follower.isBroken.withLock { $0 = true }
        await #expect(throws: StoreError.self) { try await customer.buy("a", "banana") }
        #expect(try store.purchases().isEmpty)
        #expect(try store.sums(of: customer.account.identifier).1 == .beginning)
        follower.isBroken.withLock { $0 = false }
        try await customer.buy("a", "banana")
        #expect(try store.purchases().count == 1 && follower.news() == ["bought, purchased"])
    }
}
