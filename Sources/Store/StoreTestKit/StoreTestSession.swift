public import FoundationEssentials
public import StoreModel
internal import StoreRules
internal import Synchronization

/// A store for one test, in memory, with the names of Apple's `SKTestSession`. Sessions do not see each
/// other, so tests with a session each may run at the same time.
///
/// It acts as the store, as the parent who approves, and as the bank. The application under test buys
/// through ``paymentService``.
public final class StoreTestSession: Sendable {
    /// The calls that can be made to fail.
    public enum FailableAPI: Hashable, Sendable, CaseIterable {
        /// Every purchase.
        case purchase
    }

    private let memory: MemoryStore
    /// The catalogue of the configuration file.
    private let base: Catalogue
    /// The error of purchases while they are set to fail.
    private let failure = Mutex(StoreError.cannotConnect)

    /// Opens a store that sells this package's own products.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: the identifier of the application that the store sells for; nil for the
    ///     standard one.
    ///   - log: gets sentences for developers, on any thread, such as which products somebody asked for that
    ///     are not on sale.
    /// - Throws: ``StoreTestError/invalidBundleIdentifier(_:)``.
    public convenience init(
        bundleIdentifier: String? = nil, log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StoreTestError) {
        try self.init(path: nil, bundleIdentifier: bundleIdentifier, time: .system, log: log)
    }

    /// Opens a store that sells the products of an Xcode StoreKit configuration file and begins with the
    /// file's settings.
    ///
    /// - Parameters:
    ///   - fileURL: the URL of the file, for example from `Bundle.module.url(forResource:withExtension:)`.
    ///   - bundleIdentifier: the identifier of the application that the store sells for; nil for the
    ///     standard one.
    ///   - log: gets sentences for developers, on any thread: what is odd about the file, and which products
    ///     somebody asked for that it does not have.
    /// - Throws: ``StoreTestError/invalidURL``, ``StoreTestError/fileNotFound(path:)``,
    ///   ``StoreTestError/invalidConfiguration(_:)`` or ``StoreTestError/invalidBundleIdentifier(_:)``.
    public convenience init(
        contentsOf fileURL: URL, bundleIdentifier: String? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StoreTestError) {
        guard fileURL.isFileURL else { throw .invalidURL }
        try self.init(
            path: fileURL.path(percentEncoded: false), bundleIdentifier: bundleIdentifier, time: .system,
            log: log)
    }

    package init(
        path: String?, bundleIdentifier: String?, time: TimeSource,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StoreTestError) {
        let bundle = bundleIdentifier.map { BundleIdentifier(rawValue: $0) }
        if let bundleIdentifier, case .some(nil) = bundle { throw .invalidBundleIdentifier(bundleIdentifier) }
        base = try Self.catalogue(path)
        do {
            memory = try MemoryStore(
                catalogue: base, application: WantedApplication(bundleIdentifier: bundle ?? nil), time: time,
                log: log)
        } catch {
            throw .unexpected(error)
        }
    }

    /// What is odd about the configuration file, a sentence for each oddity, with its place.
    public var warnings: [String] { base.warnings }

    // MARK: The application under test

    /// The service through which a payment queue of the customer buys. It stays the same whatever happens to
    /// the session.
    public var paymentService: PaymentService { PaymentService(memory) }

    /// Checks what the store signed for the current customer. An observer of the queue asks it before
    /// it delivers.
    public var verifier: TransactionVerifier { memory.running.session.verifier() }

    /// The root of the store's certificates as PEM. A program that trusts it can verify what the store signs.
    public var rootCertificate: String { store.rootCertificatePEM }

    /// The customer's current app receipt, in base64, as verifyReceipt takes it.
    public func appReceipt() async throws(StoreError) -> String { try await memory.appReceipt() }

    // MARK: Settings

    /// Whether every purchase waits for an approval. Purchases that already wait go on waiting after this is
    /// turned off.
    public var askToBuyEnabled: Bool {
        get { settings.asksToBuy }
        set { change { $0.asksToBuy = newValue } }
    }

    /// Whether every purchase fails until it is resolved.
    public var interruptedPurchasesEnabled: Bool {
        get { settings.interruptsPurchases }
        set { change { $0.interruptsPurchases = newValue } }
    }

    /// Whether renewals of subscriptions fail to be paid. When this is turned off, the waiting renewals
    /// are paid.
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { settings.failsRenewals }
        set { change { $0.failsRenewals = newValue } }
    }

    /// Whether a subscription whose renewal was not paid may be used for a while.
    public var billingGracePeriodIsEnabled: Bool {
        get { settings.allowsGracePeriod }
        set { change { $0.allowsGracePeriod = newValue } }
    }

    /// The rates at which time can pass for subscriptions in a test.
    public typealias TimeRate = StoreModel.TimeRate

    /// How fast the periods of subscriptions pass. It applies to periods that begin from now on.
    public var timeRate: TimeRate {
        get { settings.timeRate }
        set { change { $0.timeRate = newValue } }
    }

    /// Whether every purchase fails with ``failureError``.
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

    /// Makes a call fail with an error from now on; with nil it succeeds again.
    public func setSimulatedError(_ error: StoreError?, forAPI api: FailableAPI) {
        switch api {
        case .purchase: change { $0.everyFailure = error }
        }
    }

    /// The error that a call fails with now; nil if it does not fail.
    public func simulatedError(forAPI api: FailableAPI) -> StoreError? {
        switch api {
        case .purchase: settings.everyFailure
        }
    }

    /// The settings. They include faults that `SKTestSession` does not have: a network that is down or loses
    /// answers, a delay, an error for the next purchase only. Setting them moves no clock, and changes no
    /// setting that they do not show, such as ``timeRate``.
    public var settings: StoreSettings {
        get { Self.must { try store.settings() } }
        set { change { $0.takePublicFields(of: newValue) } }
    }

    /// The country that sets the currency and the prices, as ISO 3166-1 alpha-3. It is `USA` unless the
    /// configuration file names another.
    public var storefront: String { memory.running.catalogue.settings.storefront }

    /// Moves the customer to another country, by its ISO 3166-1 alpha-3 code. As in Xcode, prices then have
    /// its currency and keep their numbers. A queue knows them from its next products request on; a payment
    /// with a limit in the old currency fails with `StoreError.priceChanged`.
    public func setStorefront(_ country: String) throws(StoreTestError) {
        let locale = memory.running.catalogue.settings.wantedLocale
        guard let place = CataloguePlace(storefront: country, locale: locale) else {
            throw .invalidStorefront(country)
        }
        memory.sell(from: base.moved(to: place))
    }

    /// The locale of the products' texts and prices. It is `en_US` unless the configuration file
    /// names another.
    public var locale: Locale { Locale(identifier: memory.running.catalogue.settings.locale) }

    /// Shows products in another language.
    public func setLocale(_ locale: Locale) throws(StoreTestError) {
        guard let place = CataloguePlace(storefront: storefront, locale: locale.identifier) else {
            throw .invalidLocale(locale.identifier)
        }
        memory.sell(from: base.moved(to: place))
    }

    /// Resets all settings, the clock, the storefront and the locale to what the configuration file says.
    /// What was bought stays.
    public func resetToDefaultState() {
        failure.withLock { $0 = .cannotConnect }
        change { $0 = base.settings.initial }
        memory.sell(from: base)
    }

    // MARK: The clock

    /// Moves the store's clock forward, or back with a negative duration. A clock that stands still goes on
    /// standing still. What was due by then happens, such as the renewals of subscriptions. What has happened
    /// stays if the clock goes back. ``resetToDefaultState()`` sets it right.
    ///
    /// - Throws: ``StoreTestError/clockTooFar`` if the store could not sign for that time.
    public func advanceClock(by duration: Duration) throws(StoreTestError) {
        let now = store.time.now()
        // More than it may be moved by, and no more than the number holds.
        let milliseconds = Int64(min(max(duration / .milliseconds(1), -1e14), 1e14))
        var isRight = false
        change { settings in
            var moved = settings
            moved.moveClock(by: milliseconds, isFrozen: settings.frozenAt != nil, at: now)
            isRight = moved.hasRightClock(at: now)
            if isRight { settings = moved }
        }
        guard isRight else { throw .clockTooFar }
    }

    /// Stops the store's clock. From now on, only ``advanceClock(by:)`` moves it.
    public func freezeClock() {
        let now = store.time.now()
        change { $0.moveClock(by: 0, isFrozen: true, at: now) }
    }

    // MARK: Transactions

    /// All transactions, the oldest first. They include transactions that failed or wait for an approval, and
    /// renewals that were due.
    public func allTransactions() -> [StoreTestTransaction] {
        Self.must { try summaries().map(StoreTestTransaction.init) }
    }

    /// Forgets everything that was bought, so that the receipt is empty. The settings and the customer stay.
    ///
    /// An application's own records of purchases stay as they are. A payment that waits for an approval in the
    /// application's queue is sent again, so that it is not lost: it waits again, also if purchases no longer
    /// need an approval. Close the queue before if that is not wanted.
    public func clearTransactions() {
        Self.must { try memory.clear() }
    }

    /// Buys outside of the application, for example on another device, with the current settings. Observers
    /// of the queue are told; for them it is from elsewhere (`PaymentTransaction.isFromElsewhere`).
    ///
    /// - Returns: the transaction: `purchased`, `deferred`, or `changed` if a
    ///   subscription changes at its next renewal.
    /// - Throws: ``StoreTestError/purchaseFailed(_:)`` if the store refuses, or its answer is lost. Even then
    ///   the purchase may be in ``allTransactions()``, for example if it was interrupted.
    @discardableResult
    public func buyProduct(
        identifier: ProductIdentifier, options: Set<PurchaseOption> = []
    ) async throws(StoreTestError) -> StoreTestTransaction {
        let running = memory.running
        let order = try PurchaseOrder(buying: identifier, options, at: running.store.time.now())
        let report: PurchaseReport
        do {
            report = try await running.store.make(order, for: running.session.account.identifier.rawValue)
        } catch { throw Self.purchaseError(error) }
        switch report.state {
        case .purchased, .deferred, .changed: break
        case .failed, .interrupted, .revoked, .lapsed:
            throw .purchaseFailed(report.error ?? .cannotConnect)
        }
        guard let summary = try summaries().last(where: { $0.key == report.key }) else {
            throw .noTransactionFound
        }
        return StoreTestTransaction(summary)
    }

    /// Approves a purchase that waits for an approval.
    public func approveAskToBuyTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.approve, on: identifier)
    }

    /// Declines a purchase that waits for an approval. In the application's queue it fails with
    /// `StoreError.paymentCancelled`.
    public func declineAskToBuyTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.decline, on: identifier)
    }

    /// Gives the money back, always and at once. Refunding the newest period of a subscription ends it.
    public func refundTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.refund, on: identifier)
    }

    /// Resolves an interrupted purchase, which is then bought as a new transaction. Or it resolves the
    /// billing problem of a subscription whose renewal was not paid: the renewal is paid now. A subscription
    /// without a problem stays as it is.
    public func resolveIssueForTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        let transaction = try summary(of: identifier)
        // The store refuses that if the purchase was not interrupted.
        guard transaction.status != .interrupted, isSubscription(transaction.productIdentifier) else {
            return try perform(.resolve, on: identifier)
        }
        let subscription = try subscription(of: identifier)
        guard subscription.actions.contains(.fixBilling) else { return }
        try perform(.fixBilling, on: subscription)
    }

    // MARK: Subscriptions

    /// Ends the current period of a subscription now, and begins the next one. If its renewal was turned off,
    /// it is turned on. A pending price increase is agreed to.
    ///
    /// - Throws: ``StoreTestError/invalidAction`` if the subscription is over, or if its renewal already
    ///   waits to be paid.
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

    /// Makes a subscription end with its period, as if the customer cancelled.
    ///
    /// - Parameter identifier: one of the subscription's transactions; also in the methods below.
    /// - Throws: ``StoreTestError/invalidProductType(_:)`` if it is no subscription's transaction; also in the
    ///   methods below.
    public func disableAutoRenewForTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.cancel, on: subscription(of: identifier))
    }

    /// Makes a subscription that was to end with its period renew again.
    public func enableAutoRenewForTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.resume, on: subscription(of: identifier))
    }

    /// Asks the customer to agree to a higher price. Without an answer the subscription ends with its period.
    /// The price itself stays as in the configuration file.
    public func requestPriceIncreaseConsentForTransaction(
        identifier: TransactionIdentifier
    ) throws(StoreTestError) {
        let subscription = try subscription(of: identifier)
        // If the customer was already asked, the question still waits for an answer.
        guard !subscription.actions.contains(.consentToPrice) else { return }
        try perform(.requestPriceConsent, on: subscription)
    }

    /// Agrees to the higher price for the customer.
    public func consentToPriceIncreaseForTransaction(identifier: TransactionIdentifier) throws(StoreTestError)
    {
        try perform(.consentToPrice, on: subscription(of: identifier))
    }

    /// Declines the higher price for the customer: the subscription ends with its period.
    public func declinePriceIncreaseForTransaction(identifier: TransactionIdentifier) throws(StoreTestError) {
        try perform(.declinePrice, on: subscription(of: identifier))
    }
}

extension StoreTestSession {
    private var store: AppStore { memory.running.store }

    private func change(_ change: (inout StoreSettings) -> Void) {
        Self.must { try memory.change(change) }
    }

    /// Properties cannot throw, and a store in memory fails only if there is no memory.
    private static func must<Value>(_ work: () throws -> Value) -> Value {
        do { return try work() } catch { fatalError("The store of the test cannot be used: \(error)") }
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
        let transaction = try summary(of: identifier)
        let product = transaction.productIdentifier
        guard isSubscription(product) else { throw .invalidProductType(product) }
        let original = transaction.originalTransactionIdentifier
        guard let found = try subscriptions().first(where: { $0.originalTransactionIdentifier == original })
        else {
            throw .invalidAction
        }
        return found
    }

    private func isSubscription(_ product: ProductIdentifier) -> Bool {
        store.assortment.products[product]?.kind == .autoRenewable
    }

    private func subscription(to product: ProductIdentifier) throws(StoreTestError) -> SubscriptionSummary {
        guard store.assortment.products[product] != nil else { throw .invalidProductIdentifier(product) }
        guard isSubscription(product) else { throw .invalidProductType(product) }
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
