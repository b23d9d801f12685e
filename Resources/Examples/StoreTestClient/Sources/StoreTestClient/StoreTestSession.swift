import Foundation

/// A store for one test, at a `monkeystore-server`, with the interface of Apple's `SKTestSession`. It belongs
/// to this session alone: sessions do not see each other, and tests with a session each may run at the
/// same time.
///
/// It plays the customer, the parent who approves, and the bank. The server under test talks to
/// ``sandboxAddress``.
public final class StoreTestSession: Sendable {
    /// The key of the App Store Server API.
    public struct ServerAPIKey: Hashable, Sendable, Decodable {
        /// The issuer.
        public let issuer: String
        /// The key's identifier.
        public let keyIdentifier: String
        /// The key as PEM.
        public let privateKey: String
    }

    /// The calls that can be made to fail.
    public enum FailableAPI: Hashable, Sendable, CaseIterable {
        /// Each purchase.
        case purchase
    }

    /// Further details of a purchase: the counterpart of `Product.PurchaseOption`.
    public enum PurchaseOption: Hashable, Sendable {
        /// How many; one by default.
        case quantity(Int)
        /// The token by which the developer's server knows the customer.
        case appAccountToken(UUID)
        /// The identifier of a promotional offer, a win-back offer or an offer code (its
        /// reference name) of the subscription. A promotional offer needs no signature here.
        case offer(String)
    }

    /// The store's address. All its routes are under it. For a server, it takes the place of Apple's
    /// production environment, which knows nothing of what a session buys: see ``sandboxAddress``.
    public let address: URL
    /// The address of the store's sandbox, to which everything belongs that a session buys. For a server, it
    /// takes the place of `https://api.storekit-sandbox.itunes.apple.com`, and of
    /// `https://sandbox.itunes.apple.com`, which has `verifyReceipt`.
    public var sandboxAddress: URL { address.appendingPathComponent("sandbox") }
    /// The bundle identifier of the application that the store sells for.
    public let bundleIdentifier: String
    /// The application's number.
    public let appAppleIdentifier: Int64
    /// The key of the App Store Server API.
    public let serverAPIKey: ServerAPIKey
    /// The password that goes with receipts of subscriptions to `verifyReceipt`.
    public let sharedSecret: String
    /// The root of the store's certificates as PEM: anybody who trusts it can verify what the store signs.
    public let rootCertificate: String
    /// What is odd about the configuration file, a sentence for each oddity, with its place.
    public let warnings: [String]

    /// The server, and the store at it.
    private let server: Server
    private let store: String
    private let account: String
    private let initialSettings: Data
    private let initialPlace: Place
    /// The kinds of the products on sale.
    private let kinds: [String: String]

    /// Makes a store at a server. ``end()`` removes it. The server removes it, too, if nobody uses it for
    /// an hour.
    ///
    /// - Parameters:
    ///   - server: the server's address, such as `http://127.0.0.1:8080`.
    ///   - adminToken: the administrator's token, which is in the server's data directory.
    ///   - fileURL: the URL of an Xcode StoreKit configuration file that says what is on sale; nil for what
    ///     the server sells.
    ///   - bundleIdentifier: that of the application that the store sells for; nil for the server's.
    ///   - notificationURL: where App Store Server Notifications V2 go; nil for nowhere.
    public init(
        at server: URL, adminToken: String, contentsOf fileURL: URL? = nil, bundleIdentifier: String? = nil,
        notificationURL: URL? = nil
    ) async throws(StoreTestError) {
        let new = NewStore(
            bundleIdentifier: bundleIdentifier, catalogue: try fileURL.map(Self.text),
            notifications: notificationURL.map { ["sandbox": $0.absoluteString] })
        let top = Server(server, adminToken: adminToken)
        let answer = try await top.send("POST", "/stores", Self.encode(new))
        guard answer.status == 201 else {
            throw answer.status == 400
                ? .invalidConfiguration(answer.sentence) : .serviceUnavailable(answer.sentence)
        }
        let made = try answer.decode(MadeStore.self)
        self.server = top
        store = "/stores/" + made.identifier
        guard let address = URL(string: top.address + store),
            let own = made.accounts.first(where: { $0.name == nil })
        else { throw .serviceUnavailable("The server's answer has no store that a session can use.") }
        self.address = address
        self.bundleIdentifier = made.bundleIdentifier
        appAppleIdentifier = made.appAppleIdentifier
        serverAPIKey = made.serverAPI
        sharedSecret = made.sharedSecret
        rootCertificate = made.rootCertificate
        warnings = made.warnings ?? []
        initialPlace = Place(
            storefront: made.storefront, locale: made.locale, wantedLocale: made.wantedLocale)
        account = own.account
        do throws(StoreTestError) {
            let listing = try await Self.found(top.send("GET", store + "/store/v1/products"))
            let query = Self.encode(["identifiers": try listing.decode(Listing.self).identifiers])
            let products = try await Self.found(top.send("POST", store + "/store/v1/products", query))
            kinds = try products.decode(Products.self).products.reduce(into: [:]) {
                $0[$1.identifier] = $1.kind
            }
            initialSettings = try await Self.found(top.send("GET", store + "/admin/v1/settings")).body
        } catch {
            _ = try? await top.send("DELETE", store)
            throw error
        }
    }

    /// Makes a store at a server, runs `body` with it, and removes it, even if `body` throws. The parameters
    /// are those of the initializer.
    public static func run<Result>(
        at server: URL, adminToken: String, contentsOf fileURL: URL? = nil, bundleIdentifier: String? = nil,
        notificationURL: URL? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: (StoreTestSession) async throws -> Result
    ) async throws -> Result {
        let session = try await StoreTestSession(
            at: server, adminToken: adminToken, contentsOf: fileURL, bundleIdentifier: bundleIdentifier,
            notificationURL: notificationURL)
        let result: Result
        do { result = try await body(session) } catch {
            // The test's own error says more. If this does not remove the store, the server does so later.
            try? await session.end()
            throw error
        }
        try await session.end()
        return result
    }

    /// Removes the store. Nothing can be done with the session afterwards.
    public func end() async throws(StoreTestError) {
        let answer = try await server.send("DELETE", store)
        guard answer.status != 404 else { throw .sessionEnded }
        _ = try Self.found(answer)
    }

    // MARK: Settings

    /// The settings in force.
    public var settings: Settings {
        get async throws(StoreTestError) { try await ask("GET", "settings").decode(Settings.self) }
    }

    /// Changes a setting, such as `set(\.askToBuyEnabled, to: true)`. One change at a time: of two
    /// at the same time one may be lost.
    public func set<Value>(
        _ setting: WritableKeyPath<Settings, Value>, to value: Value
    ) async throws(StoreTestError) {
        try await change { $0[keyPath: setting] = value }
    }

    /// Has a call fail with an error from now on; nil has it succeed again.
    public func setSimulatedError(_ error: StoreError?, forAPI api: FailableAPI) async throws(StoreTestError)
    {
        switch api {
        case .purchase: try await change { $0.failure = error }
        }
    }

    /// The error that a call fails with now; nil if it does not.
    public func simulatedError(forAPI api: FailableAPI) async throws(StoreTestError) -> StoreError? {
        switch api {
        case .purchase: try await settings.failure
        }
    }

    /// The country whose currency and prices hold, ISO 3166-1 alpha-3; `USA` unless the
    /// configuration file names another.
    public var storefront: String { get async throws(StoreTestError) { try await place.storefront } }

    /// Moves the customer to another country, by its ISO 3166-1 alpha-3 code. Prices have its currency then,
    /// and the same numbers, as in Xcode.
    public func setStorefront(_ country: String) async throws(StoreTestError) {
        try await move(to: WantedPlace(storefront: country))
    }

    /// The language in which products are told, such as `en_US`.
    public var locale: String { get async throws(StoreTestError) { try await place.locale } }

    /// Has products told in another language.
    public func setLocale(_ locale: String) async throws(StoreTestError) {
        try await move(to: WantedPlace(locale: locale))
    }

    /// Puts all settings, the clock, the storefront and the locale back to what the configuration
    /// file says. What was bought stays.
    public func resetToDefaultState() async throws(StoreTestError) {
        try await ask("PUT", "settings", initialSettings)
        try await move(to: WantedPlace(initialPlace))
    }

    // MARK: The clock

    /// Moves the store's clock forward, or back with a negative number of seconds. A clock that stands still
    /// goes on standing still. What was due by then happens, such as the renewals of subscriptions. What has
    /// happened stays if the clock goes back.
    ///
    /// - Throws: ``StoreTestError/clockTooFar`` if the store could not sign for that time.
    public func advanceClock(by seconds: TimeInterval) async throws(StoreTestError) {
        // More than it may be moved by, and no more than the number holds. In this order, what is not a number
        // is too far.
        let milliseconds = Int64(max(-1e14, min(1e14, seconds * 1000)))
        let body = Self.encode(["advanceMilliseconds": milliseconds])
        let answer = try await server.send("POST", store + "/admin/v1/clock", body)
        if answer.status == 400 { throw .clockTooFar }
        _ = try await checked(answer)
    }

    /// Stops the store's clock. From now on, only ``advanceClock(by:)`` moves it.
    public func freezeClock() async throws(StoreTestError) {
        try await ask("POST", "clock", Self.encode(["isFrozen": true]))
    }

    // MARK: Transactions

    /// All transactions, the oldest first, including those that failed or wait for an approval, and renewals
    /// that were due.
    public func allTransactions() async throws(StoreTestError) -> [StoreTestTransaction] {
        try await transactions().map(StoreTestTransaction.init)
    }

    /// Forgets everything that was bought, and all notifications. The settings
    /// and the customer stay.
    public func clearTransactions() async throws(StoreTestError) {
        let (settings, place) = (try await ask("GET", "settings").body, try await self.place)
        _ = try await checked(server.send("POST", store + "/reset"))
        try await ask("PUT", "settings", settings)
        try await move(to: WantedPlace(place))
    }

    /// Buys under the settings, as a device of the customer.
    ///
    /// - Returns: the transaction: `purchased`, `deferred`, or `changed` if a
    ///   subscription changes at its next renewal.
    /// - Throws: ``StoreTestError/purchaseFailed(_:)`` if the store refuses. Such a purchase, an
    ///   interrupted one for example, is in ``allTransactions()``, too.
    @discardableResult
    public func buyProduct(
        identifier: String, options: Set<PurchaseOption> = []
    ) async throws(StoreTestError) -> StoreTestTransaction {
        guard kinds[identifier] != nil else { throw .invalidProductIdentifier(identifier) }
        let order = try Order(account: account, product: identifier, options)
        let answer = try await server.send("POST", store + "/admin/v1/purchases", Self.encode(order))
        switch answer.status {
        case 200, 201: break
        case 400: throw .invalidQuantity(answer.sentence)
        case 404 where order.offer != nil:
            try await checkStore()
            throw .invalidOffer(order.offer ?? "")
        case 503: throw .purchaseFailed(answer.error)
        default: _ = try await checked(answer)
        }
        let outcome = try answer.decode(Outcome.self)
        guard ["purchased", "deferred", "changed"].contains(outcome.state) else {
            throw .purchaseFailed(outcome.error ?? .unknown)
        }
        guard let made = try await transactions().last(where: { $0.key == outcome.key }) else {
            throw .noTransactionFound
        }
        return StoreTestTransaction(made)
    }

    /// Approves a purchase that waits for an approval.
    public func approveAskToBuyTransaction(identifier: String) async throws(StoreTestError) {
        try await perform("approve", on: identifier)
    }

    /// Declines a purchase that waits for an approval.
    public func declineAskToBuyTransaction(identifier: String) async throws(StoreTestError) {
        try await perform("decline", on: identifier)
    }

    /// Gives the money back, always and at once. If it is for the newest period of a subscription, the
    /// subscription ends.
    public func refundTransaction(identifier: String) async throws(StoreTestError) {
        try await perform("refund", on: identifier)
    }

    /// Resolves the trouble of a purchase or subscription. An interrupted purchase is bought as a new
    /// transaction. A subscription whose renewal was not paid is paid now. A subscription without trouble
    /// stays as it is.
    public func resolveIssueForTransaction(identifier: String) async throws(StoreTestError) {
        if try await transaction(identifier).isInterrupted {
            return try await perform("resolve", on: identifier)
        }
        let subscription = try await subscription(of: identifier)
        guard subscription.actions.contains("fix-billing") else { return }
        try await perform("fix-billing", on: subscription)
    }

    // MARK: Subscriptions

    /// Ends the current period of a subscription now, and begins the next one. If its renewal was turned off,
    /// this turns it on, and it agrees to a pending price increase.
    ///
    /// - Throws: ``StoreTestError/invalidAction`` if the subscription is over, or its renewal is already
    ///   waiting for its money.
    public func forceRenewalOfSubscription(productIdentifier: String) async throws(StoreTestError) {
        var subscription = try await subscription(to: productIdentifier)
        for action in ["resume", "consent-to-price"] where subscription.actions.contains(action) {
            subscription = try await perform(action, on: subscription)
        }
        try await perform("renew", on: subscription)
    }

    /// Ends a subscription at once.
    public func expireSubscription(productIdentifier: String) async throws(StoreTestError) {
        try await perform("expire", on: subscription(to: productIdentifier))
    }

    /// Makes a subscription end with its period: the customer cancels.
    ///
    /// - Parameter identifier: one of the subscription's transactions; also in the methods below.
    public func disableAutoRenewForTransaction(identifier: String) async throws(StoreTestError) {
        try await perform("cancel", on: subscription(of: identifier))
    }

    /// Makes a subscription that was to end with its period renew again.
    public func enableAutoRenewForTransaction(identifier: String) async throws(StoreTestError) {
        try await perform("resume", on: subscription(of: identifier))
    }

    /// Asks the customer to agree to a higher price. Without an answer the subscription ends with its period.
    /// The price itself stays that of the configuration file.
    public func requestPriceIncreaseConsentForTransaction(identifier: String) async throws(StoreTestError) {
        let subscription = try await subscription(of: identifier)
        // If the customer was asked already, the answer is still to come.
        guard !subscription.actions.contains("consent-to-price") else { return }
        try await perform("request-price-consent", on: subscription)
    }

    /// The customer agrees to the higher price.
    public func consentToPriceIncreaseForTransaction(identifier: String) async throws(StoreTestError) {
        try await perform("consent-to-price", on: subscription(of: identifier))
    }

    /// The customer does not agree to the higher price: the subscription ends with its period.
    public func declinePriceIncreaseForTransaction(identifier: String) async throws(StoreTestError) {
        try await perform("decline-price", on: subscription(of: identifier))
    }
}

extension StoreTestSession {
    /// Sends a request to the administration of the store.
    @discardableResult
    private func ask(
        _ method: String, _ path: String, _ body: Data? = nil
    ) async throws(StoreTestError) -> Server.Answer {
        try await checked(server.send(method, store + "/admin/v1/" + path, body))
    }

    /// Checks an answer. If the store is there, a refusal concerns the transaction that was asked for.
    private func checked(_ answer: Server.Answer) async throws(StoreTestError) -> Server.Answer {
        switch answer.status {
        case 404:
            try await checkStore()
            throw .noTransactionFound
        case 409: throw .invalidAction
        default: return try Self.found(answer)
        }
    }

    private static func found(_ answer: Server.Answer) throws(StoreTestError) -> Server.Answer {
        guard 200..<300 ~= answer.status else { throw .serviceUnavailable(answer.sentence) }
        return answer
    }

    /// Throws if the store is gone, since that is a 404, too.
    private func checkStore() async throws(StoreTestError) {
        if try await server.send("GET", store).status == 404 { throw .sessionEnded }
    }

    /// Changes settings, and leaves settings alone that this package does not know.
    private func change(_ change: (inout Settings) -> Void) async throws(StoreTestError) {
        var settings = try await self.settings
        change(&settings)
        guard let set = try? JSONSerialization.jsonObject(with: Self.encode(settings)) as? [String: Any]
        else {
            throw .serviceUnavailable("The settings cannot be written.")
        }
        // Null resets a setting; a setting that is not named stays.
        let all = Settings.CodingKeys.allCases.map { ($0.rawValue, set[$0.rawValue] ?? NSNull()) }
        guard let body = try? JSONSerialization.data(withJSONObject: Dictionary(uniqueKeysWithValues: all))
        else {
            throw .serviceUnavailable("The settings cannot be written.")
        }
        try await ask("PUT", "settings", body)
    }

    private var place: Place {
        get async throws(StoreTestError) { try await checked(server.send("GET", store)).decode(Place.self) }
    }

    private func move(to wanted: WantedPlace) async throws(StoreTestError) {
        let answer = try await server.send("PUT", store + "/storefront", Self.encode(wanted))
        if answer.status == 400 {
            let place = try await self.place
            throw .invalidStorefront(
                wanted.storefront ?? place.storefront, locale: wanted.locale ?? place.locale)
        }
        _ = try await checked(answer)
    }

    /// All transactions, the oldest first.
    private func transactions() async throws(StoreTestError) -> [TransactionAnswer] {
        var all: [TransactionAnswer] = []
        while true {
            let before = all.last.map { "&before=\($0.number)" } ?? ""
            let page = try await ask("GET", "transactions?account=\(account)&limit=\(Self.page)\(before)")
                .decode([TransactionAnswer].self)
            all += page
            if page.count < Self.page { return all.reversed() }
        }
    }

    private static var page: Int { 1000 }

    private func transaction(_ identifier: String) async throws(StoreTestError) -> TransactionAnswer {
        guard let found = try await transactions().first(where: { $0.transactionIdentifier == identifier })
        else {
            throw .noTransactionFound
        }
        return found
    }

    private func subscriptions() async throws(StoreTestError) -> [SubscriptionAnswer] {
        try await ask("GET", "subscriptions?account=\(account)").decode([SubscriptionAnswer].self)
    }

    private func subscription(of identifier: String) async throws(StoreTestError) -> SubscriptionAnswer {
        let original = try await transaction(identifier).originalTransactionIdentifier
        guard
            let found = try await subscriptions().first(where: {
                $0.originalTransactionIdentifier == original
            })
        else { throw .invalidAction }
        return found
    }

    private func subscription(to product: String) async throws(StoreTestError) -> SubscriptionAnswer {
        guard let kind = kinds[product] else { throw .invalidProductIdentifier(product) }
        guard kind == "Auto-Renewable Subscription" else { throw .invalidProductType(product) }
        guard let found = try await subscriptions().first(where: { $0.productIdentifier == product }) else {
            throw .noSubscriptionFound
        }
        return found
    }

    private func perform(_ action: String, on identifier: String) async throws(StoreTestError) {
        // Looked up first, so that no text from outside becomes a part of an address.
        let found = try await transaction(identifier).transactionIdentifier
        try await ask("POST", "purchases/\(found)/\(action)")
    }

    @discardableResult
    private func perform(
        _ action: String, on subscription: SubscriptionAnswer
    ) async throws(StoreTestError) -> SubscriptionAnswer {
        try await ask("POST", "subscriptions/\(subscription.originalTransactionIdentifier)/\(action)")
            .decode(SubscriptionAnswer.self)
    }

    private static func text(of fileURL: URL) throws(StoreTestError) -> String {
        guard fileURL.isFileURL else { throw .invalidURL }
        guard let text = try? String(contentsOf: fileURL, encoding: .utf8) else {
            throw .fileNotFound(path: fileURL.path)
        }
        return text
    }

    /// Encodes texts and numbers, which are always valid JSON.
    private static func encode(_ value: some Encodable) -> Data {
        do { return try JSONEncoder().encode(value) } catch { preconditionFailure("\(error)") }
    }
}

/// A store that is to be made.
private struct NewStore: Encodable {
    var bundleIdentifier: String?
    var catalogue: String?
    var notifications: [String: String]?
}

/// A store that was made.
private struct MadeStore: Decodable {
    struct Account: Decodable {
        var account: String
        var name: String?
    }

    var identifier: String
    var bundleIdentifier: String
    var appAppleIdentifier: Int64
    var storefront: String
    var locale: String
    /// Nil from an older server.
    var wantedLocale: String?
    var serverAPI: StoreTestSession.ServerAPIKey
    var sharedSecret: String
    var rootCertificate: String
    var accounts: [Account]
    /// Nil from an older server.
    var warnings: [String]?
}

private struct Place: Decodable, Sendable {
    var storefront: String
    var locale: String
    /// The locale that was asked for, perhaps without a region; nil from an older server.
    var wantedLocale: String?
}

/// Where a store should sell. What is nil stays.
private struct WantedPlace: Encodable {
    var storefront: String?
    var locale: String?
}

extension WantedPlace {
    init(_ place: Place) {
        self.init(storefront: place.storefront, locale: place.wantedLocale ?? place.locale)
    }
}

private struct Listing: Decodable {
    var identifiers: [String]
}

private struct Products: Decodable {
    struct Product: Decodable {
        var identifier: String
        var kind: String
    }

    var products: [Product]
}

private struct SubscriptionAnswer: Decodable, Sendable {
    var originalTransactionIdentifier: String
    var productIdentifier: String
    var actions: [String]
}

/// A purchase that is to be made.
private struct Order: Encodable {
    var account: String
    var product: String
    var quantity: Int?
    var appAccountToken: UUID?
    var offer: String?

    init(account: String, product: String, _ options: Set<StoreTestSession.PurchaseOption>)
        throws(StoreTestError)
    {
        (self.account, self.product) = (account, product)
        for option in options {
            let isSecond: Bool
            switch option {
            case .quantity(let number): (isSecond, quantity) = (quantity != nil, number)
            case .appAccountToken(let uuid): (isSecond, appAccountToken) = (appAccountToken != nil, uuid)
            case .offer(let identifier): (isSecond, offer) = (offer != nil, identifier)
            }
            if isSecond { throw .conflictingOptions }
        }
    }
}

/// What became of a purchase.
private struct Outcome: Decodable {
    var key: String
    var state: String
    var error: StoreError?
}
