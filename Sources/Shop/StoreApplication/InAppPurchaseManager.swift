package import PaymentQueueKit
internal import StoreEvents
package import StoreModel
internal import Synchronization

/// The application's side of buying: asks for products and prices, adds payments to the queue, has paid goods
/// delivered, and publishes what happened. `Application` and the command `buy` call it, and its
/// `TransactionObserver` calls it with what the queue hands out.
package final class InAppPurchaseManager: Sendable {
    let bus: EventBus
    let queue: PaymentQueue
    let account: AccountManager
    let hosted: HostedProductManager
    private let deliverers: [any Deliverer]
    let store: OpenStore
    let state: Mutex<State>
    private let time: TimeSource

    struct State {
        /// What the store says it sells; nil until it has been asked.
        var listed: [ProductIdentifier]?
        /// The invalid identifiers in its last answers.
        var invalid: Set<ProductIdentifier> = []
        var observer: TransactionObserver?
        var request: ProductsRequest?
        /// What is asked of the store and of the content server now.
        var questions: [Int: Task<Void, Never>] = [:]
        var questionCount = 0
        var restore: RestoreTally?
        var observation: Observation?
        /// Whether the content server does not answer and is asked again.
        var isAwaitingContent = false
        var isStopped = false
    }

    /// A manager that delivers nothing before `start`.
    init(
        bus: EventBus, queue: PaymentQueue, store: OpenStore, account: AccountManager,
        hosted: HostedProductManager, deliverers: [any Deliverer], time: TimeSource
    ) {
        self.bus = bus
        self.queue = queue
        self.account = account
        self.hosted = hosted
        self.deliverers = deliverers
        self.store = store
        self.time = time
        state = Mutex(State(listed: store.productIdentifiers))
        let observation = bus.observe(.networkChanged) { [weak self] event in
            guard let self, case .networkChanged(isUp: true) = event else { return }
            ask { await self.refreshHostedProducts() }
        }
        state.withLock { $0.observation = observation }
    }

    /// Who delivers this product: the first deliverer that claims it. The last one claims everything.
    func deliverer(of product: SoldProduct) -> any Deliverer { deliverers.first { $0.claims(product) }! }

    /// Registers the transaction observer. Whatever an earlier run left unfinished is delivered now, and what
    /// was asked to be restored since the application hears commands is restored.
    func start() {
        let observer = TransactionObserver(manager: self, bus: bus)
        state.withLock { $0.observer = observer }
        queue.add(observer)
        // The queue does nothing for an application that does not observe it.
        if state.withLock({ $0.restore != nil }) { queue.restoreCompletedTransactions() }
    }

    /// Stops listening and asking. The queue only goes on for other observers.
    ///
    /// - Returns: what was being asked. It is cancelled, and soon ends.
    func stop() -> [Task<Void, Never>] {
        let state = state.withLock { state in
            defer { state = State(listed: state.listed, invalid: state.invalid, isStopped: true) }
            return state
        }
        state.observation?.cancel()
        state.request?.cancel()
        if let observer = state.observer { queue.remove(observer) }
        for question in state.questions.values { question.cancel() }
        return Array(state.questions.values)
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Whether the store has said what it sells.
    package var isListed: Bool { state.withLock { $0.listed } != nil }

    /// What is sold according to the store's list, without regard to the content server.
    var listedProducts: [ProductIdentifier] { BuiltInProducts.sold(of: state.withLock { $0.listed } ?? []) }

    /// Everything that is sold: the application's own products, what else the store lists, and what the
    /// content server has.
    package var productIdentifiers: [ProductIdentifier] {
        let listed = listedProducts
        let sold = state.withLock { $0.listed }.map(Set.init)
        let hosted = hosted.products.map(\.productIdentifier).filter { sold?.contains($0) ?? true }
        return listed.filter { !hosted.contains($0) } + hosted
    }

    /// Whether this device may buy. If it may not, a payment that is added all the same fails.
    package var canMakePayments: Bool { queue.canMakePayments }

    /// Asks the store for the prices of all known products, and asks the store and the content server for new
    /// products, whose prices follow.
    func requestAllProductData() {
        let isListed = isListed
        if isListed { requestProductData(productIdentifiers) }
        ask { [self] in
            if await refreshListing() || !isListed { requestProductData(productIdentifiers) }
            await refreshHostedProducts()
        }
    }

    /// Asks something that takes a while. `stop` ends it.
    private func ask(_ question: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isStopped else { return }
            let number = state.questionCount
            state.questionCount += 1
            state.questions[number] = Task {
                await question()
                self.state.withLock { $0.questions[number] = nil }
            }
        }
    }

    /// Asks the store what it sells. The previous list stays if the store does not answer.
    ///
    /// - Returns: whether other products are sold from now on. If so, `productsListed` was posted.
    package func refreshListing() async -> Bool {
        guard let listed = try? await store.service.productIdentifiers(), !Task.isCancelled else {
            return false
        }
        let before = listedProducts
        state.withLock { $0.listed = listed }
        let now = listedProducts
        if now != before { bus.publish(.productsListed(now)) }
        return now != before
    }

    /// Asks the store what it sells, and the content server what it has, for the sake of a product that is in
    /// neither list yet.
    package func refreshLists() async {
        _ = await refreshListing()
        _ = await hosted.refresh()
    }

    /// Asks the content server what it has. If it does not answer, asks again after growing pauses. If only
    /// the content server is silent, says so once. If the network is down, others say it.
    private func refreshHostedProducts() async {
        guard !isStopped else { return }
        var isNew = await hosted.refresh()
        if hosted.isUnreachable, beginAwaitingContent() {
            // An embedded store names its products without the network, but not their prices.
            if (try? await store.service.products(for: Set(productIdentifiers.prefix(1)))) != nil {
                isNew = await hosted.refresh()
                if hosted.isUnreachable, !isStopped { bus.publish(.contentNotReached) }
            }
            var pause = RetryPause()
            while hosted.isUnreachable {
                do { try await time.sleep(pause.next(time)) } catch { return }
                isNew = await hosted.refresh()
            }
            state.withLock { $0.isAwaitingContent = false }
        }
        if isNew { requestProductData(productIdentifiers) }
    }

    /// Returns false if somebody waits for the content server already.
    private func beginAwaitingContent() -> Bool {
        state.withLock { state in
            defer { state.isAwaitingContent = true }
            return !state.isAwaitingContent
        }
    }

    /// Asks the store for prices. `productsFetched` or `requestFailed` follows. Replaces a request that is
    /// still under way.
    package func requestProductData(_ identifiers: [ProductIdentifier]) {
        guard !isStopped else { return }
        let request = ProductsRequest(productIdentifiers: Set(identifiers), queue: queue, delegate: self)
        let replaced = state.withLock { state in
            defer { state.request = request }
            return state.request
        }
        replaced?.cancel()
        request.start()
    }

    /// Buys a product for the user, as `purchaseProduct` does. If the queue has not seen its price, that
    /// is asked for first: right after a sign-in, a screen still shows the prices that it had before. If
    /// there is no answer, `actionFailed` follows.
    func request(_ product: ProductIdentifier, quantity: Int) {
        guard !queue.sells(product) else {
            purchaseProduct(product, quantity: quantity)
            return
        }
        ask { [self] in
            if !productIdentifiers.contains(product) { await refreshLists() }
            let isAnswered = await prices(of: productIdentifiers) != nil
            guard !Task.isCancelled else { return }
            // What is in no list may be in the one that did not come.
            guard isAnswered, productIdentifiers.contains(product) || !hosted.isUnreachable else {
                return bus.publish(.actionFailed(.storeNotReached))
            }
            purchaseProduct(product, quantity: quantity)
        }
    }

    /// Adds a payment to the queue. `transactionUpdated` follows, or `paymentRefused`.
    ///
    /// - Returns: the key that the transaction carries; nil if the payment was refused.
    @discardableResult
    package func purchaseProduct(_ identifier: ProductIdentifier, quantity: Int = 1) -> IdempotencyKey? {
        let payment = Payment(product: identifier, quantity: quantity, username: store.account.rawValue)
        do throws(PaymentError) {
            // The queue only knows the store's kinds, and would sell a product whose
            // kind cannot be delivered.
            let isInvalid = state.withLock { $0.invalid.contains(identifier) }
            guard productIdentifiers.contains(identifier), !isInvalid else {
                throw PaymentError.unknownProduct
            }
            return try queue.add(payment)
        } catch {
            bus.publish(
                .paymentRefused(
                    PaymentRefused(
                        productIdentifier: identifier, quantity: quantity,
                        reason: error == .unknownProduct ? .unknownProduct : .quantityOutOfRange)))
            return nil
        }
    }
}

extension InAppPurchaseManager: ProductsRequestDelegate {
    package func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse) {
        guard !isStopped else { return }
        let deliverable = response.deliverable(hosted: hosted.products)
        state.withLock { state in
            state.invalid.subtract(request.productIdentifiers)
            state.invalid.formUnion(deliverable.invalidProductIdentifiers)
        }
        bus.publish(.productsFetched(deliverable))
    }

    package func productsRequest(_ request: ProductsRequest, didFailWithError error: StoreError) {
        if !isStopped { bus.publish(.requestFailed(error)) }
    }
}
