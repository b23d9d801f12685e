package import StoreModel

/// The store as one account sees it, from one device: the server makes one for each request of a signed-in
/// customer, and a program with the store inside has one.
package final class AccountSession: Sendable {
    package let account: Account

    let store: AppStore
    /// The identifier of the device that the app receipt is bound to; nil if none was given.
    let device: String?

    package init(store: AppStore, account: Account, device: String? = nil) {
        self.store = store
        self.account = account
        self.device = device
    }

    package func verifier() -> TransactionVerifier { store.verifier(for: account) }
}

/// The store's administration for this account: the settings, and what can be done to
/// its purchases and its subscriptions.
extension AccountSession: StoreAdministration {
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { try store.settings() }

    package func apply(
        _ settings: StoreSettings, over known: StoreSettings
    ) async throws(StoreAdministrationError) {
        _ = try store.administration { try store.change { $0 = $0.changed(from: known, to: settings) } }
    }

    package func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        try store.actions(for: keys, of: account.identifier)
    }

    package func perform(_ action: TransactionAction, on key: IdempotencyKey)
        async throws(StoreAdministrationError)
    {
        _ = try store.perform(action, on: key.rawValue, of: account.identifier)
    }

    package func record(of key: IdempotencyKey) async throws(StoreAdministrationError) -> TransactionRecord {
        try store.record(of: key.rawValue, account: account.identifier)
    }

    package func play(_ scenario: Scenario) async throws(StoreAdministrationError) {
        try store.play(scenario, of: account.identifier)
    }

    /// The present states of its subscriptions, after the renewals that are due.
    package func subscriptions() throws(StoreAdministrationError) -> [SubscriptionSummary] {
        try store.subscriptions(of: account.identifier)
    }

    /// Performs an action on a subscription of the account. If the store is in the program, its user is also
    /// the operator. What a server's customers may do (`SubscriptionAction.customers`) is checked by
    /// the server.
    package func perform(
        _ action: SubscriptionAction, on transaction: TransactionIdentifier
    ) throws(StoreAdministrationError) -> SubscriptionSummary {
        let original = try store.reading { try store.original(of: transaction, $0) }
            .map(PurchaseRecord.transactionIdentifier)
        guard let original,
            try subscriptions().contains(where: { $0.originalTransactionIdentifier == original })
        else { throw .noTransactionFound }
        return try store.perform(action, on: original)
    }
}

/// The store as one customer's payment queue calls it, directly or through the
/// server, with the faults of the network.
extension AccountSession: StoreService {
    /// Everything that is on sale. The application knows this itself, so the network's faults do not
    /// affect it.
    package func productIdentifiers() async throws(StoreError) -> [ProductIdentifier] {
        store.productIdentifiers
    }

    /// Which of the identifiers are on sale, with the introductory offers that the account would get. Only
    /// the log says why another identifier is not on sale, as with Apple's store.
    package func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError)
        -> ProductsResponse
    {
        try await store.products(for: identifiers, to: account.identifier)
    }

    /// Buys; see `StoreService.purchase`. If the key was used for another product or quantity, it fails with
    /// `paymentInvalid` and charges nothing.
    package func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        // Its effect on a subscription depends on the subscription's state.
        let isSubscription = store.assortment.plans[request.productIdentifier] != nil
        let outcome = try await answer(reading: reads(for: request), whenCaughtUp: isSubscription) {
            try $0.purchase(request, $1)
        }
        if outcome.result == .failed(.productNotAvailable) { store.logUnknown([request.productIdentifier]) }
        return outcome
    }

    /// What a purchase is known to read.
    private func reads(for request: PurchaseRequest) -> [StoreRead] {
        let followers = store.followers.flatMap { $0.reads(for: account) }
        return followers + [
            PurchaseTable.find(request.key, of: account.identifier), PurchaseTable.newestNumber,
            AccountChangeTable.newest(of: account.identifier),
        ]
    }

    /// Records that a device has dealt with a transaction. It changes nothing if the transaction is finished
    /// already, was signed anew since, or is not the account's.
    package func finish(_ transaction: FinishedTransaction) async throws(StoreError) {
        try await answer(
            reading: [lookup(of: transaction), AccountChangeTable.newest(of: account.identifier)]
                .compactMap(\.self)
        ) { try $0.finish(transaction, $1) }
    }

    /// What a finish reads first; nil if it is not one of this store's transactions.
    func lookup(of transaction: FinishedTransaction) -> StoreRead? {
        PurchaseRecord.number(of: transaction.identifier).map {
            PurchaseTable.find(number: $0, of: account.identifier)
        }
    }

    package func restoredPurchases(
        after cursor: RestoredPurchases.Cursor?, limit: Int
    ) async throws(StoreError) -> RestoredPurchases {
        try await answerReading { try $0.restored(after: cursor, limit: limit, $1) }
    }

    package func appReceipt() async throws(StoreError) -> String {
        try await store.answerOverNetwork { try receipt() }
    }

    /// What happens in the store from now on, including changes by other programs on the same directory. The
    /// stream ends when the store is released. It keeps what has not been read yet.
    package func updates() -> AsyncStream<StoreUpdate> { store.updateFeed.stream(for: account.identifier) }

    /// Answers what a device asks and what changes nothing. `work` reads on the caller's thread, and no
    /// writer waits for it. Only if renewals of the account are due, this writes some first, as `answer` does.
    func answerReading<Value: Sendable>(
        _ work: @escaping @Sendable (Checkout, any StoreTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        if try store.answered({ try store.isBehind(account.identifier) }) { return try await answer(work) }
        return try await store.answerOverNetwork {
            try store.database.read { try work(store.checkout(for: account, $0), $0) }
        }
    }

    /// Does what a device asks for. First it makes the account's due renewals, as many as one transaction
    /// makes. If more are due, the timer makes the rest, and tells of each as it is made.
    ///
    /// - Parameters:
    ///   - reads: what `work` is known to read.
    ///   - needsAll: whether `work` waits until all due renewals are made, in transactions of their own.
    func answer<Value: Sendable>(
        reading reads: @autoclosure () -> [StoreRead] = [], whenCaughtUp needsAll: Bool = false,
        _ work: @escaping @Sendable (Checkout, any StoreTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await store.writeOverNetwork(
            about: account.identifier, reading: reads() + [SubscriptionTable.read(account.identifier)]
        ) {
            [self] state, database in
            let settings = try state.settings(of: account.identifier, database)
            let checkout = Checkout(account: account, store: store, settings: settings)
            guard try checkout.catchUp(database) || !needsAll else { return nil }
            return try work(checkout, database)
        }
    }
}
