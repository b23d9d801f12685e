internal import DeviceStorage
internal import PaymentQueueKit
internal import Storage
internal import StoreClient
internal import StoreModel
internal import StoreRules
internal import StoreWire
internal import Synchronization
internal import TestSupport

/// One device of an account in `FleetCampaign`, with its own files, queue and replica. It buys again as soon
/// as its last purchase has been delivered.
final class FleetDevice: PaymentTransactionObserver, ProductsRequestDelegate {
    let account: AccountIdentifier
    let replica: AccountReplica
    let journal: PaymentJournal
    private let client: HTTPStore
    private let queue: PaymentQueue
    private let tally: PurchaseTally
    private let mayBeRefunded: Bool
    private let state = Mutex(State())

    private struct State {
        var end: ContinuousClock.Instant?
        var prices: CheckedContinuation<Void, Never>?
        /// The payment that is under way.
        var payment: IdempotencyKey?
    }

    /// - Parameter mayBeRefunded: whether the store, put back to an earlier copy, may
    ///   refund what it charged twice.
    init(
        of account: Account, token: SessionToken, verifier: TransactionVerifier, folder: String,
        server: StoreConnection, tally: PurchaseTally, mayBeRefunded: Bool
    ) throws {
        self.account = account.identifier
        self.tally = tally
        self.mayBeRefunded = mayBeRefunded
        let directory = try DataDirectory(path: folder)
        let file = try DatabaseFile(
            path: directory.file("device.sqlite"), migrations: DeviceDatabase.migrations)
        journal = PaymentJournal(file: file)
        replica = try AccountReplica(
            database: file, directory: directory, account: account.identifier, verifier: verifier,
            time: .system)
        let session = StoreWire.Session(
            account: account.identifier, name: account.name ?? "", environment: account.environment,
            appTransactionIdentifier: account.appTransactionIdentifier, token: token.rawValue)
        client = HTTPStore(connection: server, session: session)
        queue = PaymentQueue(
            file: file, restrictions: Restrictions(in: directory), store: client, replica: replica
        ) { _, _ in .given(priceLimit: nil) }
    }

    /// Registers with the queue, and returns when the prices are there.
    func open() async {
        queue.add(self)
        await withCheckedContinuation { continuation in
            state.withLock { $0.prices = continuation }
            requestPrices()
        }
    }

    /// Buys one thing after another until `end`.
    func buy(until end: ContinuousClock.Instant) {
        state.withLock { $0.end = end }
        buyNext()
    }

    /// Whether everything is delivered, the store knows that, and this device knows everything that the
    /// store does.
    func isDrained() async -> Bool {
        guard (try? queue.transactions())?.isEmpty == true, let request = try? replica.exchangeRequest(),
            let page = try? await client.exchange(ExchangeRequest(since: request.since, limit: 1)),
            let unsettled = try? await client.unsettledPurchases(including: [])
        else { return false }
        return page.mark != nil && page.changes.isEmpty && request.purchases.isEmpty && unsettled.isEmpty
    }

    func close() async { await queue.close() }

    private func requestPrices() {
        let products = Set(MonkeyCredits.productIdentifiers)
        ProductsRequest(productIdentifiers: products, queue: queue, delegate: self).start()
    }

    func productsRequest(_: ProductsRequest, didReceive _: ProductsResponse) {
        let continuation = state.withLock { $0.prices.take() }
        continuation?.resume()
    }

    func productsRequest(_: ProductsRequest, didFailWithError _: StoreError) { requestPrices() }

    private func buyNext() {
        var payment = MutablePayment(product: Bool.random() ? MonkeyCredits.five : MonkeyCredits.ten)
        payment.quantity = .random(in: 1...3)
        do throws(PaymentError) {
            // The answer may be here before the key is written down.
            try state.withLock { state throws(PaymentError) in
                guard let end = state.end, ContinuousClock.now < end else { return }
                state.payment = try queue.add(Payment(payment))
            }
        } catch {
            tally.complain("\(account): a payment was not taken (\(error)).")
        }
    }

    /// A transaction has left the queue. If it is this device's own, the next purchase follows.
    private func left(_ transaction: PaymentTransaction) {
        let isOwn = state.withLock { state in
            guard state.payment == transaction.key else { return false }
            state.payment = nil
            return true
        }
        guard isOwn else { return }
        tally.acknowledged()
        buyNext()
    }

    /// The queue has merged the transactions that it hands out.
    private func finish(_ transaction: PaymentTransaction) {
        // The account's other device was faster.
        guard !transaction.isFinished else { return left(transaction) }
        do throws(FinishError) { try queue.finishTransaction(transaction) } catch {
            tally.complain("\(account): \(transaction.key) was not finished (\(error)).")
        }
    }

    func paymentQueue(_: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            switch transaction.state {
            case .purchasing, .deferred: break
            case .purchased, .restored: finish(transaction)
            case .failed, .changed:
                tally.complain(
                    "\(account): \(transaction.key) was refused (\(transaction.error, default: "no reason"))."
                )
                finish(transaction)
            }
        }
    }

    func paymentQueue(_: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions { left(transaction) }
    }

    func paymentQueue(_: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            if !mayBeRefunded {
                tally.complain("\(account): \(transaction.key) was refunded, and nobody asked for it.")
            }
            finish(transaction)
        }
    }

    func paymentQueue(_: PaymentQueue, isWaitingToSend _: PaymentTransaction, because error: StoreError) {
        tally.failed(error)
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_: PaymentQueue) {}

    func paymentQueue(_: PaymentQueue, restoreCompletedTransactionsFailedWithError _: StoreError) {}

    func paymentQueue(_: PaymentQueue, hasTroubleWith error: StorageError) {
        tally.complain("\(account): \(error)")
    }
}
