package import PaymentQueueKit
internal import StoreEvents
package import StoreModel
internal import Synchronization

/// The application's side of buying: asks for products and prices, adds payments to the queue, has what was
/// paid for delivered, and says on the bus what happened. `Application` and the command `buy` call it, and
/// its `TransactionObserver` with what the queue hands out.
package final class InAppPurchaseManager: Sendable {
    let bus: ApplicationBus
    let queue: PaymentQueue
    let account: AccountManager
    let hosted: HostedProductManager
    let deliverers: [any Deliverer]
    let store: OpenStore
    let state: Mutex<State>

    struct State {
        /// What the store says it sells; nil before it has been asked.
        var listed: [ProductIdentifier]?
        /// What its last answers have as invalid.
        var invalid: Set<ProductIdentifier> = []
        var observer: TransactionObserver?
        var request: ProductsRequest?
        var restore: RestoreTally?
        var observation: Observation?
    }

    /// A manager that delivers nothing before `start`.
    init(
        bus: ApplicationBus, queue: PaymentQueue, store: OpenStore, account: AccountManager,
        hosted: HostedProductManager, deliverers: [any Deliverer]
    ) {
        self.bus = bus
        self.queue = queue
        self.account = account
        self.hosted = hosted
        self.deliverers = deliverers
        self.store = store
        state = Mutex(State(listed: store.productIdentifiers))
        let observation = bus.observe([.networkChanged]) { [weak self] event in
            if case .networkChanged(isUp: true) = event { self?.refreshHostedProducts() }
        }
        state.withLock { $0.observation = observation }
    }

    /// Registers the transaction observer: whatever an earlier run left unfinished is delivered now.
    func start() {
        let observer = TransactionObserver(manager: self, bus: bus)
        state.withLock { $0.observer = observer }
        queue.add(observer)
    }

    /// Stops listening; the queue goes on only for other observers.
    func stop() {
        let state = state.withLock { state in
            defer { state = State(listed: state.listed, invalid: state.invalid) }
            return state
        }
        state.request?.cancel()
        if let observer = state.observer { queue.remove(observer) }
    }

    package var canMakePayments: Bool { queue.canMakePayments }

    /// What is sold by what the store lists, without regard to the content server.
    var listedProducts: [ProductIdentifier] { BuiltInProducts.sold(of: state.withLock { $0.listed } ?? []) }

    /// Everything that is sold: the application's own products, what else the store lists,
    /// and what the content server has.
    package var productIdentifiers: [ProductIdentifier] {
        let listed = listedProducts
        let sold = state.withLock { $0.listed }.map(Set.init)
        let hosted = hosted.products.map(\.productIdentifier).filter {
            !BuiltInProducts.identifiers.contains($0) && sold?.contains($0) ?? true
        }
        return listed.filter { !hosted.contains($0) } + hosted
    }

    /// Asks the store for the prices of all that is known, and the store and the content server for what is
    /// new; of that, the prices follow.
    func requestAllProductData() {
        let isListed = state.withLock { $0.listed } != nil
        if isListed { requestProductData(productIdentifiers) }
        Task {
            if await refreshListing() || !isListed { requestProductData(productIdentifiers) }
            refreshHostedProducts()
        }
    }

    /// Asks the store what it sells. The list that was there before stays where it does not answer.
    ///
    /// - Returns: whether other products are sold from now on; then `productsListed` was posted.
    package func refreshListing() async -> Bool {
        guard let listed = try? await store.service.productIdentifiers() else { return false }
        let before = listedProducts
        state.withLock { $0.listed = listed }
        let now = listedProducts
        if now != before { bus.publish(.productsListed(now)) }
        return now != before
    }

    private func refreshHostedProducts() {
        Task {
            if await hosted.refresh() { requestProductData(productIdentifiers) }
        }
    }

    /// Asks the store for prices. `productsFetched` or `requestFailed` follows. A
    /// request still on its way is replaced.
    package func requestProductData(_ identifiers: [ProductIdentifier]) {
        let request = ProductsRequest(productIdentifiers: Set(identifiers), queue: queue, delegate: self)
        let replaced = state.withLock { state in
            defer { state.request = request }
            return state.request
        }
        replaced?.cancel()
        request.start()
    }

    /// Adds a payment to the queue. `transactionUpdated` follows, or `paymentRefused`.
    ///
    /// - Returns: the key that the transaction carries; nil if the payment was refused.
    @discardableResult
    package func purchaseProduct(_ identifier: ProductIdentifier, quantity: Int = 1) -> IdempotencyKey? {
        var payment = MutablePayment(product: identifier)
        payment.quantity = quantity
        payment.applicationUsername = store.account.rawValue
        do throws(PaymentError) {
            // The queue knows the store's kinds only, and would sell what cannot be delivered as one of them.
            let isInvalid = state.withLock { $0.invalid.contains(identifier) }
            guard productIdentifiers.contains(identifier), !isInvalid else {
                throw PaymentError.unknownProduct
            }
            return try queue.add(Payment(payment))
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
        let deliverable = response.deliverable
        state.withLock { state in
            state.invalid.subtract(request.productIdentifiers)
            state.invalid.formUnion(deliverable.invalidProductIdentifiers)
        }
        bus.publish(.productsFetched(deliverable))
    }

    package func productsRequest(_ request: ProductsRequest, didFailWithError error: StoreError) {
        bus.publish(.requestFailed(error))
    }
}
