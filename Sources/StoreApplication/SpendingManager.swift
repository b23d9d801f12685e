package import DeviceStorage
internal import StoreModel
internal import StorefrontMessages
internal import Synchronization

/// Spends credits when the user wants to, and says on the bus what the balance is.
package final class SpendingManager: Sendable {
    private let bus: ApplicationBus
    private let credits: CreditManager
    private let work = WorkQueue()
    private let rereads: CoalescedWork<Void>
    private let found = Mutex<[LedgerFinding]>([])

    package init(bus: ApplicationBus, credits: CreditManager) {
        self.bus = bus
        self.credits = credits
        rereads = CoalescedWork(on: work)
    }

    package var findings: [LedgerFinding] { found.withLock { $0 } }

    /// Returns when all that was asked for before is done.
    package func close() async { await work.drain() }

    /// Spends as `spend` does, without waiting for it.
    func request(spending amount: Int) { work.add { self.spend(amount) } }

    /// Spends, and posts `balanceChanged`, `spendRefused` or `actionFailed`.
    package func spend(_ amount: Int) {
        do {
            try bus.publishState { () throws(CreditError) in
                .balanceChanged(BalanceChanged(balance: try credits.spend(amount), change: -amount, cause: .spend))
            }
        } catch .notEnough(let balance) {
            bus.publish(.spendRefused(credits: amount, balance: balance))
        } catch {
            bus.report(error)
        }
    }

    /// Reads the balance and posts it. A head that was edited is left to `audit`.
    ///
    /// - Returns: the balance, where it could be read.
    @discardableResult
    package func announceBalance() -> Int? {
        do {
            var balance = 0
            try bus.publishState { () throws(CreditError) in
                balance = try credits.balance()
                return .balanceChanged(BalanceChanged(balance: balance, change: 0, cause: .loaded))
            }
            return balance
        } catch .tampered {
            return nil
        } catch {
            bus.report(error)
            return nil
        }
    }

    /// Posts the balance if another program has changed it.
    package func ledgerMayHaveChanged() {
        rereads.add(()) { [weak self] in
            guard let self else { return }
            bus.publishState {
                guard let balance = try? credits.balanceWrittenElsewhere() else { return nil }
                return .balanceChanged(BalanceChanged(balance: balance, change: 0, cause: .loaded))
            }
        }
    }

    /// Posts the balance, looks at what was written to the ledger since its checkpoint, and posts `ledgerTampered` if it does
    /// not hold what was written to it.
    package func audit() {
        let before = announceBalance()
        report(before: before) { () throws(CreditError) in try credits.audit(.sinceCheckpoint) }
    }

    /// Looks through the whole ledger, and posts `ledgerTampered` if it does not hold what was written to it. Takes long where
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
            bus.publishState {
                // Something may have been bought since.
                let balance = (try? credits.balance()) ?? audit.balance
                return .balanceChanged(
                    BalanceChanged(
                        balance: balance, change: audit.balance - (before ?? audit.balance), cause: .correction))
            }
            bus.publish(.ledgerTampered(findings: audit.findings.map(\.description), balance: audit.balance))
            return audit
        } catch .interrupted {
            return nil
        } catch {
            bus.report(error)
            return nil
        }
    }
}
