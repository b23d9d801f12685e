import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// Renewals in the store: each period is paid, signed, delivered and told once, no matter who computes it
/// and when.
@Suite(.timeLimit(.minutes(5))) struct RenewalTests {
    private let fixture: SubscriptionFixture

    init() throws { fixture = try SubscriptionFixture() }

    /// The numbers of the subscription's periods in the store's table, in the order of the purchases.
    private func numbers() throws -> [Int64] {
        try fixture.store.database.read { database in
            try fixture.store.purchaseTable.newest(of: nil, before: .max, limit: .max, database)
        }.reversed().compactMap(\.period?.number)
    }

    @Test func `Each renewal is a transaction of its own that says which subscription it belongs to`()
        async throws
    {
        let first = try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: SubscriptionFixture.month * 2)
        let periods = try fixture.periods()
        #expect(periods.map(\.transactionReason) == ["PURCHASE", "RENEWAL", "RENEWAL"])
        #expect(Set(periods.map(\.transactionId)).count == 3)
        #expect(Set(periods.map(\.originalTransactionId)) == [try #require(first.transactionIdentifier)])
        #expect(Set(periods.map(\.webOrderLineItemId)).count == 3)
        let start = periods[0].purchaseDate.milliseconds
        #expect(periods.map { $0.purchaseDate.milliseconds - start } == [0, 30_000, 60_000])
        #expect(periods.map { ($0.expiresDate?.milliseconds ?? 0) - start } == [30_000, 60_000, 90_000])
        #expect(Set(periods.map(\.originalPurchaseDate.milliseconds)) == [start])
        #expect(
            periods.allSatisfy { $0.type == .autoRenewable && $0.subscriptionGroupIdentifier == "KEEPERS" })
        #expect(try numbers() == [1, 2, 3])
    }

    @Test(arguments: [0, 1])
    func `A customer's payment cannot take the place of a period`(quantity: Int) async throws {
        let first = try await fixture.buy(SubscriptionFixture.silverPlus)
        let number = try #require(first.transactionIdentifier.flatMap(PurchaseRecord.number))
        for period in 1...3 {
            let request = PurchaseRequest(
                key: .renewing(number, period: Int64(period)), productIdentifier: MonkeyCredits.five,
                quantity: quantity)
            #expect(try await fixture.customer.purchase(request).result == .failed(.keyUsed))
        }
        fixture.time.advance(by: SubscriptionFixture.month * 2)
        #expect(try fixture.periods().map(\.transactionReason) == ["PURCHASE", "RENEWAL", "RENEWAL"])
        #expect(try numbers() == [1, 2, 3])
    }

    @Test func `After a reversed refund, its end comes by itself`() async throws {
        fixture.store.startRenewals()
        let key = IdempotencyKey.random(at: fixture.time.source.now())
        try await fixture.buy(SubscriptionFixture.gold, key)
        await fixture.time.waitForSleepers()
        try await fixture.customer.perform(.refund, on: key)
        try await fixture.waitUntilNothingIsDue()
        try await fixture.customer.perform(.reverseRefund, on: key)
        #expect(try fixture.pauseToNextDue() != nil)
        await fixture.time.waitForSleepers()
        #expect(fixture.time.sleeperCount == 1)
    }

    @Test func `A store that has ended makes no more renewals by itself`() async throws {
        fixture.store.startRenewals()
        try await fixture.buy(SubscriptionFixture.gold)
        await fixture.time.waitForSleepers()
        fixture.store.end()
        #expect(fixture.time.sleeperCount == 0)
        fixture.time.advance(by: SubscriptionFixture.month)
        #expect(try numbers() == [1])
    }

    @Test func `A renewal is offered until it is finished, and then no more`() async throws {
        let first = try await fixture.buy(SubscriptionFixture.silverPlus)
        try await fixture.customer.finish(#require(first.transactionIdentifier))
        fixture.time.advance(by: SubscriptionFixture.month)
        let unsettled = try await fixture.customer.unsettledPurchases(including: [])
        #expect(unsettled.count == 1)
        let renewal = try #require(unsettled.first)
        #expect(renewal.state == "purchased")
        _ = try fixture.customer.verifier().verify(#require(renewal.signed))
        #expect(try await fixture.customer.unsettledPurchases(including: []) == unsettled)
        try await fixture.customer.finish(#require(renewal.transactionIdentifier))
        #expect(try await fixture.customer.unsettledPurchases(including: []).isEmpty)
    }

    @Test func `Renewals reach all devices, whichever of them bought last, and the subscription does, too`()
        async throws
    {
        let account = fixture.customer.account
        let phone = AccountSession(store: fixture.store, account: account, device: "phone")
        let tablet = AccountSession(store: fixture.store, account: account, device: "tablet")
        func counts() async throws -> [Int] {
            try await [
                phone.unsettledPurchases(including: []).count, tablet.unsettledPurchases(including: []).count,
            ]
        }
        try await phone.buy("a", SubscriptionFixture.bronze)
        fixture.time.advance(by: SubscriptionFixture.month)
        #expect(try await counts() == [2, 2])
        try await tablet.buy("b", SubscriptionFixture.gold)
        fixture.time.advance(by: SubscriptionFixture.month)
        #expect(try await counts() == [4, 4])
        #expect(try tablet.subscriptions() == phone.subscriptions())
        #expect(try phone.subscriptions().map(\.status) == [.active])
    }

    @Test(
        "A restore brings every finished period back, under the transaction that the subscription began with")
    func restore() async throws {
        let first = try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: SubscriptionFixture.month)
        for outcome in try await fixture.customer.unsettledPurchases(including: []) {
            try await fixture.customer.finish(#require(outcome.transactionIdentifier))
        }
        let page = try await fixture.customer.restoredPurchases(after: nil, limit: 10)
        let restored = page.purchases
        #expect(restored.count == 2)
        // The first purchase comes along, because its renewals refer to it.
        #expect(page.originals == [restored[0].signedTransaction])
        #expect(
            Set(restored.map(\.originalTransactionIdentifier)) == [try #require(first.transactionIdentifier)])
    }

    @Test
    func `The same payment gets the same answer, also when the subscription has renewed meanwhile`()
        async throws
    {
        let first = try await fixture.buy(SubscriptionFixture.silverPlus, "a")
        fixture.time.advance(by: SubscriptionFixture.month * 3)
        #expect(try await fixture.buy(SubscriptionFixture.silverPlus, "a") == first)
        let refused = try await fixture.buy(SubscriptionFixture.silverPlus, "b")
        #expect(refused.result == .failed(.alreadySubscribed))
        #expect(try await fixture.buy(SubscriptionFixture.silverPlus, "b") == refused)
        #expect(try numbers() == [1, 2, 3, 4])
    }

    @Test func `More than one piece of a subscription is refused`() async throws {
        let outcome = try await fixture.customer.buy("a", SubscriptionFixture.gold, quantity: 2)
        #expect(outcome.result == .failed(.paymentInvalid))
        #expect(try fixture.subscription() == nil)
    }

    @Test func `Stores over the same files that catch up at once make each period once`() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: SubscriptionFixture.month * 20)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let store = try fixture.reopened()
                    try store.makeDueRenewals()
                    _ = try await store.embeddedSession().unsettledPurchases(including: [])
                }
            }
            try await group.waitForAll()
        }
        #expect(try numbers() == Array(1...21))
    }

    @Test(
        "However the clock jumps and the store restarts, each period is there once and in order",
        arguments: [1, 2, 3, 4, 5] as [UInt64])
    func randomJumps(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await fixture.buy(SubscriptionFixture.silverPlus)
        var store = fixture.store
        var delivered: [TransactionIdentifier] = []
        for _ in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: store = try fixture.reopened()
            case 1: fixture.time.advance(by: .milliseconds(Int.random(in: -70_000...0, using: &random)))
            case 2:
                let step = Int64.random(in: -40_000...90_000, using: &random)
                try store.set { $0.clockOffsetMilliseconds += step }
            case 3: try store.makeDueRenewals()
            case 4: fixture.time.advance(by: .milliseconds(Int.random(in: 0...100_000, using: &random)))
            default:
                let session = try store.embeddedSession()
                for outcome in try await session.unsettledPurchases(including: []) {
                    let identifier = try #require(outcome.transactionIdentifier)
                    delivered.append(identifier)
                    try await session.finish(identifier)
                }
            }
        }
        let periods = try fixture.periods()
        #expect(try numbers() == Array(1...Int64(periods.count)))
        expectNoGap(between: periods)
        let rest = try await fixture.customer.unsettledPurchases(including: []).compactMap(
            \.transactionIdentifier)
        #expect(delivered + rest == periods.map(\.transactionId))
        // It is paid until now and not a period longer, no matter where the clock was meanwhile.
        let summary = try #require(try fixture.subscription())
        #expect(summary.status == .active && summary.expires == periods.last?.expiresDate)
        let now = try fixture.store.database.read { try fixture.store.date($0) }
        #expect(summary.expires > now)
    }

    @Test func `A clock that is moved very far ends the subscription instead of filling the disk`()
        async throws
    {
        try fixture.store.set { $0.timeRate = .oneRenewalEveryTwoSeconds }
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.store.set { $0.clockOffsetMilliseconds = 100 * 365 * 86_400_000 }
        #expect(try fixture.subscription()?.status == .expired)
        #expect(try numbers().count == 1)
    }

    @Test func `As many periods as are made up for at most are there after the clock is moved so far`()
        async throws
    {
        try fixture.store.set { $0.timeRate = .oneRenewalEveryTwoSeconds }
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.store.set {
            $0.clockOffsetMilliseconds = 2000 * Int64(SubscriptionRules.mostRenewalsAtOnce) + 1999
        }
        #expect(try numbers().count == 1 + SubscriptionRules.mostRenewalsAtOnce)
        #expect(try fixture.subscription()?.status == .active)
    }

    @Test(
        "While the program runs it wakes when the next renewal is due, and has no timer without a subscription"
    )
    func timer() async throws {
        fixture.store.startRenewals()
        try fixture.expectNothingDue()
        let updates = fixture.customer.updates()
        try await fixture.buy(SubscriptionFixture.silverPlus)
        for period in 2...3 {
            await fixture.time.waitForSleepers()
            fixture.time.advance(by: SubscriptionFixture.month)
            var count = try numbers().count
            for await _ in updates {
                count = try numbers().count
                if count == period { break }
            }
            #expect(count == period)
        }
        await fixture.time.waitForSleepers()
        try fixture.perform(.expire)
        try await fixture.waitUntilNothingIsDue()
    }

    @Test func `What fell due while the machine slept, or by a clock that was set forward, is soon made`()
        async throws
    {
        try fixture.store.set { $0.timeRate = .realTime }
        fixture.store.startRenewals()
        try await fixture.buy(SubscriptionFixture.silverPlus)
        await fixture.time.waitForSleepers()
        fixture.time.jump(by: .seconds(31 * 86_400))
        // The first pause may have begun a little later.
        for _ in 0..<2 {
            fixture.time.advance(by: AppStore.longestPause)
            await fixture.time.waitForSleepers()
        }
        while try numbers() != [1, 2] { try await pause() }
    }

    @Test func `While the store's clock stands still there is no timer, and it is there again afterwards`()
        async throws
    {
        let store = fixture.store
        store.startRenewals()
        try await fixture.buy(SubscriptionFixture.silverPlus)
        await fixture.time.waitForSleepers()
        try store.set { $0.frozenAt = fixture.time.source.now() }
        try await fixture.waitUntilNothingIsDue()
        try store.set { $0.frozenAt = nil }
        #expect(try fixture.pauseToNextDue() != nil)
        await fixture.time.waitForSleepers()
    }

    @Test func `An upgrade takes over at once, and the transaction that it ends says so`() async throws {
        let first = try await fixture.buy(SubscriptionFixture.silverPlus)
        try await fixture.customer.finish(#require(first.transactionIdentifier))
        fixture.time.advance(by: .seconds(10))
        try await fixture.buy(SubscriptionFixture.gold)
        let periods = try fixture.periods()
        #expect(periods.map(\.productId) == [SubscriptionFixture.silverPlus, SubscriptionFixture.gold])
        #expect(periods.map(\.isUpgraded) == [true, nil])
        #expect(periods.map(\.originalTransactionId) == [periods[0].transactionId, periods[0].transactionId])
        // What was delivered and finished is not delivered again.
        #expect(try await fixture.customer.unsettledPurchases(including: []).count == 1)
    }

    @Test
    func `A refund of the current period ends the subscription, one of an earlier period does not`()
        async throws
    {
        try await fixture.buy(SubscriptionFixture.silverPlus, "a")
        fixture.time.advance(by: SubscriptionFixture.month)
        try fixture.store.makeDueRenewals()
        _ = try await fixture.customer.perform(.refund, on: "a")
        #expect(try fixture.subscription()?.status == .active)
        #expect(try fixture.perform(.refundPeriod) == .revoked)
        #expect(try fixture.periods().map { $0.revocationDate != nil } == [true, true])
        fixture.time.advance(by: SubscriptionFixture.month)
        #expect(try fixture.subscription()?.status == .revoked)
        #expect(throws: StoreAdministrationError.invalidAction) { try fixture.perform(.refundPeriod) }
        #expect(throws: StoreAdministrationError.noTransactionFound) {
            try fixture.store.perform(.refundPeriod, on: "1")
        }
    }

    @Test func `A refund that is reversed gives the rest of the period back, and no renewal`() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus, "a")
        _ = try fixture.store.perform(.refund, on: "a")
        #expect(try fixture.subscription()?.status == .revoked)
        _ = try fixture.store.perform(.reverseRefund, on: "a")
        #expect(try fixture.subscription()?.status == .active)
        #expect(try fixture.subscription()?.isAutoRenewing == false)
        fixture.time.advance(by: SubscriptionFixture.month)
        #expect(try fixture.subscription()?.status == .expired)
    }

    @Test(arguments: [(600, true), (601, false)])
    func `After a refund, a lapse begins at the end of what stayed paid`(
        seconds: Int, isForgiven: Bool
    ) async throws {
        func since() throws -> Timestamp? {
            try fixture.store.database.read { try SubscriptionTable.all($0) }.first?.since
        }
        try await fixture.buy(SubscriptionFixture.gold)
        let first = try since()
        fixture.time.advance(by: SubscriptionFixture.month)
        try fixture.perform(.refundPeriod)
        fixture.time.advance(by: .seconds(seconds))
        try await fixture.buy(SubscriptionFixture.gold)
        #expect(try fixture.subscription()?.status == .active)
        #expect(try (since() == first) == isForgiven)
    }

    @Test func `Sharing ends with the last period, and only of what may be shared`() async throws {
        let gold = #""productID": "gold""#
        let banana = #""type": "Consumable""#
        let json = [gold, banana].reduce(SubscriptionFixture.json) {
            $0.replacing($1, with: $1 + #", "familyShareable": true"#)
        }
        let store = try fixture.reopened(catalogue: Catalogue(json))
        let customer = try store.embeddedSession()
        try await customer.buy("a", SubscriptionFixture.gold)
        try await customer.buy("news", SubscriptionFixture.news)
        try await customer.buy("banana", "banana")
        fixture.time.advance(by: SubscriptionFixture.month)
        let subscriptions = try store.subscriptions()
        for (payment, refusal) in [
            ("a", StoreAdministrationError.invalidAction), ("news", .notShareable), ("banana", .notShareable),
        ] {
            #expect(throws: refusal) { try store.endSharing(of: payment, of: nil) }
        }
        #expect(try store.subscriptions() == subscriptions)
        let news = try #require(subscriptions.first { $0.group == "NEWS" }).originalTransactionIdentifier
        #expect(throws: StoreAdministrationError.notShareable) { try store.endSharing(ofSubscription: news) }
        let shared = try #require(subscriptions.first { $0.group == "KEEPERS" })
        #expect(
            try store.endSharing(ofSubscription: shared.originalTransactionIdentifier).status == .revoked)
        // Whether families share a product is not known of one that has left the catalogue.
        let later = try fixture.reopened(catalogue: SubscriptionFixture.catalogue(without: "banana"))
        #expect(throws: StoreAdministrationError.notInCatalogue("banana")) {
            try later.endSharing(of: "banana", of: nil)
        }
    }

    @Test func `What an operator ends or renews at once has that end in its transaction`() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: .seconds(10))
        try fixture.perform(.renew)
        fixture.time.advance(by: .seconds(5))
        try fixture.perform(.expire)
        let periods = try fixture.periods()
        let lengths = periods.map { ($0.expiresDate?.milliseconds ?? 0) - $0.purchaseDate.milliseconds }
        #expect(lengths == [10_000, 5000])
    }

    @Test func `Signed dates are whole seconds, except those of the signatures`() async throws {
        fixture.time.advance(by: .milliseconds(700))
        let now = fixture.time.source.now()
        try await fixture.buy("banana", "a")
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.perform(.renew)
        #expect(try fixture.periods().last?.signedDate == now)
        fixture.time.advance(by: .milliseconds(900))
        try await fixture.customer.perform(.refund, on: "a")
        try fixture.perform(.expire)
        try fixture.perform(.refundPeriod)
        let payloads = try fixture.store.payloads(of: fixture.customer.account.identifier)
        #expect(payloads.map { $0.revocationDate != nil } == [true, false, true])
        for payload in payloads {
            let dates = [
                payload.purchaseDate, payload.originalPurchaseDate, payload.expiresDate,
                payload.revocationDate,
            ].compactMap(\.self)
            #expect(dates.allSatisfy { $0.milliseconds.isMultiple(of: 1000) }, "\(dates)")
            #expect(payload.signedDate > payload.purchaseDate)
        }
    }

    @Test("A product that is gone from the catalogue ends its subscription, and nothing else of the store")
    func productGone() async throws {
        try await fixture.buy(SubscriptionFixture.bronze)
        try await fixture.buy(SubscriptionFixture.news)
        fixture.time.advance(by: SubscriptionFixture.month)
        let store = try fixture.reopened(
            catalogue: SubscriptionFixture.catalogue(without: SubscriptionFixture.bronze))
        #expect(try store.subscriptions().map(\.status) == [.expired, .active])
    }

    @Test
    func `Trouble with the money: off and on again pays what waits, under the settings of the time`()
        async throws
    {
        try fixture.store.set { $0.allowsGracePeriod = true }
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: .seconds(45))
        // The renewal after 30 seconds was paid: renewals fail only from now on.
        try fixture.store.set { $0.failsRenewals = true }
        #expect(try numbers() == [1, 2])
        fixture.time.advance(by: .seconds(20))
        #expect(try fixture.subscription()?.status == .gracePeriod)
        fixture.time.advance(by: .seconds(20))
        #expect(try fixture.subscription()?.status == .billingRetry)
        try fixture.store.set { $0.failsRenewals = false }
        #expect(try fixture.subscription()?.status == .active)
        #expect(try numbers() == [1, 2, 3])
        let starts = try fixture.periods().map(\.purchaseDate.milliseconds)
        #expect(starts.map { $0 - starts[0] } == [0, 30_000, 85_000])
    }

    @Test func `When a family no longer shares what was bought for good, every transaction of it says so`()
        async throws
    {
        let json = SubscriptionFixture.json.replacing(
            #""type": "Consumable""#, with: #""type": "NonConsumable", "familyShareable": true"#)
        let store = try fixture.reopened(catalogue: Catalogue(json))
        let customer = try store.embeddedSession()
        try await customer.buy("a", "banana")
        try await customer.buy("b", "banana")
        #expect(throws: StoreAdministrationError.invalidAction) { try store.endSharing(of: "b", of: nil) }
        #expect(try store.endSharing(of: "a", of: nil).status == .revoked)
        let payloads = try await customer.unsettledPurchases(including: []).map(\.signed?.unverifiedPayload)
        #expect(payloads.map(\.?.inAppOwnershipType) == ["FAMILY_SHARED", "FAMILY_SHARED"])
        #expect(payloads.allSatisfy { $0?.revocationDate != nil })
        #expect(try store.audit().findings == [])
    }

    @Test(arguments: [(60 * 86_400, true), (60 * 86_400 + 1, false)])
    func `In production a lapse of sixty days is no interruption`(
        seconds: Int, isForgiven: Bool
    ) async throws {
        let joe = try fixture.store.customer("joe", in: .production)
        func since() throws -> Timestamp? {
            try fixture.store.database.read { try SubscriptionTable.all($0) }.first?.since
        }
        try await joe.buy("a", SubscriptionFixture.gold)
        let first = try since()
        try fixture.perform(.expire)
        fixture.time.advance(by: .seconds(seconds))
        try await joe.buy("b", SubscriptionFixture.gold)
        #expect(try (since() == first) == isForgiven)
    }
}
