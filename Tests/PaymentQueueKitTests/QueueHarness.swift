import GRDB
import Storage
import StoreModel
import StoreRules
import StoreSQLite
import TestSupport

@testable import PaymentQueueKit

/// One device with the real store, on real files. `restart` ends the program and starts it again.
final class QueueHarness: Sendable {
    static let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
    static let ten: ProductIdentifier = "com.xamarin.storekit.testing.consume10credits"

    let folder: TemporaryDirectory
    let time: ManualTime
    let store: AccountSession
    let file: DatabaseFile
    let restrictions: Restrictions
    let queue: PaymentQueue
    let observer: RecordingObserver
    let news = Recorder<AccountNews>()

    /// A device that has registered its observer and seen prices. From then on the network is as given.
    static func ready(
        network: StoreSettings.Network = .up,
        confirms: @escaping PaymentQueue.Authorization = { _, _ in .given(priceLimit: nil) }
    ) async throws -> QueueHarness {
        let device = try await QueueHarness(confirms: confirms)
        device.queue.add(device.observer)
        _ = try await device.fetchProducts()
        if network != .up { try await device.configure { $0.network = network } }
        return device
    }

    /// A device that talks to the real store or to another one, in a new folder or on the files of
    /// another run.
    init(
        talkingTo other: (any StoreService)? = nil, folder: TemporaryDirectory? = nil,
        time: ManualTime = ManualTime(),
        confirms: @escaping PaymentQueue.Authorization = { _, _ in .given(priceLimit: nil) }
    ) async throws {
        let folder = try folder ?? TemporaryDirectory()
        self.folder = folder
        self.time = time
        let directory = try DataDirectory(path: folder.path)
        store = try AppStore(directory: directory, catalogue: .bundled(), time: time.source).embeddedSession()
        file = try DatabaseFile(
            path: directory.file("device.sqlite"), migrations: PaymentQueue.migrations)
        restrictions = Restrictions(in: directory)
        queue = PaymentQueue(
            file: file, restrictions: restrictions, store: other ?? store, time: time.source,
            onAccountNews: { [news] in news.note([$0]) }, authorization: confirms)
        observer = RecordingObserver()
    }

    /// Ends this run and starts another one on the same files. The observer of that run is registered
    /// after `prepare`.
    func restart(
        talkingTo other: (any StoreService)? = nil, prepare: (QueueHarness) async throws -> Void = { _ in }
    ) async throws -> QueueHarness {
        await queue.close()
        return try await sibling(talkingTo: other, prepare: prepare)
    }

    /// Another run on the same files, at the same time.
    func sibling(
        talkingTo other: (any StoreService)? = nil, prepare: (QueueHarness) async throws -> Void = { _ in }
    ) async throws -> QueueHarness {
        let next = try await QueueHarness(talkingTo: other, folder: folder, time: time)
        try await prepare(next)
        next.queue.add(next.observer)
        return next
    }

    func fetchProducts(_ identifiers: Set<ProductIdentifier> = [five, ten]) async throws -> ProductsResponse {
        let delegate = RecordingDelegate()
        let request = ProductsRequest(productIdentifiers: identifiers, queue: queue, delegate: delegate)
        request.start()
        return try await delegate.answer()
    }

    /// Registers the observer, fetches the products, and adds a payment.
    func buy(_ product: ProductIdentifier = five, quantity: Int = 1) async throws -> IdempotencyKey {
        queue.add(observer)
        _ = try await fetchProducts()
        var payment = MutablePayment(product: product)
        payment.quantity = quantity
        return try queue.add(Payment(payment))
    }

    /// The same, and waits until it is purchased.
    @discardableResult
    func bought(_ product: ProductIdentifier = five, quantity: Int = 1) async throws -> PaymentTransaction {
        try await observer.transaction(buy(product, quantity: quantity), in: .purchased)
    }

    func configure(_ change: (inout StoreSettings) -> Void) async throws {
        var settings = try await store.settings()
        change(&settings)
        try await store.apply(settings)
    }

    func journal() throws -> [PaymentTransaction] {
        try file.read {
            try Row.fetchAll($0, sql: "SELECT * FROM payment_journal ORDER BY sequence DESC").map(
                PaymentTransaction.init(row:))
        }
    }
}

/// Keeps the calls of a payment queue, for tests to wait for.
final class RecordingObserver: PaymentTransactionObserver {
    enum Call: Hashable, Sendable {
        case updated(PaymentTransaction)
        case removed(IdempotencyKey)
        case revoked(PaymentTransaction)
        case waiting(IdempotencyKey, StoreError)
        case trouble(StorageError)
        case restoreFinished
        case restoreFailed(StoreError)

        var updated: PaymentTransaction? {
            if case .updated(let transaction) = self { transaction } else { nil }
        }
        var revoked: PaymentTransaction? {
            if case .revoked(let transaction) = self { transaction } else { nil }
        }
    }

    private let recorder = Recorder<Call>()
    /// What has left the queue, as the observer was told.
    let removals = Recorder<PaymentTransaction>()

    var calls: [Call] { recorder.calls }

    func states(of key: IdempotencyKey) -> [PaymentTransactionState] {
        calls.compactMap(\.updated).filter { $0.key == key }.map(\.state)
    }

    func first<Choice>(_ choose: (Call) -> Choice?) async throws -> Choice {
        try await recorder.first(choose)
    }

    func wait(for call: Call) async throws { try await first { $0 == call ? () : nil } }

    /// Waits until a transaction in a certain state is delivered.
    @discardableResult
    func transaction(
        _ key: IdempotencyKey, in state: PaymentTransactionState
    ) async throws -> PaymentTransaction {
        try await first { call in call.updated.flatMap { $0.key == key && $0.state == state ? $0 : nil } }
    }

    private func note(_ calls: [Call]) { recorder.note(calls) }

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        note(transactions.map(Call.updated))
    }
    func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {
        removals.note(transactions)
        note(transactions.map { .removed($0.key) })
    }
    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {
        note(transactions.map(Call.revoked))
    }
    func paymentQueue(
        _ queue: PaymentQueue, isWaitingToSend transaction: PaymentTransaction, because error: StoreError
    ) {
        note([.waiting(transaction.key, error)])
    }
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue) { note([.restoreFinished]) }
    func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: StoreError) {
        note([.restoreFailed(error)])
    }
    func paymentQueue(_ queue: PaymentQueue, hasTroubleWith error: StorageError) { note([.trouble(error)]) }
}

/// Waits for the one answer of a products request.
final class RecordingDelegate: ProductsRequestDelegate {
    private let (stream, continuation) = AsyncStream.makeStream(of: Result<ProductsResponse, StoreError>.self)

    func answer() async throws -> ProductsResponse {
        for await answer in stream { return try answer.get() }
        throw CancellationError()
    }

    func productsRequest(_ request: ProductsRequest, didReceive response: ProductsResponse) {
        continuation.yield(.success(response))
    }
    func productsRequest(_ request: ProductsRequest, didFailWithError error: StoreError) {
        continuation.yield(.failure(error))
    }
}

/// A store that does only what a test needs.
protocol PartialStore: StoreService {}

extension PartialStore {
    func productIdentifiers() async throws(StoreError) -> [ProductIdentifier] { throw .cannotConnect }
    func products(for _: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        throw .networkDown
    }
    func purchase(_: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome { throw .networkDown }
    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        ExchangePage(to: request, mark: request.since, newest: request.since)
    }
    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        ComparisonPage(to: request)
    }
    func use(_: Use) async throws(StoreError) -> UseOutcome { throw .networkDown }
    func appReceipt() async throws(StoreError) -> String { throw .cannotConnect }
    func restoredPurchases(
        after _: RestoredPurchases.Cursor?, limit _: Int
    ) async throws(StoreError) -> RestoredPurchases { throw .cannotConnect }
    func updates() -> AsyncStream<StoreUpdate> { AsyncStream { _ in } }
}
