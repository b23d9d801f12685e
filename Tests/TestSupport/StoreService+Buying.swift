package import StoreModel

extension StoreService {
    /// Everything the store still has to tell, for a device that has no transactions.
    package func unsettledPurchases(including keys: Set<IdempotencyKey>) async throws(StoreError) -> [PurchaseOutcome] {
        try await unsettledPurchases(including: keys, knowing: [])
    }

    /// Buys a product, once for each key.
    @discardableResult
    package func buy(
        _ key: IdempotencyKey, _ product: ProductIdentifier = MonkeyCredits.five, quantity: Int = 1
    ) async throws(StoreError) -> PurchaseOutcome {
        try await purchase(PurchaseRequest(key: key, productIdentifier: product, quantity: quantity))
    }

    /// Finishes a transaction in the version that the store offers; nothing where it offers none.
    package func finish(_ transaction: TransactionIdentifier) async throws(StoreError) {
        let offered = try await unsettledPurchases(including: []).compactMap(\.finished)
        guard let version = offered.first(where: { $0.identifier == transaction }) else { return }
        try await finish(version)
    }
}

extension PurchaseOutcome {
    /// The signed transaction and its number; nil where the purchase is deferred or has failed.
    private var transaction: (signed: SignedTransaction, identifier: TransactionIdentifier)? {
        switch result {
        case .purchased(let signed, let identifier, _), .revoked(let signed, let identifier, _): (signed, identifier)
        case .deferred, .changed, .failed: nil
        }
    }

    package var signed: SignedTransaction? { transaction?.signed }
    package var transactionIdentifier: TransactionIdentifier? { transaction?.identifier }

    /// What a device finishes that has dealt with this; nil where that is no transaction.
    package var finished: FinishedTransaction? {
        guard let (signed, identifier) = transaction else { return nil }
        return signed.signedDate.map { FinishedTransaction(identifier: identifier, signedDate: $0) }
    }

    package var error: StoreError? { if case .failed(let error) = result { error } else { nil } }

    package var state: String { result.state }
}

extension PurchaseOutcome.Result {
    package var state: String {
        switch self {
        case .purchased: "purchased"
        case .deferred: "deferred"
        case .changed: "changed"
        case .failed: "failed"
        case .revoked: "revoked"
        }
    }
}

extension PurchaseRequest {
    package init(_ product: ProductIdentifier = MonkeyCredits.five) {
        self.init(key: .random(at: TimeSource.system.now()), productIdentifier: product, quantity: 1)
    }
}
