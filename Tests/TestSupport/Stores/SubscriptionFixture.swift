package import StoreModel
package import StoreRules
package import Testing

/// A store that sells subscriptions, with a clock that only the test moves: by
/// default a month takes half a minute.
package struct SubscriptionFixture {
    package static let gold: ProductIdentifier = "gold"
    package static let silver: ProductIdentifier = "silver"
    package static let silverPlus: ProductIdentifier = "silver.plus"
    package static let silverYear: ProductIdentifier = "silver.year"
    package static let bronze: ProductIdentifier = "bronze"
    package static let news: ProductIdentifier = "news"

    package static let month = Duration.seconds(30)

    package static let json = """
        {"version": {}, "products": [{"productID": "banana", "type": "Consumable", "displayPrice": "1"}],
         "subscriptionGroups": [{"id": "KEEPERS", "name": "Keepers", "subscriptions": [
          \(product("gold", level: 1)), \(product("silver", level: 2, trial)), \(product("silver.plus", level: 2)),
          \(product("silver.year", level: 2, period: "P1Y")), \(product("bronze", level: 3, lowPrice))]},
          {"id": "NEWS", "name": "News", "subscriptions": [\(product("news", level: 1, price: "0"))]}]}
        """
    private static let trial = #", "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P2M"}"#
    private static let lowPrice = """
        , "introductoryOffer": {"paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 2, \
        "displayPrice": "0.5"}
        """

    private static func product(
        _ identifier: String, level: Int, period: String = "P1M", price: String = "9.99", _ more: String = ""
    ) -> String {
        """
        {"productID": "\(identifier)", "type": "RecurringSubscription", "displayPrice": "\(price)",
         "groupNumber": \(level), "recurringSubscriptionPeriod": "\(period)"\(more)}
        """
    }

    package static func catalogue(without product: ProductIdentifier? = nil) throws -> Catalogue {
        let text =
            product.map { json.replacing("\"productID\": \"\($0)\"", with: "\"productID\": \"other\"") }
            ?? json
        return try Catalogue(text)
    }

    package let folder: TemporaryDirectory
    package let time = ManualTime()
    package let store: AppStore
    package let customer: AccountSession

    package init() throws {
        folder = try TemporaryDirectory()
        store = try Self.open(folder, time)
        customer = try store.embeddedSession()
        try store.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
    }

    private static func open(
        _ folder: TemporaryDirectory, _ time: ManualTime, catalogue: Catalogue? = nil
    ) throws -> AppStore {
        try AppStore(testedIn: folder.path, catalogue: catalogue ?? Self.catalogue(), time: time.source)
    }

    /// Another store on the same files, like the one of another program or of the next start.
    package func reopened(catalogue: Catalogue? = nil) throws -> AppStore {
        try Self.open(folder, time, catalogue: catalogue)
    }

    @discardableResult
    package func buy(
        _ product: ProductIdentifier, _ key: IdempotencyKey? = nil
    ) async throws -> PurchaseOutcome {
        try await customer.buy(key ?? .random(at: time.source.now()), product)
    }

    /// The only subscription of the group, as it is now.
    package func subscription(_ group: String = "KEEPERS") throws -> SubscriptionSummary? {
        try store.subscriptions().first { $0.group == group }
    }

    /// The transaction that the group's only subscription began with.
    package func original() throws -> TransactionIdentifier {
        try #require(try subscription()).originalTransactionIdentifier
    }

    /// Does something to the group's only subscription, and returns its status.
    @discardableResult
    package func perform(_ action: SubscriptionAction) throws -> SubscriptionStatus {
        try store.perform(action, on: original()).status
    }

    /// The payloads of the subscription's transactions, finished or not, oldest first.
    package func periods(_ group: String = "KEEPERS") throws -> [TransactionPayload] {
        try store.makeDueRenewals()
        return try store.payloads(of: customer.account.identifier).filter {
            $0.subscriptionGroupIdentifier == group
        }
    }
}

/// Expects each of these periods to begin when the one before it ends.
package func expectNoGap(
    between periods: [TransactionPayload], sourceLocation: SourceLocation = #_sourceLocation
) {
    for (period, next) in zip(periods, periods.dropFirst()) {
        #expect(period.expiresDate == next.purchaseDate, sourceLocation: sourceLocation)
    }
}

extension JSONValue {
    package init(signed: String) throws {
        let parts = signed.split(separator: ".")
        try self.init(json: parts.count == 3 ? Base64URL.decode(parts[1]) ?? [] : [])
    }
}
