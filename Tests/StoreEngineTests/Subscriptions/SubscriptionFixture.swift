import StoreCatalogue
import StoreDatabase
import StoreModel
import TestSupport
import Testing

@testable import StoreEngine

/// A store that sells subscriptions, with a clock that only the test moves: by default a month takes half a minute.
struct SubscriptionFixture {
    static let gold: ProductIdentifier = "gold"
    static let silver: ProductIdentifier = "silver"
    static let silverPlus: ProductIdentifier = "silver.plus"
    static let silverYear: ProductIdentifier = "silver.year"
    static let bronze: ProductIdentifier = "bronze"
    static let news: ProductIdentifier = "news"

    static let month = Duration.seconds(30)

    static let json = """
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

    static func catalogue(without product: ProductIdentifier? = nil) throws -> Catalogue {
        let text = product.map { json.replacing("\"productID\": \"\($0)\"", with: "\"productID\": \"other\"") } ?? json
        return try Catalogue(text)
    }

    let folder: TemporaryDirectory
    let time = ManualTime()
    let store: AppStore
    let customer: AccountSession

    init() throws {
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

    /// Another store over the same files, as another program, or the next start, has it.
    func reopened(catalogue: Catalogue? = nil) throws -> AppStore { try Self.open(folder, time, catalogue: catalogue) }

    @discardableResult
    func buy(_ product: ProductIdentifier, _ key: IdempotencyKey? = nil) async throws -> PurchaseOutcome {
        try await customer.buy(key ?? .random(at: time.source.now()), product)
    }

    /// The only subscription of the group, as it now is.
    func subscription(_ group: String = "KEEPERS") throws -> SubscriptionSummary? {
        try store.subscriptions().first { $0.group == group }
    }

    /// The transaction that the group's only subscription began with.
    func original() throws -> TransactionIdentifier { try #require(try subscription()).originalTransactionIdentifier }

    /// Does something to the group's only subscription, and returns its status.
    @discardableResult
    func perform(_ action: SubscriptionAction) throws -> SubscriptionStatus {
        try store.perform(action, on: original()).status
    }

    /// What the subscription's transactions say, oldest first; finished or not.
    func periods(_ group: String = "KEEPERS") throws -> [TransactionPayload] {
        try store.makeDueRenewals()
        return try store.payloads(of: customer.account.identifier).filter { $0.subscriptionGroupIdentifier == group }
    }

    /// The types and subtypes of all notifications, oldest first.
    func notices() throws -> [String] {
        try store.database.read { database in
            try NotificationTable.history(in: .sandbox, behind: 0, limit: .max, where: { _ in true }, database)
        }.map { [$0.type, $0.subtype].compactMap(\.self).joined(separator: " ") }
    }
}

/// Expects that each of these periods begins where the one before it ends.
func expectNoGap(between periods: [TransactionPayload], sourceLocation: SourceLocation = #_sourceLocation) {
    for (period, next) in zip(periods, periods.dropFirst()) {
        #expect(period.expiresDate == next.purchaseDate, sourceLocation: sourceLocation)
    }
}

extension JSONValue {
    init(signed: String) throws {
        let parts = signed.split(separator: ".")
        try self.init(json: parts.count == 3 ? Base64URL.decode(parts[1]) ?? [] : [])
    }
}
