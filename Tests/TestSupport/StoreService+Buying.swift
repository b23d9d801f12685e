package import StoreModel

extension StoreService {
    /// All unfinished transactions of the account, in the order of their numbers, and the outcome of the
    /// payments in `keys`. Payments that lapsed are not among them.
    package func unsettledPurchases(including keys: Set<IdempotencyKey>) async throws(StoreError)
        -> [PurchaseOutcome]
    {
        var changes: [AccountChange] = []
        var since = ReplicaMark.beginning
        while true {
            let page = try await exchange(ExchangeRequest(since: since))
            changes += page.changes
            guard page.hasMore else { break }
            since = page.mark ?? page.newest
        }
        return changes.unsettled(including: keys)
    }

    /// Buys a product, once for each key.
    @discardableResult
    package func buy(
        _ key: IdempotencyKey, _ product: ProductIdentifier = MonkeyCredits.five, quantity: Int = 1
    ) async throws(StoreError) -> PurchaseOutcome {
        try await purchase(PurchaseRequest(key: key, productIdentifier: product, quantity: quantity))
    }

    /// Finishes a transaction in the version that the store offers; does nothing if the store offers none.
    package func finish(_ transaction: TransactionIdentifier) async throws(StoreError) {
        let offered = try await unsettledPurchases(including: []).compactMap(\.finished)
        guard let version = offered.first(where: { $0.identifier == transaction }) else { return }
        try await finish([version])
    }

    package func finish(_ transactions: some Collection<FinishedTransaction>) async throws(StoreError) {
        _ = try await exchange(
            ExchangeRequest(since: .beginning, finished: Array(transactions), limit: 1))
    }
}

extension [AccountChange] {
    /// What is unsettled according to all changes of an account.
    package func unsettled(including keys: Set<IdempotencyKey>) -> [PurchaseOutcome] {
        var (outcomes, seen): ([PurchaseOutcome], Set<PurchaseOutcome>) = ([], [])
        for case .payment(let outcome, let isFinished) in self where seen.insert(outcome).inserted {
            let isOpen = outcome.transactionIdentifier != nil && !isFinished
            if isOpen || keys.contains(outcome.key) { outcomes.append(outcome) }
        }
        // A payment without a transaction has no number, and stays where it is.
        let places = outcomes.indices.filter { outcomes[$0].transactionIdentifier != nil }
        let numbered = places.map { outcomes[$0] }.sorted { $0.number < $1.number }
        for (place, outcome) in zip(places, numbered) { outcomes[place] = outcome }
        return outcomes
    }
}

extension PurchaseOutcome {
    package var signed: SignedTransaction? { result.signed }

    fileprivate var number: Int64 { transactionIdentifier.flatMap { Int64($0.rawValue) } ?? 0 }

    /// What a device finishes after it has dealt with this; nil if this is not a transaction.
    package var finished: FinishedTransaction? {
        guard let (signed, identifier) = result.transaction else { return nil }
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
