package import DeviceStorage
internal import PaymentQueueKit
package import StoreEvents
package import StoreModel
internal import Synchronization

/// Publishes what the account has whenever that changes: the balance and what is owned. It also uses up
/// credits and pieces, and counts the replica again. `Application` makes it and passes on the user's
/// commands. Managers that merge purchases name the cause.
package final class AccountManager: Manager {
    /// What became of a use.
    package enum UseEnd: Hashable, Sendable {
        case confirmed
        /// The store does not answer. The use is deducted from the balance, and goes on by itself.
        case waits
        /// The store has less: another device was faster. Nothing was used.
        case refused(available: Int)
    }

    /// How long to wait for the renewal of a subscription that runs out, before its end is published.
    static let patience = Duration.seconds(1)
    /// The longest sleep until then. The clock that it is measured by stands still while the machine sleeps,
    /// and the wall clock may be set forward.
    package static let longestSleep = Duration.seconds(300)

    private struct Clock: Equatable {
        let offset: Int64
        let frozenAt: Timestamp?

        init(of settings: StoreSettings) {
            (offset, frozenAt) = (settings.clockOffsetMilliseconds, settings.frozenAt)
        }
    }

    private struct State {
        /// What was published last; nil before the start.
        var balance: Int?
        var owned: EntitlementsChanged?
        var waiting = 0
        /// Whether the last exchange brought purchases that were not proved.
        var isLeftOut = false
        /// How much of an exchange of many changes was last reported, in percent.
        var fetched: Int?
        /// Sleeps until the next subscription runs out, if there is one.
        var alarm: Task<Void, Never>?
        /// How the store's clock is set (nil before the store is opened), and what sleeps after it was moved.
        var clock: Clock?
        var clockSleep: Task<Void, Never>?
        var findings: [AccountFinding] = []
        /// The findings that have not been published yet.
        var unsaid: [AccountFinding] = []
        /// Uses that a caller of `use` waits for.
        var awaited: Set<UseIdentifier> = []
    }

    package let work: WorkQueue
    private let replica: AccountReplica
    private let time: TimeSource
    private let rereads = CoalescedWork<Void>()
    private let state = Mutex(State())
    /// The queue that sends uses. It is set once, before anything is asked for.
    private let queue = Mutex<PaymentQueue?>(nil)

    /// Publishes nothing before `start`. `time` is the store's clock, by which subscriptions run out.
    init(bus: EventBus, replica: AccountReplica, time: TimeSource) {
        work = WorkQueue(bus)
        self.replica = replica
        self.time = time
        work.observe(.storeOpened, .settingsChanged) { [weak self] event in
            switch event {
            case .storeOpened(let opened):
                self?.state.withLock { $0.clock = Clock(of: opened.settings.store) }
            case .settingsChanged(let settings): self?.hear(settings.store)
            default: break
            }
        }
    }

    deinit { cancelSleeps() }

    private func cancelSleeps() {
        let (alarm, clockSleep) = state.withLock { ($0.alarm, $0.clockSleep) }
        alarm?.cancel()
        clockSleep?.cancel()
    }

    func send(through queue: PaymentQueue) { self.queue.withLock { $0 = queue } }

    package func close() async {
        await work.close()
        cancelSleeps()
        queue.withLock { $0 = nil }
    }

    // MARK: What there is

    /// What the checks of this run have found.
    package var findings: [AccountFinding] { state.withLock { $0.findings } }

    /// Publishes what the account has.
    func start() throws(ReplicaError) {
        try say(.loaded, always: true)
        noteFindings()
    }

    /// Verifies and counts all rows, and reports what is not valid.
    ///
    /// - Parameter progress: is told how many rows were looked at; false ends the count.
    /// - Returns: how many rows there are; nil if the count was ended, or the replica cannot be read.
    @discardableResult
    package func recount(progress: (Int) -> Bool) -> (purchases: Int, uses: Int)? {
        do throws(ReplicaError) {
            let counts = try replica.recount(progress: progress)
            noteFindings()
            return counts
        } catch {
            if error != .interrupted { bus.report(error) }
            return nil
        }
    }

    /// Merges transactions that prove themselves into the account, in one write, and publishes what the
    /// account has then. A repetition changes nothing.
    func merge(
        _ transactions: [PaymentTransaction], because cause: BalanceChanged.Cause
    ) throws(ReplicaError) {
        try say(cause) { () throws(ReplicaError) in
            try replica.merge(
                signed: transactions.compactMap { transaction in
                    guard let signed = transaction.signedTransaction,
                        let identifier = transaction.transactionIdentifier
                    else { return nil }
                    return (signed: signed, identifier: identifier)
                })
        }
    }

    /// Publishes the balance and what is owned, each if it differs from what was published last.
    ///
    /// - Parameter change: changes the account first. If it were changed before this call, another thread could
    ///   publish the new balance in between, with another cause. Only what the queue has merged itself comes
    ///   before it.
    func say(
        _ cause: BalanceChanged.Cause, always: Bool = false,
        after change: () throws(ReplicaError) -> Void = {}
    ) throws(ReplicaError) {
        try bus.publishState { () throws(ReplicaError) in
            try change()
            let balance = try replica.credits()
            let said = state.withLock { state in
                defer { state.balance = balance }
                return state.balance
            }
            guard always || said != balance else { return nil }
            return .balanceChanged(
                BalanceChanged(balance: balance, change: balance - (said ?? balance), cause: cause))
        }
        try sayOwned(always: always)
    }

    private func sayOwned(always: Bool = false) throws(ReplicaError) {
        try bus.publishState { () throws(ReplicaError) in
            let (numbers, now) = (try replica.numbers(), time.now())
            var owned = numbers.owned(at: now)
            let before = state.withLock { $0.owned }
            setAlarm(after: owned)
            guard always || before != owned else { return nil }
            // A refunded subscription has not run out. A product that another one replaced is in no latest
            // period.
            let over = numbers.latestPeriods.filter { $0.revocationDate == nil && !$0.isInForce(at: now) }
            owned.hasRunOut = Set(over.map(\.productIdentifier))
                .intersection((before?.subscribedUntil ?? [:]).keys).subtracting(owned.subscribedUntil.keys)
            return .entitlementsChanged(owned)
        }
    }

    /// Publishes what has changed without an action here: on another device, by the store, by another
    /// program, or because time has passed. Returns false, and reports the error, if it cannot be read.
    ///
    /// - Parameter isTimeOnly: whether only time has passed. That changes what is owned, and not the balance. If
    ///   the balance has changed meanwhile, somebody else knows why, and publishes it.
    @discardableResult
    func sayWhatChanged(byTimeOnly isTimeOnly: Bool = false) -> Bool {
        guard state.withLock({ $0.balance != nil }) else { return true }
        defer { noteFindings() }
        do {
            if isTimeOnly { try sayOwned() } else { try say(.elsewhere) }
            return true
        } catch {
            bus.report(error)
            return false
        }
    }

    /// Rereads the replica, and has the queue look for requests, because another program may have written to
    /// their file.
    func fileMayHaveChanged() {
        rereads.add((), to: work) { [weak self] in
            guard let self else { return }
            await queue.withLock { $0 }?.handOutDeferredElsewhere()
            // Edited data is repaired when it is read.
            guard (try? replica.wasWrittenElsewhere()) == true else { return noteFindings() }
            sayWhatChanged()
            sayWhatWaits()
        }
    }

    /// Takes note of findings. The replica was counted again, and the store is asked for the rest. The
    /// findings are published when it has answered or could not be reached.
    private func noteFindings() {
        if let trouble = replica.takeTrouble() {
            bus.publish(.actionFailed(.highWaterMarkNotKept(trouble)))
        }
        let findings = replica.takeFindings()
        guard !findings.isEmpty else { return }
        state.withLock { state in
            state.findings += findings
            state.unsaid += findings
        }
        queue.withLock { $0 }?.soon { $0.synchronise() }
    }

    private func sayFindings() {
        noteFindings()
        let findings = state.withLock { exchange(&$0.unsaid, with: []) }
        guard !findings.isEmpty else { return }
        do { try say(.elsewhere) } catch { bus.report(error) }
        bus.publish(.accountRecounted(findings: findings, balance: (try? replica.credits()) ?? 0))
    }

    private func setAlarm(after owned: EntitlementsChanged) {
        let replaced = state.withLock { state in
            let replaced = state.alarm
            state.owned = owned
            state.alarm = owned.subscribedUntil.values.min().map { end in
                Task { [weak self, time] in
                    var pause = RetryPause()
                    while true {
                        var rest =
                            Duration.milliseconds(end.milliseconds - time.now().milliseconds) + Self.patience
                        if rest <= .zero {
                            // Only what was read sets the next alarm.
                            guard self?.sayWhatChanged(byTimeOnly: true) == false else { return }
                            rest = pause.next(time)
                        }
                        do { try await time.sleep(min(rest, Self.longestSleep)) } catch { return }
                    }
                }
            }
            return replaced
        }
        replaced?.cancel()
    }

    /// If the store's clock was moved, subscriptions may have run out, or be in force again. That is published
    /// when their renewals, which the store makes now, have had time to arrive.
    private func hear(_ settings: StoreSettings) {
        let clock = Clock(of: settings)
        let replaced = state.withLock { state -> Task<Void, Never>? in
            guard clock != state.clock else { return nil }
            let replaced = state.clockSleep
            state.clock = clock
            state.clockSleep = Task { [weak self, time] in
                do { try await time.sleep(Self.patience) } catch { return }
                self?.sayWhatChanged(byTimeOnly: true)
            }
            return replaced
        }
        replaced?.cancel()
    }

    // MARK: Uses

    /// Does the same as `use`, but does not wait. `balanceChanged`, `entitlementsChanged`, `spendRefused`,
    /// `usesWaiting` or `actionFailed` follow.
    func request(_ amount: Int, of product: ProductIdentifier? = nil) {
        work.add { [self] in
            guard try ask(for: amount, of: product) else { return }
            await queue.withLock { $0 }?.sendUses()
        }
    }

    /// Uses credits, or pieces of a product: writes the use down, sends it, and returns with the store's
    /// answer, or without one.
    ///
    /// - Throws: `ReplicaError.notEnough` if there is less here; `.notUsed` if the use could not be written
    ///   down; `.usedAndUnread` for trouble after that.
    package func use(_ amount: Int, of product: ProductIdentifier? = nil) async throws(ReplicaError) -> UseEnd
    {
        let id = UseIdentifier.random(at: time.now())
        // Before it is written down: the queue may get its answer right after that.
        state.withLock { _ = $0.awaited.insert(id) }
        defer { state.withLock { _ = $0.awaited.remove(id) } }
        try writeDown(amount, of: product, as: id)
        let isConfirmed: Bool?
        do throws(ReplicaError) {
            await queue.withLock { $0 }?.settleUses()
            isConfirmed = try replica.isConfirmed(id)
        } catch {
            throw error.afterUse
        }
        guard let isConfirmed else { return .refused(available: try replica.available(product)) }
        return isConfirmed ? .confirmed : .waits
    }

    /// Writes a use down and publishes what is left. Returns false if there are not enough credits, which is
    /// published, too.
    private func ask(for amount: Int, of product: ProductIdentifier?) throws(ReplicaError) -> Bool {
        do throws(ReplicaError) {
            try writeDown(amount, of: product)
        } catch {
            switch error {
            // It is written down: it counts and is sent, even if the rest cannot be read.
            case .usedAndUnread: bus.report(error)
            case .notEnough(nil, let available):
                bus.publish(.spendRefused(credits: amount, balance: available))
                return false
            case .notEnough, .interrupted, .notUsed, .storage: throw error
            }
        }
        // If the store is known not to answer, this use waits after the others.
        sayWhatWaits()
        return true
    }

    /// Writes a use down and publishes what is left.
    ///
    /// - Throws: `.notUsed` if the use could not be written down; `.usedAndUnread` for trouble after that.
    private func writeDown(
        _ amount: Int, of product: ProductIdentifier?, as id: UseIdentifier? = nil
    ) throws(ReplicaError) {
        var isWritten = false
        do throws(ReplicaError) {
            try say(.spend) { () throws(ReplicaError) in
                try replica.ask(for: amount, of: product, as: id)
                isWritten = true
            }
        } catch {
            throw isWritten ? error.afterUse : error.beforeUse
        }
    }

    // MARK: What the queue tells

    func take(_ news: AccountNews) {
        switch news {
        case .merging(let done, let all): sayFetched(percent: Int(done * 100 / max(all, 1)))
        case .merged(let isProved):
            if state.withLock({ $0.fetched != nil }) { sayFetched(percent: 100) }
            sayWhatChanged()
            sayFindings()
            // A page may have brought a use whose answer was lost.
            sayWhatWaits()
            sayWhatIsLeftOut(!isProved)
        case .notReached: sayFindings()
        case .used(let use, let outcome):
            switch outcome.result {
            case .confirmed: break
            case .notEnough(let available): refused(use, available: available)
            case .taken: refused(use, available: nil)
            }
            sayWhatWaits()
        case .usesWait(let count): sayWaiting(count)
        }
    }

    /// Reports the progress of an exchange, in steps of five percent. It does not go back if the store has news
    /// while it is asked.
    private func sayFetched(percent: Int) {
        let isNews = state.withLock { state in
            defer { state.fetched = percent == 100 ? nil : max(state.fetched ?? 0, percent) }
            return percent == 100 || percent / 5 > (state.fetched ?? -5) / 5
        }
        if isNews { bus.publish(.accountFetched(percent: percent)) }
    }

    /// - Parameter available: how much there is; nil if the use was refused for another reason.
    private func refused(_ use: Use, available: Int?) {
        // The amount that was deducted for it is available again.
        do { try say(.loaded) } catch { bus.report(error) }
        guard state.withLock({ !$0.awaited.contains(use.id) }) else { return }
        guard let available else {
            bus.publish(.actionFailed(.useTaken))
            return
        }
        if let product = use.productIdentifier {
            bus.report(ReplicaError.notEnough(product, available: available))
        } else {
            bus.publish(.spendRefused(credits: use.amount, balance: available))
        }
    }

    /// Publishes that purchases are left out, if the exchange before left out nothing.
    private func sayWhatIsLeftOut(_ isLeftOut: Bool) {
        let isNews = state.withLock { state in
            defer { state.isLeftOut = isLeftOut }
            return isLeftOut && !state.isLeftOut
        }
        if isNews { bus.publish(.actionFailed(.purchasesLeftOut)) }
    }

    /// Publishes how many uses still wait, if some were reported before.
    private func sayWhatWaits() {
        if state.withLock({ $0.waiting > 0 }) { sayWaiting((try? replica.waitingUses().count) ?? 0) }
    }

    private func sayWaiting(_ count: Int) {
        let isNew = state.withLock { state in
            defer { state.waiting = count }
            return state.waiting != count
        }
        if isNew { bus.publish(.usesWaiting(count)) }
    }
}
