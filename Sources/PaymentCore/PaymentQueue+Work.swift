internal import DurableStorage
internal import StoreModel

/// The queue's kinds of work. Each is done by one task at a time, and looks for what is left before it ends, so that a
/// call that finds it running has nothing to add.
enum Work: Hashable {
    case authorizing, sending, finishing, synchronising
}

extension PaymentQueue {
    /// Whether the queue may talk to the store.
    var isWorking: Bool { !isClosed && !observers.isEmpty }

    func run(_ work: Work, _ body: (isolated PaymentQueue) async -> Void) async {
        guard isWorking, running.insert(work).inserted else { return }
        await body(self)
        running.remove(work)
    }

    /// Hands out what is unfinished and takes up the work that an earlier run of the program left.
    func start(for observer: any PaymentTransactionObserver) async {
        guard isWorking else { return }
        listen()
        do {
            let unfinished = try journal.unfinished()
            hand(unfinished, to: [observer])
        } catch {
            report(error)
        }
        await authorizeAdded()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.send() }
            group.addTask { await self.tellFinishedTransactions() }
            group.addTask { await self.synchronise() }
        }
    }

    /// Hands transactions to all observers, sorted by what is to be done about them.
    func hand(_ transactions: [PaymentTransaction], to receivers: [any PaymentTransactionObserver]? = nil) {
        let (revoked, updated) = (
            transactions.filter { $0.revocationDate != nil }, transactions.filter { $0.revocationDate == nil }
        )
        for observer in receivers ?? observers.all {
            if !updated.isEmpty { observer.paymentQueue(self, updatedTransactions: updated) }
            if !revoked.isEmpty { observer.paymentQueue(self, revokedTransactions: revoked) }
        }
    }

    func report(_ error: any Error) {
        let trouble = (error as? StorageError) ?? .unusable(path: "the journal", reason: "\(error)")
        for observer in observers.all { observer.paymentQueue(self, hasTroubleWith: trouble) }
    }

    /// Waits, unless something happens that makes another attempt worthwhile.
    func pause(_ work: Work, for duration: Duration) async {
        let pause = Task { [time] in try await time.sleep(duration) }
        pauses[work] = pause
        _ = await pause.result
        pauses[work] = nil
    }

    private func listen() {
        guard listening == nil else { return }
        let updates = store.updates()
        listening = Task { [weak self] in
            for await update in updates {
                await self?.take(update)
            }
        }
    }

    private func take(_ update: StoreUpdate) async {
        switch update {
        case .networkChanged(isUp: true):
            pauses.values.forEach { $0.cancel() }
            await synchronise()
        case .purchasesChanged: await synchronise()
        case .networkChanged, .settingsChanged: break
        }
    }
}
