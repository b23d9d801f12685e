internal import DurableStorage
internal import GRDB
public import StoreModel

/// What customers ask the store, over a network that has the faults of the settings.
extension AppStore: StoreService {
    /// Which of the identifiers are on sale. Why another one is not stands in the log only, as with Apple's store.
    public func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await answer {
            let found = productsOnSale.filter { identifiers.contains($0.identifier) }
            let invalid = identifiers.subtracting(found.map(\.identifier)).sorted { $0.rawValue < $1.rawValue }
            for identifier in invalid { logUnknown(identifier) }
            return ProductsResponse(products: found, invalidProductIdentifiers: invalid)
        }
    }

    /// Buys; see `StoreService.purchase`. A key that was used for another product or quantity fails with `paymentInvalid`
    /// and charges nothing.
    public func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        try await answer {
            let outcome = try database.write { try checkout.purchase(request, $0) }
            if outcome.result == .failed(.productNotAvailable) { logUnknown(request.productIdentifier) }
            return outcome
        }
    }

    /// What the account has not dealt with yet, oldest first; see `StoreService.unsettledPurchases`.
    public func unsettledPurchases(
        including keys: Set<IdempotencyKey>
    ) async throws(StoreError) -> [PurchaseOutcome] {
        try await answer { try database.write { try checkout.unsettled(including: keys, $0) } }
    }

    /// Records that a transaction was dealt with. One that is finished already, or not the account's, changes nothing.
    public func finish(_ transaction: TransactionIdentifier) async throws(StoreError) {
        try await answer { try database.write { try checkout.finish(transaction, $0) } }
    }

    /// What happens in the store from now on, also through other programs on the same directory. The stream ends when
    /// the store is released. It keeps what is not read yet; updates come from people, one by one.
    public func updates() -> AsyncStream<StoreUpdate> { updateFeed.stream() }

    /// Does `work` as for a request that comes over the customer's network. The request does not arrive while the network
    /// is down; the answer does not where the network is not up when `work` is done.
    private func answer<Value>(_ work: () throws -> Value) async throws(StoreError) -> Value {
        let settings = try storage { try database.read(TestingTable.settings) }
        guard settings.network != .down else { throw .networkDown }
        if settings.delayMilliseconds > 0 {
            do { try await time.sleep(.milliseconds(settings.delayMilliseconds)) } catch { throw .requestCancelled }
        }
        let value = try storage(work)
        guard try storage({ try database.read(TestingTable.settings) }).network == .up else { throw .connectionLost }
        return value
    }

    /// Trouble with the store's own files is no answer either: the caller tries again.
    private func storage<Value>(_ work: () throws -> Value) throws(StoreError) -> Value {
        do { return try work() } catch {
            var failure = StoreError.cannotConnect
            failure.message = "\(error)"
            throw failure
        }
    }

    private func logUnknown(_ identifier: ProductIdentifier) {
        log("The catalogue has no product \(identifier.rawValue.debugDescription).")
    }
}

extension StoreError {
    /// `NSURLErrorCancelled`: the caller no longer waits.
    fileprivate static let requestCancelled = StoreError(domain: .network, code: -999)
}
