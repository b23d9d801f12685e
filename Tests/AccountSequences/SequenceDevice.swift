internal import StoreModel
internal import StoreRules
internal import Synchronization

/// A device of an account in a sequence: the model of it, or the parts of the program.
protocol SequenceDevice: Sendable {
    var contents: DeviceContents { get throws }

    /// Another device with a copy of its files.
    func copy() throws -> Self
    /// Writes a payment down.
    mutating func pay(_ request: PurchaseRequest) throws
    /// Asks for a use.
    mutating func use(_ amount: Int, _ id: UseIdentifier, at now: Timestamp) throws
    /// Finishes everything that its queue has been told.
    mutating func finishAll() throws
    /// Asks for the uses that wait, and then exchanges changes with the store in both directions, until
    /// nothing is left or an answer is lost.
    mutating func meet(_ store: some StoreService) async throws
}

/// What a device has.
struct DeviceContents {
    let credits: Int
    let purchases: [TransactionIdentifier: SignedTransaction]
    let uses: Set<UseIdentifier>
    /// The purchases that its queue was told of.
    let told: Set<TransactionIdentifier>
    /// The versions that were finished on it.
    let finished: Set<FinishedTransaction>
    /// Whether a use that was asked for has no answer yet.
    let isWaiting: Bool
}

/// The store, with one of its answers lost. From then on the device cannot reach it.
final class LosingStore: StoreService {
    private let store: AccountSession
    private let answersLeft: Mutex<Int?>

    /// - Parameter losing: which answer is lost, counted from 0; nil if no answer is lost.
    init(_ store: AccountSession, losing: Int?) {
        self.store = store
        answersLeft = Mutex(losing)
    }

    private func answer<Value>(_ request: () async throws(StoreError) -> Value) async throws(StoreError)
        -> Value
    {
        guard answersLeft.withLock({ $0 ?? 0 }) >= 0 else { throw .networkDown }
        let answer = try await request()
        let isLost = answersLeft.withLock { left in
            left = left.map { $0 - 1 }
            return left == -1
        }
        guard !isLost else { throw .connectionLost }
        return answer
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        try await answer { () async throws(StoreError) in try await store.purchase(request) }
    }
    func use(_ use: Use) async throws(StoreError) -> UseOutcome {
        try await answer { () async throws(StoreError) in try await store.use(use) }
    }
    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        try await answer { () async throws(StoreError) in try await store.exchange(request) }
    }
    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        // The parts are small, so that sequences have comparisons of several.
        try await answer { () async throws(StoreError) in
            try await store.compare(request, mostChanges: 3)
        }
    }
    func restoredPurchases(
        after cursor: RestoredPurchases.Cursor?, limit: Int
    ) async throws(StoreError) -> RestoredPurchases {
        try await answer { () async throws(StoreError) in
            try await store.restoredPurchases(after: cursor, limit: limit)
        }
    }
    func productIdentifiers() async throws(StoreError) -> [ProductIdentifier] {
        try await store.productIdentifiers()
    }
    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await store.products(for: identifiers)
    }
    func appReceipt() async throws(StoreError) -> String { try await store.appReceipt() }
    func updates() -> AsyncStream<StoreUpdate> { store.updates() }
}
