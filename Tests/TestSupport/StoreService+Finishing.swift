package import StoreModel

extension StoreService {
    /// Finishes a transaction in the version that the store offers; nothing where it offers none.
    package func finish(_ transaction: TransactionIdentifier) async throws(StoreError) {
        let offered = try await unsettledPurchases(including: []).compactMap(\.finished)
        guard let version = offered.first(where: { $0.identifier == transaction }) else { return }
        try await finish(version)
    }
}

extension PurchaseOutcome {
    /// What a device finishes that has dealt with this; nil where that is no transaction.
    package var finished: FinishedTransaction? {
        switch result {
        case .purchased(let signed, let identifier, _), .revoked(let signed, let identifier, _):
            signed.signedDate.map { FinishedTransaction(identifier: identifier, signedDate: $0) }
        case .deferred, .failed: nil
        }
    }
}
