public import FoundationEssentials
public import StoreModel
internal import StoreRules
internal import Synchronization

/// A store for one test, in memory, in the words of Apple's `SKTestSession`. It belongs to nobody else:
/// sessions do not see each other, and tests with a session each may run at the same time.
///
/// It plays the store, the parent who approves, and the bank. The application under
/// test buys through ``paymentService``.
public final class StoreTestSession: Sendable {
    /// The calls that can be made to fail.
    public enum FailableAPI: Hashable, Sendable, CaseIterable {
        /// Each purchase.
        case purchase
    }

    private let memory: MemoryStore
    /// What the configuration file says.
    private let base: Catalogue
    /// What purchases fail with while they are to fail.
    private let failure = Mutex(StoreError.cannotConnect)

    /// Opens a store that sells this package's own products.
    ///
    /// - Parameter bundleIdentifier: that of the application that the store sells
    ///   for; nil for the standard one.
    public convenience init(bundleIdentifier: String? = nil) throws(StoreTestError) {
        try self.init(path: nil, bundleIdentifier: bundleIdentifier, time: .system)
    }

    /// Opens a store that sells what an Xcode StoreKit configuration file holds, with the
    /// settings that the file begins with.
    ///
    /// - Parameters:
    ///   - fileURL: the URL of the file, such as `Bundle.module.url(forResource:withExtension:)` gives it.
    ///   - bundleIdentifier: that of the application that the store sells for; nil for the standard one.
    public convenience init(contentsOf fileURL: URL, bundleIdentifier: String? = nil) throws(StoreTestError) {
        guard fileURL.isFileURL else { throw .invalidURL }
        try self.init(
            path: fileURL.path(percentEncoded: false), bundleIdentifier: bundleIdentifier, time: .system)
    }

    package init(path: String?, bundleIdentifier: String?, time: TimeSource) throws(StoreTestError) {
        let bundle = bundleIdentifier.map { BundleIdentifier(rawValue: $0) }
        if let bundleIdentifier, case .some(nil) = bundle { throw .invalidBundleIdentifier(bundleIdentifier) }
        base = try Self.catalogue(path)
        do {
            memory = try MemoryStore(
                catalogue: base, application: WantedApplication(bundleIdentifier: bundle ?? nil), time: time)
        } catch {
            throw .unexpected(error)
        }
    }

    // MARK: The application under test

    /// Where a payment queue of the customer buys. It stays the same whatever happens to the session.
    public var paymentService: PaymentService { PaymentService(memory) }

    /// Checks what the store signed for the customer that there is now. An observer of the
    /// queue asks it before it delivers.
    public var verifier: TransactionVerifier { memory.running.session.verifier() }

    /// The root of the store's certificates as PEM: whoever trusts it can verify what the store signs.
    public var rootCertificate: String { store.rootCertificatePEM }

    /// The customer's app receipt, made now, in base64, as verifyReceipt takes it.
    public func appReceipt() async throws(StoreError) -> String { try await memory.appReceipt() }

    // MARK: Settings

    /// Whether each purchase waits for an approval, until this is off again. What waits then goes on waiting.
    public var askToBuyEnabled: Bool {
        get { settings.asksToBuy }
        set { change { $0.asksToBuy = newValue } }
    }

    /// Whether each purchase fails until it is resolved.
    public var interruptedPurchasesEnabled: Bool {
        get { settings.interruptsPurchases }
        set { change { $0.interruptsPurchases = newValue } }
    }

    /// Whether renewals of subscriptions are not paid. Turned off, those that wait are paid.
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { settings.failsRenewals }
        set { change { $0.failsRenewals = newValue } }
    }

    /// Whether a subscription whose renewal was not paid may be used for a while.
    public var billingGracePeriodIsEnabled: Bool {
        get { settings.allowsGracePeriod }
        set { change { $0.allowsGracePeriod = newValue } }
    }

    /// The rates at which a test can have time pass for subscriptions.
    public typealias TimeRate = StoreModel.TimeRate

    /// How fast the periods of subscriptions pass; counts for periods that begin from now on.
    public var timeRate: TimeRate {
        get { settings.timeRate }
        set { change { $0.timeRate = newValue } }
    }

    /// Whether each purchase fails with ``failureError``.
    public var failTransactionsEnabled: Bool {
        get { settings.everyFailure != nil }
        set {
            let error = failureError
            change { $0.everyFailure = newValue ? error : nil }
        }
    }

    /// What purchases fail with while ``failTransactionsEnabled`` is on; `SKError.unknown` unless set.
    public var failureError: StoreError {
        get { settings.everyFailure ?? failure.withLock { $0 } }
        set {
            failure.withLock { $0 = newValue }
            change { if $0.everyFailure != nil { $0.everyFailure = newValue } }
        }
    }

    /// Has a call fail with an error from now on; nil has it succeed again.
    public func setSimulatedError(_ error: StoreError?, forAPI api: FailableAPI) {
        switch api {
        case .purchase: change { $0.everyFailure = error }
        }
    }

    /// The error that a call fails with now; nil where it does not.
    public func simulatedError(forAPI api: FailableAPI) -> StoreError? {
        switch api {
        case .purchase: settings.everyFailure
        }
    }

    /// The settings, with the faults that `SKTestSession` has no word for: a network that is down or loses
    /// answers, a delay, an error for the next purchase only.
    public var settings: StoreSettings {
        get { Self.must { try store.settings() } }
        set { change { $0 = newValue } }
    }

    /// The country whose currency and prices hold, ISO 3166-1 alpha-3; `USA` unless the
    /// configuration file names another.
    public var storefront: String { memory.running.catalogue.settings.storefront }

    /// Moves the customer to another country, by its ISO 3166-1 alpha-3 code. Prices have its currency then,
    /// and the same numbers, as in Xcode.
    public func setStorefront(_ country: String) throws(StoreTestError) {
        let locale = memory.running.catalogue.settings.locale
        guard let place = CataloguePlace(storefront: country, locale: locale) else {
            throw .invalidStorefront(country)
        }
        try move(to: place)
    }

    /// The language in which products are told, and prices written; `en_US` unless the
    /// configuration file names another.
    public var locale: Locale { Locale(identifier: memory.running.catalogue.settings.locale) }

    /// Has products told in another language.
    public func setLocale(_ locale: Locale) throws(StoreTestError) {
        guard let place = CataloguePlace(storefront: storefront, locale: locale.identifier) else {
            throw .invalidLocale(locale.identifier)
        }
        try move(to: place)
    }

    /// Puts all settings, the storefront and the locale back to what the configuration
    /// file says. What was bought stays.
    public func resetToDefaultState() {
        failure.withLock { $0 = .cannotConnect }
        change { $0 = base.settings.initial }
        Self.must { try memory.sell(from: base) }
    }

    // MARK: Transactions

    /// All transactions, the oldest first, with those that failed or wait for an approval.
    /// Renewals that were due are among them.
    public func allTransactions() -> [StoreTestTransaction] {
        Self.must { try summaries().map(StoreTestTransaction.init) }
    }

    /// Forgets everything that was bought; the receipt is empty then. The settings
    /// stay, and so does the customer.
    ///
    /// An application that goes on with its own records of purchases, such as the journal of a
    /// payment queue, does not hear of it.
    public func clearTransactions() {
        Self.must { try memory.clear() }
    }

    /// Buys outside of the application, as on another device, and under the settings: whoever
    /// observes the queue hears of it.
    ///
    /// - Returns: the transaction: `purchased`, `deferred`, or `changed` if a
    ///   subscription changes at its next renewal.
    /// - Throws: ``StoreTestError/purchaseFailed(_:)`` where the store refuses. Such a purchase, an
    ///   interrupted one for example, is in ``allTransactions()``, too.
    @discardableResult
    public func buyProduct(
        identifier: ProductIdentifier, options: Set<PurchaseOption> = []
    ) async throws(StoreTestError) -> StoreTestTransaction {
        let running = memory.running
        let order = try PurchaseOrder(buying: identifier, options, at: running.store.time.now())
        let report: PurchaseReport
        do { report = try await running.store.make(order, for: running.session.account.identifier) } catch {
            throw Self.purchaseError(error)
        }
        guard ["purchased", "deferred", "changed"].contains(report.state) else {
            throw .purchaseFailed(report.error ?? .cannotConnect)
        }
        guard let summary = try summaries().last(where: { $0.key == report.key }) else {
            throw .noTransactionFound
        }
        return StoreTestTransaction(summary)
    }

    /// Lets a purchase go through that waits for an approval.
    public func approveAskToBuyTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.approve, on: identifier)
    }

    /// Turns a purchase down that waits for an approval.
    public func declineAskToBuyTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.decline, on: identifier)
    }

    /// Gives the money back, always and at once. A subscription ends with the refund of its newest period.
    public func refundTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.refund, on: identifier)
    }

    /// Clears the trouble of an interrupted purchase, which is bought as a new transaction, or the
    /// customer's trouble with a subscription whose renewal was not paid, which is paid now. A subscription
    /// without trouble stays as it is.
    public func resolveIssueForTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        let transaction = try summary(of: identifier)
        if transaction.status == "interrupted" { return try perform(.resolve, on: identifier) }
        let subscription = try subscription(of: identifier)
        guard subscription.actions.contains(.fixBilling) else { return }
        try perform(.fixBilling, on: subscription)
    }

    // MARK: Subscriptions

    /// Has the period of a subscription end now, and the next one begin. A renewal that was turned off is
    /// turned on for it, and a pending price increase is agreed to.
    ///
    /// - Throws: ``StoreTestError/invalidAction`` where the subscription is over, or its
    ///   renewal waits for its money already.
    public func forceRenewalOfSubscription(productIdentifier: ProductIdentifier) throws(StoreTestError) {
        var subscription = try subscription(to: productIdentifier)
        for action in [SubscriptionAction.resume, .consentToPrice] where subscription.actions.contains(action)
        {
            subscription = try perform(action, on: subscription)
        }
        try perform(.renew, on: subscription)
    }

    /// Ends a subscription at once.
    public func expireSubscription(productIdentifier: ProductIdentifier) throws(StoreTestError) {
        try perform(.expire, on: subscription(to: productIdentifier))
    }

    /// Has a subscription end with its period: the customer cancels.
    ///
    /// - Parameter identifier: one of the subscription's transactions; also in the methods below.
    public func disableAutoRenewForTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.cancel, on: subscription(of: identifier))
    }

    /// Has a subscription renew again that was to end with its period.
    public func enableAutoRenewForTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.resume, on: subscription(of: identifier))
    }

    /// Asks the customer to agree to a higher price. Without an answer the subscription ends with its period.
    /// The price itself stays that of the configuration file.
    public func requestPriceIncreaseConsentForTransaction(
        identifier: TransactionIdentifier
    ) throws(StoreTestError) {
        let subscription = try subscription(of: identifier)
        // Asked once more, the customer still has to answer.
        guard !subscription.actions.contains(.consentToPrice) else { return }
        try perform(.requestPriceConsent, on: subscription)
    }

    /// The customer agrees to the higher price.
    public func consentToPriceIncreaseForTransaction(identifier: TransactionIdentifier) throws(StoreTestError)
    {
        try perform(.consentToPrice, on: subscription(of: identifier))
    }

    /// The customer does not agree to the higher price: the subscription ends with its period.
    public func declinePriceIncreaseForTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.declinePrice, on: subscription(of: identifier))
    }
}

extension StoreTestSession {
    private var store: AppStore { memory.running.store }

    private func change(_ change: (inout StoreSettings) -> Void) {
        Self.must { try memory.change(change) }
    }

    /// Properties cannot throw, and a store in memory fails only where there is no memory.
    private static func must<Value>(_ work: () throws -> Value) -> Value {
        do { return try work() } catch { fatalError("The store of the test cannot be used: \(error)") }
    }

    private func move(to place: CataloguePlace) throws(StoreTestError) {
        do { try memory.sell(from: base.moved(to: place)) } catch { throw .unexpected(error) }
    }

    private static func catalogue(_ path: String?) throws(StoreTestError) -> Catalogue {
        do throws(CatalogueError) {
            return if let path { try Catalogue(contentsOfFile: path) } else { try .bundled() }
        } catch {
            if case .missing(let path) = error { throw .fileNotFound(path: path) }
            throw .invalidConfiguration(error.description)
        }
    }

    private static func purchaseError(_ error: any Error) -> StoreTestError {
        switch error {
        case let error as StoreError: .purchaseFailed(error)
        case let error as StoreAdministrationError: StoreTestError(error)
        case let refusal as PurchaseOrder.Refusal:
            switch refusal {
            case .noProduct(let product): .invalidProductIdentifier(product)
            case .noOffer(let offer, _): .invalidOffer(offer)
            case .quantity(let range): .invalidQuantity(range)
            case .noAccount, .keyUsed: .unexpected(refusal)
            }
        default: .unexpected(error)
        }
    }

    /// All payments, the oldest first.
    private func summaries() throws(StoreTestError) -> [TransactionSummary] {
        let running = memory.running
        var all: [TransactionSummary] = []
        do throws(StoreAdministrationError) {
            while true {
                let page = try running.store.transactions(
                    of: running.session.account.identifier, before: all.last?.number, limit: Self.page)
                all += page
                if page.count < Self.page { return all.reversed() }
            }
        } catch {
            throw StoreTestError(error)
        }
    }

    private static var page: Int { 1000 }

    private func summary(of identifier: TransactionIdentifier) throws(StoreTestError) -> TransactionSummary {
        guard let summary = try summaries().first(where: { $0.transactionIdentifier == identifier }) else {
            throw .noTransactionFound
        }
        return summary
    }

    private func subscriptions() throws(StoreTestError) -> [SubscriptionSummary] {
        do { return try memory.running.session.subscriptions() } catch { throw StoreTestError(error) }
    }

    /// The subscription that a transaction belongs to.
    private func subscription(of identifier: TransactionIdentifier) throws(StoreTestError)
        -> SubscriptionSummary
    {
        let original = try summary(of: identifier).originalTransactionIdentifier
        guard let found = try subscriptions().first(where: { $0.originalTransactionIdentifier == original })
        else {
            throw .invalidAction
        }
        return found
    }

    private func subscription(to product: ProductIdentifier) throws(StoreTestError) -> SubscriptionSummary {
        guard let sold = memory.running.catalogue.productsOnSale.first(where: { $0.identifier == product })
        else {
            throw .invalidProductIdentifier(product)
        }
        guard sold.kind == .autoRenewable else { throw .invalidProductType(product) }
        guard let found = try subscriptions().first(where: { $0.productIdentifier == product }) else {
            throw .noSubscriptionFound
        }
        return found
    }

    private func perform(_ action: TransactionAction, on identifier: TransactionIdentifier)
        throws(StoreTestError)
    {
        do { _ = try store.perform(action, on: identifier.rawValue) } catch { throw StoreTestError(error) }
    }

    @discardableResult
    private func perform(
        _ action: SubscriptionAction, on subscription: SubscriptionSummary
    ) throws(StoreTestError) -> SubscriptionSummary {
        do { return try store.perform(action, on: subscription.originalTransactionIdentifier) } catch {
            throw StoreTestError(error)
        }
    }
}
