import Storage
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// What the administration can do to a purchase, and what it cannot.
@Suite(.timeLimit(.minutes(5))) struct AdministrationTests {
    private let fixture: StoreFixture

    init() async throws { fixture = try await StoreFixture() }

    /// A purchase in each status that the store knows, and what may be done to it.
    enum Status: String, CaseIterable {
        case purchased, finished, deferred, declined, lapsed, approved, failed, interrupted, resolved, revoked
        case reversed

        var actions: Set<TransactionAction> {
            switch self {
            case .purchased, .finished, .approved, .reversed: [.refund]
            case .revoked: [.reverseRefund]
            case .deferred: [.approve, .decline, .lapse]
            case .interrupted: [.resolve]
            case .declined, .lapsed, .failed, .resolved: []
            }
        }

        /// Brings the payment `a` into this status.
        func reach(_ fixture: StoreFixture) async throws {
            try await fixture.set {
                $0.asksToBuy = [.deferred, .declined, .lapsed, .approved].contains(self)
                $0.interruptsPurchases = [.interrupted, .resolved].contains(self)
                $0.nextFailure = self == .failed ? .unknownServerError : nil
            }
            let outcome = try await fixture.buy("a")
            switch self {
            case .finished: try await fixture.store.finish(#require(outcome.transactionIdentifier))
            case .declined: try await fixture.store.perform(.decline, on: "a")
            case .lapsed: try await fixture.store.perform(.lapse, on: "a")
            case .approved: try await fixture.store.perform(.approve, on: "a")
            case .resolved: try await fixture.store.perform(.resolve, on: "a")
            case .revoked: try await fixture.store.perform(.refund, on: "a")
            case .reversed:
                try await fixture.store.perform(.refund, on: "a")
                try await fixture.store.perform(.reverseRefund, on: "a")
            case .purchased, .deferred, .failed, .interrupted: break
            }
        }
    }

    @Test func `Changes of the settings at the same time follow one another`() async throws {
        let stores = try (0..<4).map { _ in try fixture.sibling().store }
        try await withThrowingTaskGroup { group in
            for store in stores {
                group.addTask {
                    for _ in 0..<25 { try store.change { $0.clockOffsetMilliseconds += 1000 } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try stores[0].settings().clockOffsetMilliseconds == 100_000)
    }

    /// Uses up the next failure at a renewal, as a purchase does.
    private struct FailureUser: FactFollower {
        func follow(_ fact: StoreFact, of checkout: Checkout, _ database: any StoreTransaction) throws {
            guard case .payment(.renewed, _, _) = fact else { return }
            _ = try SettingsTable.useUp(.unknownServerError, database)
        }
    }

    @Test func `A change of one setting leaves alone what the renewals before it changed`() async throws {
        let folder = try TemporaryDirectory()
        let time = ManualTime()
        let store = try AppStore(
            testedIn: folder.path, catalogue: SubscriptionFixture.catalogue(), followers: [FailureUser()],
            time: time.source)
        let customer = try store.embeddedSession()
        try store.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        try await customer.buy("a", SubscriptionFixture.gold)
        try store.set { $0.nextFailure = .unknownServerError }
        time.advance(by: SubscriptionFixture.month)

        let known = try await customer.settings()
        var wanted = known
        wanted.delayMilliseconds = 250
        try await customer.apply(wanted, over: known)
        wanted.nextFailure = nil
        #expect(try store.settings() == wanted)
    }

    @Test("Each status offers its own actions", arguments: Status.allCases)
    func actionsOfEachStatus(status: Status) async throws {
        try await status.reach(fixture)
        #expect(try await fixture.store.actions(for: ["a", "unknown"]) == ["a": status.actions])
    }

    @Test func `What can be done to a purchase is said of its transaction identifier, too`() async throws {
        let bought = try await fixture.store.buy("a", StoreFixture.sepia)
        let name = IdempotencyKey(rawValue: try #require(bought.transactionIdentifier).rawValue)
        #expect(try await fixture.store.actions(for: [name]) == [name: [.refund]])
    }

    @Test("An action that is not for a status is refused and changes nothing", arguments: Status.allCases)
    func forbiddenMoves(status: Status) async throws {
        try await status.reach(fixture)
        let before = try await fixture.store.unsettledPurchases(including: ["a"])
        for action in Set(TransactionAction.allCases).subtracting(status.actions) {
            await #expect(throws: StoreAdministrationError.invalidAction) {
                try await fixture.store.perform(action, on: "a")
            }
        }
        #expect(try await fixture.store.unsettledPurchases(including: ["a"]) == before)
    }

    @Test("There is nothing to do to a payment that was never made", arguments: TransactionAction.allCases)
    func unknownPayment(action: TransactionAction) async throws {
        await #expect(throws: StoreAdministrationError.noTransactionFound) {
            try await fixture.store.perform(action, on: "a")
        }
    }

    @Test func `An account's payments come in pages, the newest first, however often each has changed`()
        async throws
    {
        let (session, store) = (fixture.store, fixture.store.store)
        let bob = try store.customer("bob")
        for key in ["a", "b", "c"] as [IdempotencyKey] {
            let bought = try await session.buy(key)
            try await session.finish(#require(bought.transactionIdentifier))
            try await bob.buy(key)
        }
        func page(before number: Int64?) throws -> [PurchaseSummary] {
            try store.purchases(of: session.account.identifier, before: number, limit: 2)
        }
        let first = try page(before: nil)
        #expect(first.map(\.key) == ["c", "b"])
        #expect(try page(before: first.last?.number).map(\.key) == ["a"])
    }

    @Test("Looking for an account's payments looks at no payments of others", .onSQLite)
    func plan() throws {
        let plan = try fixture.store.store.plan(PurchaseTable.newestOfAccount)
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
        #expect(plan.contains { $0.contains("SEARCH accountChange USING PRIMARY KEY") }, "\(plan)")
    }

    @Test func `A payment's key does not look like the number of a transaction`() async throws {
        let number = try #require(try await fixture.buy("a").transactionIdentifier).rawValue
        #expect(try await fixture.buy(IdempotencyKey(rawValue: number)).result == .failed(.keyUsed))
        #expect(try fixture.store.store.perform(.refund, on: number).key == "a")
    }

    @Test func `If several accounts use a key, it names a purchase only together with its account`()
        async throws
    {
        let store = fixture.store.store
        let jane = try await store.createAccount(name: "jane", password: "correct horse").1
        let session = try #require(try store.session(for: jane, device: nil))
        try await fixture.buy("order")
        try await session.buy("order")
        #expect(throws: StoreAdministrationError.keyOfSeveral) { try store.perform(.refund, on: "order") }
        #expect(throws: StoreAdministrationError.keyOfSeveral) { try store.record(of: "order") }
        #expect(!StoreAdministrationError.keyOfSeveral.description.contains("nothing was changed"))
        let refunded = try store.perform(.refund, on: "order", of: session.account.identifier)
        #expect(refunded.account == session.account.identifier && refunded.status == .revoked)
        #expect(
            try store.record(of: "order", account: fixture.store.account.identifier).status == "purchased")
    }

    @Test func `An approved purchase is paid when it is approved, under its own key`() async throws {
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("a", quantity: 2)
        fixture.time.advance(by: .seconds(3600))
        try await fixture.store.perform(.approve, on: "a")

        let outcome = try #require(try await fixture.store.unsettledPurchases(including: []).first)
        #expect(outcome.key == "a")
        let payload = try fixture.store.verifier().verify(#require(outcome.signed))
        #expect(payload.quantity == 2)
        #expect(payload.purchaseDate == fixture.time.source.now())
        #expect(try await fixture.buy("a", quantity: 2) == outcome)
    }

    @Test func `A declined purchase is a cancelled one, and is not charged`() async throws {
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("a")
        try await fixture.store.perform(.decline, on: "a")
        #expect(try await fixture.result(of: "a") == .failed(.paymentCancelled))
        #expect(try await fixture.store.unsettledPurchases(including: []).isEmpty)
    }

    @Test(
        "A lapsed request is missing from what is told, and was not charged; sent again, it is a cancelled one"
    )
    func lapse() async throws {
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("a")
        try await fixture.store.perform(.lapse, on: "a")
        #expect(try await fixture.store.unsettledPurchases(including: ["a"]).isEmpty)
        #expect(try await fixture.buy("a").result == .failed(.paymentCancelled))
    }

    @Test func `A request that nobody answers does not lapse by itself: it can be approved after a week`()
        async throws
    {
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("a")
        fixture.time.advance(by: .seconds(7 * 86_400))
        try fixture.store.store.makeDueRenewals()
        try await fixture.store.perform(.approve, on: "a")
        #expect(try await fixture.store.actions(for: ["a"]) == ["a": [.refund]])
    }

    @Test func `A resolved purchase comes through as a new one; the first stays failed`() async throws {
        try await fixture.set { $0.interruptsPurchases = true }
        try await fixture.buy("a", quantity: 4)
        try await fixture.store.perform(.resolve, on: "a")

        let outcomes = try await fixture.store.unsettledPurchases(including: ["a"])
        #expect(outcomes.count == 2 && outcomes.first { $0.key == "a" }?.state == "failed")
        let resolved = try #require(outcomes.first { $0.key != "a" })
        #expect(resolved.state == "purchased" && resolved.key == .resolving("a"))
        #expect(resolved.quantity == 4)
        let payload = try fixture.store.verifier().verify(#require(resolved.signed))
        #expect(payload.productId == StoreFixture.five)
        #expect(payload.quantity == 4)
        #expect(try await fixture.buy("a", quantity: 4).result == .failed(.interrupted))
    }

    @Test func `A refund brings a finished purchase back, signed anew, until it is finished again`()
        async throws
    {
        let purchase = try await fixture.buy("a", quantity: 2)
        let identifier = try #require(purchase.transactionIdentifier)
        try await fixture.store.finish(identifier)
        fixture.time.advance(by: .seconds(60))
        try await fixture.store.perform(.refund, on: "a")

        let refund = try #require(try await fixture.store.unsettledPurchases(including: []).first)
        #expect(refund.state == "revoked")
        #expect(refund.transactionIdentifier == identifier)
        let before = try fixture.store.verifier().verify(#require(purchase.signed))
        var after = try fixture.store.verifier().verify(#require(refund.signed))
        #expect(after.revocationDate == before.purchaseDate.advanced(by: .seconds(60)))
        #expect(after.revocationReason == 0)
        after.revocationDate = nil
        after.revocationReason = nil
        after.signedDate = before.signedDate
        #expect(after == before)

        try await fixture.store.finish(identifier)
        #expect(try await fixture.store.unsettledPurchases(including: []).isEmpty)
    }

    @Test(
        "A refund that is reversed brings the purchase back as it was, signed anew, as often as that happens")
    func reversal() async throws {
        let purchase = try await fixture.buy("a")
        let identifier = try #require(purchase.transactionIdentifier)
        let verifier = fixture.store.verifier()
        let before = try verifier.verify(#require(purchase.signed))
        try await fixture.store.finish(identifier)
        var signedDate = before.signedDate
        for round in 0..<3 {
            // The second round at the same moment, the third on a clock that was set back.
            fixture.time.advance(by: .seconds([60, 0, -600][round]))
            try await fixture.store.perform(.refund, on: "a")
            let refund = try #require(try await fixture.store.unsettledPurchases(including: []).first?.signed)
            #expect(try verifier.verify(refund).signedDate > signedDate)
            try await fixture.store.finish(identifier)
            try await fixture.store.perform(.reverseRefund, on: "a")

            let reversal = try #require(try await fixture.store.unsettledPurchases(including: []).first)
            #expect(reversal.state == "purchased")
            let signed = try #require(reversal.signed)
            let refunded = try #require(refund.version)
            #expect(try #require(signed.version) > refunded)
            var after = try verifier.verify(signed)
            signedDate = after.signedDate
            after.signedDate = before.signedDate
            #expect(after == before)
            guard
                case (.purchased(_, _, let date), .purchased(_, _, let paid)) = (
                    reversal.result, purchase.result
                )
            else { continue }
            #expect(date == paid)
            try await fixture.store.finish(identifier)
            #expect(try await fixture.store.unsettledPurchases(including: []).isEmpty)
        }
    }

    @Test func `The late finish of a refund does not hide the reversal that came before it`() async throws {
        let identifier = try #require(try await fixture.buy("a").transactionIdentifier)
        try await fixture.store.perform(.refund, on: "a")
        let refund = try #require(try await fixture.store.unsettledPurchases(including: []).first)
        #expect(refund.state == "revoked")
        try await fixture.store.perform(.reverseRefund, on: "a")
        try await fixture.store.finish(#require(refund.finished))
        #expect(try await fixture.store.unsettledPurchases(including: []).map(\.state) == ["purchased"])
        try await fixture.store.finish(identifier)
        #expect(try await fixture.store.unsettledPurchases(including: []).isEmpty)
    }

    @Test func `The late finish of a purchase does not hide the refund that came before it`() async throws {
        let purchase = try await fixture.buy("a")
        let identifier = try #require(purchase.transactionIdentifier)
        try await fixture.store.perform(.refund, on: "a")
        try await fixture.store.finish(#require(purchase.finished))
        #expect(try await fixture.store.unsettledPurchases(including: []).map(\.state) == ["revoked"])
        try await fixture.store.finish(identifier)
        #expect(try await fixture.store.unsettledPurchases(including: []).isEmpty)
    }

    /// What happens to a purchase whose finish is owed: the device is told of each step, but its answer is
    /// lost. Then the finish of the first version arrives.
    @Test(
        "A finish that was owed all the while hides nothing that was signed since, however often the store told it",
        arguments: [
            ("purchased", [TransactionAction.refund]), ("purchased", [.refund, .reverseRefund]),
            ("purchased", [.refund, .reverseRefund, .refund]), ("revoked", [.reverseRefund]),
            ("revoked", [.reverseRefund, .refund]), ("revoked", [.reverseRefund, .refund, .reverseRefund]),
        ])
    func owedFinish(dealtWith: String, actions: [TransactionAction]) async throws {
        var offered = try await fixture.buy("a")
        if dealtWith == "revoked" {
            try await fixture.store.finish(#require(offered.finished))
            try await fixture.store.perform(.refund, on: "a")
            offered = try #require(try await fixture.store.unsettledPurchases(including: []).first)
        }
        let owed = try #require(offered.finished)
        for action in actions {
            try await fixture.store.perform(action, on: "a")
            _ = try await fixture.store.unsettledPurchases(including: [])
            _ = try await fixture.buy("a")
        }
        try await fixture.store.finish(owed)
        let last = try #require(try await fixture.store.unsettledPurchases(including: []).first)
        #expect(last.state == (actions.last == .refund ? "revoked" : "purchased"))
        try await fixture.store.finish(#require(last.finished))
        #expect(try await fixture.store.unsettledPurchases(including: []).isEmpty)
    }

    @Test(arguments: [TransactionAction.approve, .resolve])
    func `A purchase that two programs let through at once is charged once`(
        action: TransactionAction
    ) async throws {
        try await fixture.set {
            ($0.asksToBuy, $0.interruptsPurchases) = (action == .approve, action == .resolve)
        }
        try await fixture.buy("a")
        let sibling = try fixture.sibling()
        let successes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                let store = number.isMultiple(of: 2) ? fixture.store : sibling
                group.addTask { (try? await store.perform(action, on: "a")) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
        #expect(try await fixture.store.unsettledPurchases(including: []).count == 1)
    }

    @Test(
        "A deferred purchase of something that is no longer in the catalogue stays as it is, and the reason is said"
    )
    func approvalNeedsTheProduct() async throws {
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("a")
        let json = #"{"products": [{"productID": "other", "type": "Consumable", "displayPrice": "1"}]}"#
        let sibling = try fixture.sibling(catalogue: Catalogue(json))
        let error = await #expect(throws: StoreAdministrationError.self) {
            try await sibling.perform(.approve, on: "a")
        }
        #expect(error == .notInCatalogue(MonkeyCredits.five))
        #expect(try await fixture.result(of: "a") == .deferred)
        try await fixture.store.perform(.approve, on: "a")
    }

    @Test(
        "A store whose signing key came without those of the root and the intermediate forges no certificates",
        arguments: Forgery.allCases)
    func forgeries(forgery: Forgery) async throws {
        let pem = try fixture.store.store.signingKeyPEM(withAuthorities: false)
        let folder = try TemporaryDirectory()
        defer { withExtendedLifetime(folder) {} }
        try #require(SigningKeyFile(pem: pem, path: "signing.pem")).install(
            in: DataDirectory(path: folder.path))
        let store = try AppStore(testedIn: folder.path)
        try await store.embeddedSession().buy("a")
        if [.noMarker, .intermediateNoAuthority, .expiredLeaf, .revokedLeaf].contains(forgery) {
            #expect(throws: StoreAdministrationError.noAuthorityKeys) {
                try store.forge(forgery, from: "a")
            }
        } else {
            #expect(try store.forge(forgery, from: "a").unverifiedPayload != nil)
        }
    }
}
