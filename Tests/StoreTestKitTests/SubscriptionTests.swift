import FoundationEssentials
import StoreModel
import StoreTestKit
import Testing

@Suite("A session's subscriptions", .timeLimit(.minutes(5))) struct SubscriptionTests {
    private let bunch = SessionTests.bunch
    private let bigBunch = SessionTests.bigBunch
    private let session: StoreTestSession

    init() throws {
        session = try StoreTestSession()
        session.freezeClock()
    }

    private var newest: StoreTestTransaction {
        get throws { try #require(session.allTransactions().last) }
    }

    /// The dates' fractions may differ in their last bits.
    private func seconds(from start: Date?, to end: Date?) throws -> Double {
        try #require(end).timeIntervalSince(#require(start)).rounded()
    }

    @Test func `renew when they are forced to, and belong to their first transaction`() async throws {
        let first = try await session.buy(bunch)
        #expect(first.autoRenewingEnabled)
        try session.advanceClock(by: .seconds(60))
        try session.forceRenewalOfSubscription(productIdentifier: bunch)
        let renewal = try newest
        #expect(session.allTransactions().count == 2)
        #expect(renewal.originalTransactionIdentifier == first.identifier)
        #expect(try seconds(from: first.purchaseDate, to: renewal.purchaseDate) == 60)
        // The first period ended then, and says nothing about the subscription any more.
        let ended = try #require(session.allTransactions().first)
        #expect(ended.expirationDate == renewal.purchaseDate)
        #expect(!ended.autoRenewingEnabled && renewal.autoRenewingEnabled)
    }

    @Test func `that were to end, or wait for an answer to a higher price, renew when they are forced to`()
        async throws
    {
        let first = try await session.buy(bunch)
        try session.disableAutoRenewForTransaction(identifier: first.identifier)
        try session.forceRenewalOfSubscription(productIdentifier: bunch)
        #expect(try newest.autoRenewingEnabled)
        try session.requestPriceIncreaseConsentForTransaction(identifier: first.identifier)
        #expect(try newest.isPendingPriceIncreaseConsent)
        try session.forceRenewalOfSubscription(productIdentifier: bunch)
        #expect(try !newest.isPendingPriceIncreaseConsent)
        #expect(session.allTransactions().count == 3)
    }

    @Test func `expire at once, and once`() async throws {
        let bought = try await session.buy(bunch)
        try session.advanceClock(by: .seconds(60))
        try session.expireSubscription(productIdentifier: bunch)
        let expired = try newest
        #expect(try seconds(from: bought.purchaseDate, to: expired.expirationDate) == 60)
        #expect(!expired.autoRenewingEnabled && expired.cancelDate == nil)
        expectRefusal(.invalidAction, of: session.expireSubscription, bunch)
        expectRefusal(.invalidAction, of: session.forceRenewalOfSubscription, bunch)
        expectRefusal(.invalidAction, of: session.enableAutoRenewForTransaction, expired.identifier)
        // A purchase begins it again.
        let again = try await session.buy(bunch)
        #expect(again.originalTransactionIdentifier == expired.identifier)
    }

    @Test func `are those of a subscription's product that the customer has`() async throws {
        for product: ProductIdentifier in ["", "com.example.nothing"] {
            expectRefusal(.invalidProductIdentifier(product), of: session.expireSubscription, product)
            expectRefusal(.invalidProductIdentifier(product), of: session.forceRenewalOfSubscription, product)
        }
        expectRefusal(
            .invalidProductType(SessionTests.credits), of: session.expireSubscription, SessionTests.credits)
        expectRefusal(.noSubscriptionFound, of: session.expireSubscription, bunch)
        try await session.buy(bunch)
        expectRefusal(.noSubscriptionFound, of: session.expireSubscription, bigBunch)
        let credits = try await session.buy()
        for refused in [
            session.disableAutoRenewForTransaction(identifier:),
            session.enableAutoRenewForTransaction(identifier:),
            session.requestPriceIncreaseConsentForTransaction(identifier:),
            session.consentToPriceIncreaseForTransaction(identifier:),
            session.declinePriceIncreaseForTransaction(identifier:),
        ] {
            expectRefusal(.invalidProductType(SessionTests.credits), of: refused, credits.identifier)
        }
        // If its purchase had been interrupted, it could be resolved.
        expectRefusal(.invalidAction, of: session.resolveIssueForTransaction, credits.identifier)
    }

    @Test func `are turned off and on again by any of their transactions`() async throws {
        let first = try await session.buy(bunch)
        try session.forceRenewalOfSubscription(productIdentifier: bunch)
        let renewal = try newest
        try session.disableAutoRenewForTransaction(identifier: first.identifier)
        #expect(try !newest.autoRenewingEnabled)
        expectRefusal(.invalidAction, of: session.disableAutoRenewForTransaction, renewal.identifier)
        try session.enableAutoRenewForTransaction(identifier: renewal.identifier)
        #expect(try newest.autoRenewingEnabled)
    }

    @Test func `that are turned off end with their period`() async throws {
        session.timeRate = .oneRenewalEveryMinute
        let first = try await session.buy(bunch)
        try session.advanceClock(by: .seconds(61))
        #expect(session.allTransactions().count == 2)
        try session.disableAutoRenewForTransaction(identifier: first.identifier)
        try session.advanceClock(by: .seconds(600))
        #expect(session.allTransactions().count == 2)
        expectRefusal(.invalidAction, of: session.expireSubscription, bunch)
    }

    @Test func `ask for more money until the customer agrees or not`() async throws {
        let first = try await session.buy(bunch)
        for refused in [
            session.consentToPriceIncreaseForTransaction(identifier:),
            session.declinePriceIncreaseForTransaction(identifier:),
        ] {
            #expect(throws: StoreTestError.invalidAction) { try refused(first.identifier) }
        }
        try session.requestPriceIncreaseConsentForTransaction(identifier: first.identifier)
        try session.requestPriceIncreaseConsentForTransaction(identifier: first.identifier)
        #expect(try newest.isPendingPriceIncreaseConsent)
        try session.consentToPriceIncreaseForTransaction(identifier: first.identifier)
        #expect(try !newest.isPendingPriceIncreaseConsent)
        #expect(try newest.autoRenewingEnabled)

        session.clearTransactions()
        let other = try await session.buy(bunch)
        try session.requestPriceIncreaseConsentForTransaction(identifier: other.identifier)
        try session.declinePriceIncreaseForTransaction(identifier: other.identifier)
        #expect(try !newest.isPendingPriceIncreaseConsent)
        #expect(try !newest.autoRenewingEnabled)
    }

    @Test(arguments: [false, true])
    func `whose renewal is not paid wait for the customer, while other renewals go on failing`(
        grace: Bool
    ) async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = grace
        let first = try await session.buy(bunch)
        // Nothing is wrong yet.
        try session.resolveIssueForTransaction(identifier: first.identifier)
        #expect(session.allTransactions() == [first])
        try session.advanceClock(by: .seconds(1))
        try session.forceRenewalOfSubscription(productIdentifier: bunch)
        #expect(session.allTransactions().map(\.hasPurchaseIssue) == [true])
        expectRefusal(.invalidAction, of: session.forceRenewalOfSubscription, bunch)
        try session.resolveIssueForTransaction(identifier: first.identifier)
        #expect(session.allTransactions().map(\.hasPurchaseIssue) == [false, false])
        #expect(session.shouldEnterBillingRetryOnRenewal)
        try session.advanceClock(by: .seconds(1))
        try session.forceRenewalOfSubscription(productIdentifier: bunch)
        #expect(try newest.hasPurchaseIssue)
        session.shouldEnterBillingRetryOnRenewal = false
        #expect(session.allTransactions().map(\.hasPurchaseIssue) == [false, false, false])
    }

    @Test func `end with the refund of their newest period`() async throws {
        let first = try await session.buy(bunch)
        try session.forceRenewalOfSubscription(productIdentifier: bunch)
        try session.refundTransaction(identifier: newest.identifier)
        #expect(try newest.cancelDate != nil)
        #expect(session.allTransactions().first?.cancelDate == nil)
        expectRefusal(.invalidAction, of: session.disableAutoRenewForTransaction, first.identifier)
    }

    @Test func `change at the next renewal if the customer wants less, and at once if more`()
        async throws
    {
        let paid = try await session.buy(bigBunch)
        let change = try await session.buy(bunch)
        #expect(change.state == .changed && change.signedTransaction == nil && change.purchaseDate == nil)
        #expect(change.renewalChange?.kind == .product)
        #expect(change.renewalChange?.date.date == paid.expirationDate)
        #expect(session.allTransactions().last == change)
        try session.forceRenewalOfSubscription(productIdentifier: bigBunch)
        #expect(try newest.productIdentifier == bunch)
        let upgrade = try await session.buy(bigBunch)
        #expect(upgrade.autoRenewingEnabled)
        expectRefusal(.noSubscriptionFound, of: session.expireSubscription, bunch)
    }
}
