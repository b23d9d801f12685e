package import EventBus
internal import SQLiteStorage
internal import StoreModel
internal import Synchronization

/// Spends credits when the user wants to, and says on the bus what the balance is.
package final class SpendingManager: Sendable {
    private let bus: EventBus
    private let credits: CreditManager
    private let work = WorkQueue()
    private let rereads: CoalescedWork<Void>
    private let observation = Mutex<Observation?>(nil)
    private let found = Mutex<[LedgerFinding]>([])

    /// A manager that listens for `SpendRequested` from now on.
    package init(bus: EventBus, credits: CreditManager) {
        self.bus = bus
        self.credits = credits
        rereads = CoalescedWork(on: work)
        let token = bus.observe { [weak self] (wish: SpendRequested) in
            guard let self else { return }
            work.add { self.spend(wish.credits) }
        }
        observation.withLock { $0 = token }
    }

    /// What the audits of this run have found.
    package var findings: [LedgerFinding] { found.withLock { $0 } }

    /// Stops listening, and returns when what was wished before is done.
    package func close() async {
        observation.withLock { $0.take() }?.cancel()
        await work.drain()
    }

    /// Spends, and posts `BalanceChanged`, `SpendRefused` or `ActionFailed`.
    package func spend(_ amount: Int) {
        do {
            let balance = try credits.spend(amount)
            bus.post(BalanceChanged(balance: balance, change: -amount, cause: .spend))
        } catch .notEnough(let balance) {
            bus.post(SpendRefused(credits: amount, balance: balance))
        } catch {
            bus.post(ActionFailed(sentence: error.description))
        }
    }

    /// Reads the balance and posts it. A head that was edited is left to `audit`.
    ///
    /// - Returns: the balance, where it could be read.
    @discardableResult
    package func announceBalance() -> Int? {
        do {
            let balance = try credits.balance()
            bus.post(BalanceChanged(balance: balance, change: 0, cause: .loaded))
            return balance
        } catch .tampered {
            return nil
        } catch {
            bus.post(ActionFailed(sentence: error.description))
            return nil
        }
    }

    /// Posts the balance if another program has changed it.
    package func ledgerMayHaveChanged() {
        rereads.add(()) { [weak self] in
            guard let self, let balance = try? credits.balanceWrittenElsewhere() else { return }
            bus.post(BalanceChanged(balance: balance, change: 0, cause: .loaded))
        }
    }

    /// Posts the balance, looks at what was written to the ledger since its checkpoint, and posts `LedgerTampered` if it does
    /// not hold what was written to it.
    package func audit() {
        let before = announceBalance()
        report(before: before) { () throws(CreditError) in try credits.audit(.sinceCheckpoint) }
    }

    /// Looks through the whole ledger, and posts `LedgerTampered` if it does not hold what was written to it. Takes long where
    /// it is long.
    ///
    /// - Parameter progress: hears the number of entries that were looked at; false ends it, and nothing is posted.
    /// - Returns: what was found; nil where it was ended or the ledger cannot be read.
    @discardableResult
    package func auditWhole(progress: (Int) -> Bool) -> LedgerAudit? {
        let before = try? credits.balance()
        return report(before: before) { () throws(CreditError) in try credits.audit(.whole, progress: progress) }
    }

    @discardableResult
    private func report(before: Int?, _ audit: () throws(CreditError) -> LedgerAudit) -> LedgerAudit? {
        do {
            let audit = try audit()
            guard !audit.findings.isEmpty else { return audit }
            found.withLock { $0 += audit.findings }
            let balance = audit.balance
            bus.post(BalanceChanged(balance: balance, change: balance - (before ?? balance), cause: .correction))
            bus.post(LedgerTampered(findings: audit.findings.map(\.description), balance: balance))
            return audit
        } catch .interrupted {
            return nil
        } catch {
            bus.post(ActionFailed(sentence: error.description))
            return nil
        }
    }
}
