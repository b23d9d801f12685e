internal import DurableStorage
public import EventBus
public import StoreModel
internal import Synchronization

/// Spends credits when the user wants to, and says on the bus what the balance is.
public final class SpendingManager: Sendable {
    private let bus: EventBus
    private let credits: CreditManager
    private let work = WorkQueue()
    private let observation = Mutex<Observation?>(nil)

    /// A manager that listens for `SpendRequested` from now on.
    public init(bus: EventBus, credits: CreditManager) {
        self.bus = bus
        self.credits = credits
        let token = bus.observe { [weak self] (wish: SpendRequested) in
            self?.work.add { self?.spend(wish.credits) }
        }
        observation.withLock { $0 = token }
    }

    /// Spends, and posts `BalanceChanged`, `SpendRefused` or `ActionFailed`.
    public func spend(_ amount: Int) {
        do {
            let balance = try credits.spend(amount)
            bus.post(BalanceChanged(balance: balance, change: -amount, cause: .spend))
        } catch .notEnough(let balance) {
            bus.post(SpendRefused(credits: amount, balance: balance))
        } catch {
            bus.post(ActionFailed(sentence: error.description))
        }
    }

    /// Reads the balance and posts it.
    public func announceBalance() {
        do {
            bus.post(BalanceChanged(balance: try credits.balance(), change: 0, cause: .loaded))
        } catch {
            bus.post(ActionFailed(sentence: "\(error)"))
        }
    }

    /// Looks through the whole ledger and posts `LedgerTampered` if it does not hold what was written to it.
    public func audit() {
        do {
            let audit = try credits.audit()
            guard !audit.findings.isEmpty else { return }
            bus.post(LedgerTampered(findings: audit.findings, balance: audit.balance))
            bus.post(BalanceChanged(balance: audit.balance, change: audit.correction, cause: .correction))
        } catch {
            bus.post(ActionFailed(sentence: "\(error)"))
        }
    }
}
