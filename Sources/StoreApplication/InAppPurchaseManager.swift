internal import DeviceStorage
internal import EventBus
package import PaymentQueueKit
package import StoreModel
internal import StorefrontMessages
internal import Synchronization

/// The application's side of buying: asks for products and prices, adds payments to the queue, delivers what was paid
/// for, takes back what was refunded, and says on the bus what happened. `Application` and the command `buy` call it,
/// and its `TransactionObserver` with what the queue hands out.
package final class InAppPurchaseManager: Sendable {
    let bus: ApplicationBus
    let queue: PaymentQueue
    let replica: AccountReplica
    let account: AccountManager
    private let hosted: HostedProductManager
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

    /// A manager that delivers nothing before `start`, and through `hosted` what lies on a content server.
    init(
        bus: ApplicationBus, queue: PaymentQueue, store: OpenStore, replica: AccountReplica,
        account: AccountManager, hosted: HostedProductManager
    ) {
        self.bus = bus
        self.queue = queue
        self.replica = replica
        self.account = account
        self.hosted = hosted
        self.store = store
        state = Mutex(State(listed: store.productIdentifiers))
        let observation = bus.observe { [weak self] (event: StorefrontEvent) in
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

    /// Everything that is sold: the application's own products, what else the store lists, and what the content server has.
    package var productIdentifiers: [ProductIdentifier] {
        let listed = listedProducts
        let sold = state.withLock { $0.listed }.map(Set.init)
        let hosted = hosted.products.map(\.productIdentifier).filter {
            !BuiltInProducts.identifiers.contains($0) && sold?.contains($0) ?? true
        }
        return listed.filter { !hosted.contains($0) } + hosted
    }

    /// Asks the store for the prices of all that is known, and the store and the content server for what is new; of that, the prices
    /// follow.
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

    /// Asks the store for prices. `productsFetched` or `requestFailed` follows. A request still on its way is replaced.
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
            guard productIdentifiers.contains(identifier), !isInvalid else { throw PaymentError.unknownProduct }
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

    /// Delivers a paid transaction, durably, and then finishes it. What cannot be delivered stays in the queue, and so does what
    /// is on its way from a content server. One that was paid for elsewhere changes the account, and nobody here waits for it.
    package func completeTransaction(_ transaction: PaymentTransaction) {
        // Another program on the same data was faster, or another device has finished it.
        guard !transaction.isFinished else {
            do { try account.say(.purchase) } catch { bus.report(error) }
            return bus.publish(.transactionSucceeded(transaction))
        }
        guard merge(transaction, because: transaction.isFromElsewhere ? .elsewhere : .purchase) else { return }
        guard !transaction.isFromElsewhere else { return _ = finish(transaction) }
        hosted.deliver(transaction) { [weak self] in self?.finishTransaction(transaction, wasSuccessful: true) }
    }

    /// Finishes a failed transaction: it must leave the queue all the same.
    package func failedTransaction(_ transaction: PaymentTransaction) {
        finishTransaction(transaction, wasSuccessful: false)
    }

    /// Finishes a transaction that changed a subscription without a charge: there is nothing to deliver.
    package func changedTransaction(_ transaction: PaymentTransaction) {
        bus.publish(.subscriptionChanged(finish(transaction)))
    }

    /// Takes back what a refunded transaction had brought.
    package func revokedTransaction(_ transaction: PaymentTransaction) {
        guard !transaction.isFinished else { return bus.publish(.transactionRevoked(transaction)) }
        guard merge(transaction, because: .refund) else { return }
        let product = transaction.payment.productIdentifier
        if (try? replica.owned().ownedProducts.contains(product)) == false { hosted.takeBack(product) }
        bus.publish(.transactionRevoked(finish(transaction)))
    }

    /// Merges a transaction into the account, which a repetition does not change, and says what the account has then.
    ///
    /// - Returns: false if it could not be merged; then `deliveryFailed` was posted.
    private func merge(_ transaction: PaymentTransaction, because cause: BalanceChanged.Cause) -> Bool {
        do {
            _ = try store.verifier.proof(of: transaction)
            try replica.merge([transaction.change].compactMap(\.self))
            try account.say(cause)
            return true
        } catch {
            bus.publish(.deliveryFailed(transaction, reason: reason(for: error)))
            return false
        }
    }

    private func reason(for error: any Error) -> DeliveryFailure {
        guard case VerificationFailure.signature(let failure) = error else { return .undeliverable(bus.explain(error)) }
        return .notVerified(failure)
    }

    /// Takes a transaction out of the queue and says how it ended.
    package func finishTransaction(_ transaction: PaymentTransaction, wasSuccessful: Bool) {
        let transaction = finish(transaction)
        bus.publish(wasSuccessful ? .transactionSucceeded(transaction) : .transactionFailed(transaction))
    }

    @discardableResult
    func finish(_ transaction: PaymentTransaction) -> PaymentTransaction {
        var finished = transaction
        do throws(FinishError) {
            try queue.finishTransaction(transaction)
            finished.isFinished = true
        } catch {
            // Delivered and not finished: it comes back at the next start, and the account has it already. If it is not
            // finishable, the queue has moved on since this copy was made; it comes back when it is due.
            if case .storage(let trouble) = error { bus.report(trouble) }
        }
        return finished
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

extension PaymentTransaction {
    /// The change of the account that it is; nil if it carries nothing that the store signed.
    var change: AccountChange? {
        guard let signed = signedTransaction, let identifier = transactionIdentifier else { return nil }
        let date = revocationDate ?? transactionDate ?? addedDate
        return .payment(
            PurchaseOutcome(
                key: key, productIdentifier: payment.productIdentifier, quantity: payment.quantity,
                result: revocationDate == nil
                    ? .purchased(signed, identifier, date) : .revoked(signed, identifier, date)),
            isFinished: false)
    }
}
