internal import DeviceStorage
internal import FileSystem
internal import PaymentQueueKit
internal import SQLiteStorage
internal import StoreClient
internal import StoreEngine
internal import StoreModel
internal import StoreWire
internal import Synchronization
internal import TestSupport

/// One device of an account in `FleetBenchmark`, with its own files, queue and ledger. It buys again as soon as its last purchase
/// has been delivered.
final class FleetDevice: PaymentTransactionObserver, ProductsRequestDelegate {
    let account: AccountIdentifier
    let credits: CreditManager
    let journal: PaymentJournal
    private let client: HTTPStore
    private let queue: PaymentQueue
    private let tally: PurchaseTally
    private let state = Mutex(State())

    private struct State {
        var end: ContinuousClock.Instant?
        var prices: CheckedContinuation<Void, Never>?
    }

    init(
        of account: Account, token: SessionToken, verifier: TransactionVerifier, folder: String,
        server: StoreConnection, tally: PurchaseTally
    ) throws {
        self.account = account.identifier
        self.tally = tally
        let directory = try DataDirectory(path: folder)
        let file = try DatabaseFile(path: directory.file("device.sqlite"), migrations: DeviceDatabase.migrations)
        journal = PaymentJournal(file: file)
        credits = try CreditManager(
            database: file, directory: directory, verifier: verifier, time: .system, isBoundToDevice: true)
        let record = try DeviceRecord(
            database: file, directory: directory, credits: credits,
            onMove: { _, _ in tally.complain("\(account.identifier): the credits moved away.") },
            onSetBack: { findings, _, _ in tally.complain("\(account.identifier): \(findings)") })
        let session = StoreWire.Session(
            account: account.identifier, name: account.name ?? "", environment: account.environment,
            appTransactionIdentifier: account.appTransactionIdentifier, token: token.rawValue)
        client = HTTPStore(connection: server, session: session, device: record)
        queue = PaymentQueue(file: file, store: client) { _, _ in .given(priceLimit: nil) }
    }

    /// Registers with the queue, and returns when the prices are there.
    func open() async {
        queue.add(self)
        await withCheckedContinuation { continuation in
            state.withLock { $0.prices = continuation }
            requestPrices()
        }
    }

    /// Buys one thing after the other until `end`.
    func buy(until end: ContinuousClock.Instant) {
        state.withLock { $0.end = end }
        buyNext()
    }

    /// Whether everything is delivered, and the store knows it.
    func isDrained() async -> Bool {
        guard (try? queue.transactions())?.isEmpty == true else { return false }
        return (try? await client.unsettledPurchases(including: []))?.isEmpty == true
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
        guard let end = state.withLock({ $0.end }), ContinuousClock.now < end else { return }
        var payment = MutablePayment(product: Bool.random() ? MonkeyCredits.five : MonkeyCredits.ten)
        payment.quantity = .random(in: 1...3)
        do throws(PaymentError) { try queue.add(Payment(payment)) } catch {
            tally.complain("\(account): a payment was not taken (\(error)).")
        }
    }

    private func deliver(_ transaction: PaymentTransaction) {
        do throws(CreditError) { _ = try credits.credit(transaction) } catch {
            return tally.complain("\(account): \(transaction.key) was not credited (\(error)).")
        }
        finish(transaction)
    }

    private func finish(_ transaction: PaymentTransaction) {
        do throws(FinishError) { try queue.finishTransaction(transaction) } catch {
            tally.complain("\(account): \(transaction.key) was not finished (\(error)).")
        }
    }

    func paymentQueue(_: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            switch transaction.state {
            case .purchasing, .deferred: break
            case .purchased, .restored: deliver(transaction)
            case .failed, .changed:
                tally.complain(
                    "\(account): \(transaction.key) was refused (\(transaction.error, default: "no reason")).")
                finish(transaction)
            }
        }
    }

    func paymentQueue(_: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {
        for _ in transactions {
            tally.acknowledged()
            buyNext()
        }
    }

    func paymentQueue(_: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {
        tally.complain("\(account): \(transactions.count) purchases were refunded, without a request.")
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
