internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import Synchronization

/// The in-memory store of a `StoreTestSession`, for one customer. The session can replace the `AppStore`
/// with a new one, for another country or with nothing bought. The session's payment queue goes on with the
/// new one.
final class MemoryStore: Sendable {
    struct Running: Sendable {
        let store: AppStore
        let session: AccountSession

        var catalogue: Catalogue { store.assortment.catalogue }
    }

    /// What is the same for all stores that replace one another.
    private struct Identity {
        let keys = TestKeys()
        let application: WantedApplication
        let time: TimeSource
        let log: @Sendable (String) -> Void

        func open(
            _ engine: SQLiteEngine, _ catalogue: Catalogue
        ) throws(StorageError) -> Running {
            let store = try AppStore(
                database: engine, keys: keys, catalogue: catalogue, application: application, time: time,
                log: log)
            return Running(store: store, session: try store.embeddedSession())
        }
    }

    private let identity: Identity
    private let initial: [UInt8]
    private let current: Mutex<Running>

    init(
        catalogue: Catalogue, application: WantedApplication, time: TimeSource,
        log: @escaping @Sendable (String) -> Void
    ) throws {
        identity = Identity(application: application, time: time, log: log)
        catalogue.warnings.forEach(log)
        let engine = try SQLiteEngine()
        let running = try identity.open(engine, catalogue)
        try running.store.adoptSettings()
        initial = try engine.contents()
        current = Mutex(running)
        running.store.startRenewals()
    }

    var running: Running { current.withLock { $0 } }

    /// Changes the settings, one change after the other.
    func change(_ change: (inout StoreSettings) -> Void) throws {
        try current.withLock { _ = try $0.store.change(change) }
    }

    /// Forgets what was bought. The settings stay, and no number is used again.
    func clear() throws {
        let old = try current.withLock { running in
            let old = running
            let settings = try old.store.settings()
            let new = try identity.open(SQLiteEngine(inMemory: initial), old.catalogue)
            try new.store.apply(settings)
            running = new
            return old
        }
        old.store.end()
        running.store.startRenewals()
    }

    /// Sells from another catalogue, or from the same one in another place, from now on.
    func sell(from catalogue: Catalogue) {
        current.withLock { running in
            let store = AppStore(inPlaceOf: running.store, sellingFrom: catalogue)
            running = Running(
                store: store, session: AccountSession(store: store, account: running.session.account))
        }
        running.store.startRenewals()
    }

    /// The updates of the account from now on, also from a store that takes this one's place.
    func updates() -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let first = newStream()
        let task = Task { [weak self] in
            var next: AsyncStream<StoreUpdate>? = first
            while let current = next {
                for await update in current { continuation.yield(update) }
                if Task.isCancelled { break }
                next = self?.newStream()
                guard next != nil else { break }
                // In place of what was told between the two streams. The new store's revision comes with an
                // exchange, and whether the network is up shows when the queue sends again.
                continuation.yield(.accountChanged(revision: 0))
                continuation.yield(.networkChanged(isUp: true))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// The updates of the current store. The stream ends when what was bought is forgotten; that waits until
    /// the stream has begun.
    private func newStream() -> AsyncStream<StoreUpdate> { current.withLock { $0.session.updates() } }
}

/// The current store, as a payment queue calls it.
extension MemoryStore: StoreService {
    private var session: AccountSession { running.session }

    func productIdentifiers() async throws(StoreError) -> [ProductIdentifier] {
        try await session.productIdentifiers()
    }

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await session.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        try await session.purchase(request)
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        try await session.exchange(request)
    }

    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        try await session.compare(request)
    }

    func use(_ use: Use) async throws(StoreError) -> UseOutcome { try await session.use(use) }

    func restoredPurchases(
        after cursor: RestoredPurchases.Cursor?, limit: Int
    ) async throws(StoreError) -> RestoredPurchases {
        try await session.restoredPurchases(after: cursor, limit: limit)
    }

    func appReceipt() async throws(StoreError) -> String { try await session.appReceipt() }
}
