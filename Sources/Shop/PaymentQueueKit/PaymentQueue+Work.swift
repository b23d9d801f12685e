internal import StoreModel
internal import Synchronization

/// The kinds of work of a `PaymentQueue`. The queue starts and pauses them here, and hands transactions to
/// its observers. Each kind is done by one task at a time. The task looks for more work before it ends, so
/// there is no need to begin it while it runs.
enum Work: Hashable {
    case handingOut, authorizing, sending, sendingAgain, synchronising, synchronisingAgain, restoring, using
}

/// The wait of a kind of work before its next attempt.
struct Pause {
    let task: Task<Void, any Error>
    /// Why the payments wait, if this is the pause of sending.
    let reason: StoreError?
}

extension PaymentQueue {
    /// Asks the store for its news, and returns when the queue has done all that it can do now: everything is
    /// sent, fetched and reported, or waits for a store that does not answer.
    package func settle() async {
        launchAll()
        await idle()
    }

    /// Asks the store for its news, and returns when they are here, or the store has not answered.
    package func settleNews() async {
        synchronise()
        await idle(.synchronising)
    }

    /// Sends the waiting uses, and returns when the store has answered or has failed to.
    package func settleUses() async {
        sendUses()
        await idle(.using)
    }

    /// Returns when the queue has done what was asked of it, or waits for a store that does not answer.
    package func idle() async { await idle(nil) }

    /// - Parameter work: the kind of work to wait for; nil for all kinds.
    private func idle(_ work: Work?) async {
        await withCheckedContinuation { continuation in
            idleWaiters.append((work, continuation))
            resumeIfIdle()
        }
    }

    /// Does what a call asks for after the call has returned. `idle` waits for it.
    package nonisolated func soon(_ body: @escaping @Sendable (isolated PaymentQueue) -> Void) {
        asked.withLock { $0 += 1 }
        Task { await begin(body) }
    }

    private func begin(_ body: @Sendable (isolated PaymentQueue) -> Void) {
        body(self)
        asked.withLock { $0 -= 1 }
        resumeIfIdle()
    }

    /// Whether the queue may talk to the store.
    var isWorking: Bool { !isClosed && !observers.all.isEmpty }

    /// Begins a kind of work, unless it is already running.
    func launch(_ work: Work, _ body: @escaping @Sendable (isolated PaymentQueue) async -> Void) {
        guard isWorking, running[work] == nil else { return }
        running[work] = Task {
            await body(self)
            running[work] = nil
            resumeIfIdle()
        }
    }

    /// Hands out the unfinished transactions and takes up the work that an earlier run of the program left.
    func start(for observer: any PaymentTransactionObserver) {
        guard !isClosed, observers.contains(observer) else { return }
        listen()
        newcomers.add(observer)
        do { try handOutUnfinished() } catch {
            report(error)
            handOutUnfinishedLater()
        }
        if let untoldRestoreEnd { tellRestoreEnded(untoldRestoreEnd) }
        launchAll()
    }

    /// Hands the unfinished transactions to the observers that have not got them yet.
    private func handOutUnfinished() throws {
        let unfinished = try journal.unfinished()
        let receivers = newcomers.all
        guard !receivers.isEmpty else { return }
        receivers.forEach(newcomers.remove)
        handOut(unfinished + restored.all, to: receivers)
    }

    /// The same, after a pause, until the journal can be read.
    private func handOutUnfinishedLater() {
        launch(.handingOut) { queue in
            var pause = RetryPause()
            while queue.isWorking, !queue.newcomers.all.isEmpty {
                await queue.pause(.handingOut, for: pause.next(queue.time), since: queue.networkReturns)
                guard queue.isWorking else { return }
                do { try queue.handOutUnfinished() } catch { queue.report(error) }
            }
        }
    }

    /// Hands transactions to observers, in their order: refunded ones as revoked, all others as updated.
    /// Neighbours of one kind go out in one call.
    func handOut(
        _ transactions: [PaymentTransaction], to receivers: [any PaymentTransactionObserver]? = nil
    ) {
        for transaction in transactions {
            known[transaction.key] = transaction.state.canFinish ? nil : transaction.state
        }
        var rest = transactions[...]
        while let first = rest.first {
            let isRevoked = first.revocationDate != nil
            let run = Array(rest.prefix { ($0.revocationDate != nil) == isRevoked })
            rest = rest.dropFirst(run.count)
            tell(receivers) { observer in
                if isRevoked {
                    observer.paymentQueue(self, revokedTransactions: run)
                } else {
                    observer.paymentQueue(self, updatedTransactions: run)
                }
            }
        }
    }

    /// Calls all observers or some. One that another has just removed is not called.
    func tell(
        _ receivers: [any PaymentTransactionObserver]? = nil, _ call: (any PaymentTransactionObserver) -> Void
    ) {
        for observer in receivers ?? observers.all where observers.contains(observer) { call(observer) }
    }

    /// Hands out the payments on their way that another program on the same journal has moved.
    package func handOutChangedElsewhere() {
        handOutChangedElsewhere(knownAs: .purchasing)
        handOutChangedElsewhere(knownAs: .deferred)
    }

    /// Hands out the transactions that the observers here know in `state`, if another program on the same
    /// journal has moved them to another state. Tells the observers which requests have lapsed.
    func handOutChangedElsewhere(knownAs state: PaymentTransactionState) {
        guard isWorking else { return }
        for (key, last) in known where last == state {
            guard let transaction = try? journal.transaction(key) else { continue }
            if transaction.state == .deferred, transaction.isFinished {
                tellRemoved(transaction)
            } else if transaction.state != state {
                handOut([transaction])
            }
        }
    }

    /// Hands out the payments that wait for approval and that another program on the same journal has made.
    package func handOutDeferredElsewhere() {
        // What cannot be read now is handed out after the next change of the journal.
        guard isWorking, let deferred = try? journal.deferred() else { return }
        handOut(deferred.filter { known[$0.key] != .deferred })
    }

    func report(_ error: any Error) {
        let trouble = StorageError(journal: error)
        tell { $0.paymentQueue(self, hasTroubleWith: trouble) }
    }

    /// Waits before another attempt, at most until the network comes back. Does not wait if it has come back
    /// since the last attempt began.
    func pause(
        _ work: Work, for duration: Duration, since networkReturns: Int, because reason: StoreError? = nil
    ) async {
        guard isWorking, networkReturns == self.networkReturns else { return }
        let task = Task { [time] in try await time.sleep(duration) }
        pauses[work] = Pause(task: task, reason: reason)
        resumeIfIdle()
        _ = await task.result
        pauses[work] = nil
    }

    private func launchAll() {
        authorizeAdded()
        send()
        sendUses()
        synchronise()
    }

    private func resumeIfIdle() {
        guard asked.withLock({ $0 }) == 0 else { return }
        let busy = running.keys.filter { pauses[$0] == nil }
        let idle = idleWaiters.filter { waiter in waiter.work.map { !busy.contains($0) } ?? busy.isEmpty }
        idleWaiters.removeAll { waiter in waiter.work.map { !busy.contains($0) } ?? busy.isEmpty }
        for waiter in idle { waiter.continuation.resume() }
    }

    private func listen() {
        guard listening == nil else { return }
        let updates = store.updates()
        listening = Task { [weak self] in
            for await update in updates { await self?.take(update) }
        }
    }

    private func take(_ update: StoreUpdate) {
        switch update {
        case .networkChanged(isUp: true):
            networkReturns += 1
            pauses.values.forEach { $0.task.cancel() }
            // Another program on the same journal may have left a payment and ended. If it is still there,
            // both send the payment under one key.
            send()
            sendUses()
            synchronise()
        case .accountChanged: synchronise()
        case .networkChanged, .settingsChanged: break
        }
    }
}
