internal import StoreModel

/// A device of an account in a sequence: the model of it, or the parts of the program.
protocol SequenceDevice: Sendable {
    var contents: DeviceContents { get throws }

    /// Another device with a copy of its files.
    func copy() throws -> Self
    /// Writes a payment down.
    mutating func pay(_ request: PurchaseRequest)
    /// Asks for a use.
    mutating func use(_ amount: Int, _ id: UseIdentifier, at now: Timestamp) throws
    /// Finishes all that its queue has been told.
    mutating func finishAll()
    /// Asks for what waits, and then has the store's changes and its own go both ways, until nothing is left.
    ///
    /// - Parameter receive: called with each answer of the store before the device knows it; throws where the answer is lost.
    mutating func meet(_ store: some SequenceStore, receive: () throws -> Void) async throws
}

/// What a device has.
struct DeviceContents {
    let credits: Int
    let purchases: [TransactionIdentifier: SignedTransaction]
    let uses: Set<UseIdentifier>
    /// Whether something that was asked for has no answer.
    let isWaiting: Bool
}

/// What a device asks of a store.
protocol SequenceStore: Sendable {
    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome
    func use(_ use: Use) async throws(StoreError) -> UseOutcome
    func finish(_ transaction: FinishedTransaction) async throws(StoreError)
    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage
    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage
}
