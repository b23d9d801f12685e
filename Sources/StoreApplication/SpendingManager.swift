package import DeviceStorage
internal import StoreModel
internal import StorefrontMessages
internal import Synchronization

/// Spends credits and audits their ledger for `Application`, and says on the bus what the balance is and what was
/// found.
package final class SpendingManager: Manager {
    package let work: WorkQueue
    private let credits: CreditManager
    private let rereads = CoalescedWork<Void>()
    private let found = Mutex<[LedgerFinding]>([])

    init(bus: ApplicationBus, credits: CreditManager) {
        work = WorkQueue(bus)
        self.credits = credits
    }

    package var findings: [LedgerFinding] { found.withLock { $0 } }

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

    /// Posts the balance if another program has changed it.
    func ledgerMayHaveChanged() {
        rereads.add((), to: work) { [weak self] in
            guard let self else { return }
            bus.publishState {
                guard let balance = try? credits.balanceWrittenElsewhere() else { return nil }
                return .balanceChanged(BalanceChanged(balance: balance, change: 0, cause: .loaded))
            }
        }
    }

    /// Posts the balance, looks at what was written to the ledger since its checkpoint, and posts `ledgerTampered` if it does
    /// not hold what was written to it.
    func audit() {
        var before: Int?
        do {
            try bus.publishState { () throws(CreditError) in
                let balance = try credits.balance()
                before = balance
                return .balanceChanged(BalanceChanged(balance: balance, change: 0, cause: .loaded))
            }
        } catch {
            // Of a head that was edited the audit speaks.
            if error != .tampered { bus.report(error) }
        }
        _ = audit(.sinceCheckpoint, before: before)
    }

    /// Looks through the whole ledger, and posts `ledgerTampered` if it does not hold what was written to it. Takes long where
    /// it is long.
    ///
    /// - Parameter progress: hears the number of entries that were looked at; false ends it, and nothing is posted.
    /// - Returns: what was found; nil where it was ended or the ledger cannot be read.
    func auditWhole(progress: (Int) -> Bool) -> LedgerAudit? {
        audit(.whole, before: try? credits.balance(), progress: progress)
    }

    private func audit(
        _ extent: LedgerAudit.Extent, before: Int?, progress: (Int) -> Bool = { _ in true }
    ) -> LedgerAudit? {
        do {
            let audit = try credits.audit(extent, progress: progress)
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
