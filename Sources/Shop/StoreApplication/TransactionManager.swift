internal import DeviceStorage
internal import PaymentQueueKit
internal import StoreEvents
package import StoreModel

/// Lists the device's transactions for the transactions screen, page by page, looks one up for its inspector,
/// and carries out the user's actions on them, as Xcode's transaction manager does. Also plays scenarios.
/// `Application` passes on the screen's commands.
package final class TransactionManager: Manager {
    package static let pageSize = 200

    package let work: WorkQueue
    private let queue: PaymentQueue
    private let journal: PaymentJournal
    private let replica: AccountReplica
    private let store: any StoreAdministration
    private let pages = CoalescedWork<TransactionPlace>()
    private let inspections = CoalescedWork<IdempotencyKey>()

    init(
        bus: EventBus, queue: PaymentQueue, journal: PaymentJournal, replica: AccountReplica,
        store: any StoreAdministration
    ) {
        work = WorkQueue(bus)
        self.queue = queue
        self.journal = journal
        self.replica = replica
        self.store = store
    }

    /// Lists a page. `transactionsListed` follows. If several requests wait, only the newest is answered.
    func request(_ place: TransactionPlace) { pages.add(place, to: work) { try await self.list($0) } }

    /// Does something to a transaction. What it changes for the account comes, and then `transactionsListed`.
    /// If it was not done, `actionFailed` comes first.
    func request(_ action: TransactionAction, on key: IdempotencyKey) {
        work.add { [self] in
            await bus.reporting { try await perform(action, on: key) }
            await queue.settleNews()
            try await list(.around(key))
        }
    }

    /// Does something to a transaction. Throws `StoreAdministrationError`.
    package func perform(_ action: TransactionAction, on key: IdempotencyKey) async throws {
        let transaction = try journal.transaction(key)
        guard transaction.map({ $0.actions(of: [action]).contains(action) }) ?? true else {
            throw StoreAdministrationError.invalidAction
        }
        try await store.perform(action, on: transaction?.storeKey ?? key)
    }

    /// What became of a transaction by an action, once the queue has asked for its news. If this device has
    /// not heard of it, because the network is down, the transaction is as the store has it.
    package func result(
        of action: TransactionAction, on before: PaymentTransaction
    ) async throws -> (transaction: PaymentTransaction, isHeard: Bool) {
        // Once an interruption is resolved, the purchase is a new transaction.
        let key = action == .resolve ? IdempotencyKey.resolving(before.key) : before.key
        let here = try journal.transaction(key)
        if let here, here.shows(action) { return (here, true) }
        var transaction = here ?? before
        let record: TransactionRecord
        do {
            record = try await store.record(of: action == .resolve ? key : before.storeKey)
        } catch {
            // The action is done. If the store cannot be asked about it now, its news comes later.
            let isUnknown = if case .noTransactionFound = error { true } else { false }
            return (transaction, isUnknown)
        }
        if action == .resolve {
            // A charge that fails makes no transaction, so the device hears of none.
            guard record.status == "purchased" else { return (transaction, true) }
            transaction.key = key
        }
        transaction.take(record, after: action)
        return (transaction, false)
    }

    /// Looks up everything that is known about a transaction. `transactionInspected` follows, or
    /// `actionFailed`. If several requests wait, only the newest is answered.
    func inspect(_ key: IdempotencyKey) { inspections.add(key, to: work) { try await self.lookUp($0) } }

    /// Plays a scenario. What it changes for the account comes, and then `scenarioPlayed`; or `actionFailed`.
    func play(_ scenario: Scenario) {
        work.add { [self] in
            try await store.play(scenario)
            await queue.settleNews()
            bus.publish(.scenarioPlayed(scenario))
        }
    }

    /// Those of the newest transactions that allow an action now.
    package func newest(allowing action: TransactionAction) async throws -> [PaymentTransaction] {
        let newest = try journal.page(.newest, limit: Self.pageSize).transactions
        let actions = try await store.actions(for: newest.map(\.storeKey))
        return newest.filter { $0.actions(of: actions[$0.storeKey] ?? []).contains(action) }
    }

    /// The page is on this device, so it is listed even if the store does not say what can be done.
    private func list(_ place: TransactionPlace) async throws {
        let page = try journal.page(place, limit: Self.pageSize)
        let possible = await actions(for: page.transactions.map(\.storeKey))
        let entries = page.transactions.map { transaction in
            TransactionsListed.Entry(
                transaction: transaction,
                actions: possible.map { transaction.actions(of: $0[transaction.storeKey] ?? []) })
        }
        bus.publish(
            .transactionsListed(
                TransactionsListed(
                    place, entries: entries, hasNewer: page.hasNewer, hasOlder: page.hasOlder)))
    }

    /// What can be done to each of these transactions, or why the store does not say.
    private func actions(
        for keys: [IdempotencyKey]
    ) async -> Result<[IdempotencyKey: Set<TransactionAction>], Trouble> {
        do { return .success(try await store.actions(for: keys)) } catch { return .failure(Trouble(error)) }
    }

    private func lookUp(_ key: IdempotencyKey) async throws {
        guard let transaction = try journal.transaction(key) else {
            throw StoreAdministrationError.noTransactionFound
        }
        let storeKey = transaction.storeKey
        async let possible = actions(for: [storeKey])
        let record: Result<TransactionRecord, StoreAdministrationError>
        do throws(StoreAdministrationError) { record = .success(try await store.record(of: storeKey)) } catch
        {
            record = .failure(error)
        }
        let signed =
            switch record {
            case .success(let record): record.versions.last
            case .failure: try latestVersionHere(of: transaction)
            }
        let entry = TransactionsListed.Entry(
            transaction: transaction,
            actions: await possible.map { transaction.actions(of: $0[storeKey] ?? []) })
        bus.publish(
            .transactionInspected(
                TransactionInspected(
                    entry, signed: signed, receipt: signed.flatMap(TransactionReceipt.init)?.base64,
                    payload: signed.map(TransactionInspected.Field.all) ?? [], record: record)))
    }

    /// The latest version that this device has: in the queue, or in the replica of the account.
    private func latestVersionHere(of transaction: PaymentTransaction) throws -> SignedTransaction? {
        let kept = try transaction.transactionIdentifier.flatMap { try replica.signed(for: [$0]).first }
        guard let kept, let queued = transaction.signedTransaction else {
            return kept ?? transaction.signedTransaction
        }
        guard let known = kept.version, let version = queued.version else { return kept }
        return version > known ? queued : kept
    }
}

extension PaymentTransaction {
    /// Whether it is as this action leaves it.
    fileprivate func shows(_ action: TransactionAction) -> Bool {
        switch action {
        case .approve, .decline, .lapse: state.canFinish || isLapsed
        case .resolve: true
        case .refund: revocationDate != nil
        case .reverseRefund: revocationDate == nil
        }
    }

    /// Becomes what the store has after an action. The device has not delivered or finished that.
    fileprivate mutating func take(_ record: TransactionRecord, after action: TransactionAction) {
        (error, isFinished) = (nil, false)
        switch record.status {
        case "purchased", "revoked":
            state = .purchased
            guard let payload = record.versions.last?.unverifiedPayload else { return }
            (transactionIdentifier, transactionDate) = (payload.transactionId, payload.purchaseDate)
            (revocationDate, charge) = (payload.revocationDate, Charge(payload))
        case "lapsed": (state, isFinished) = (.deferred, true)
        case "changed": state = .changed
        case "failed":
            state = .failed
            if action == .decline { error = .paymentCancelled }
        default: break
        }
    }
}
