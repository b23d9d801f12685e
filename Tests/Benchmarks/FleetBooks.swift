internal import DeviceStorage
internal import PaymentQueueKit
internal import StoreEngine
internal import StoreModel

/// Compares the books of the store with those of the devices of `FleetBenchmark`, account by account.
struct FleetBooks {
    /// Purchases that were charged.
    private(set) var charges = 0
    /// A sentence for each difference.
    private(set) var disagreements: [String]

    /// Purchases that devices have and the store's put-back database does not.
    private(set) var forgotten = 0

    /// Compares the books of a server and devices that have stopped.
    ///
    /// - Parameter isPutBack: whether an older copy of the store's database was put back; then the audit must name what is missing.
    init(of store: AppStore, and devices: [AccountIdentifier: [FleetDevice]], isPutBack: Bool) throws {
        let audit = try store.audit()
        disagreements = audit.findings.filter { !isPutBack || !$0.hasPrefix("Transaction ") }
        let books = Dictionary(uniqueKeysWithValues: audit.accounts.map { ($0.account, $0) })
        for (account, devices) in devices {
            let book = books[account]
            let (charged, transactions) = (book?.charges ?? 0, book?.transactions ?? 0)
            charges += charged
            let delivered = book?.deliveries ?? 0
            let payments = try devices.reduce(0) { try $0 + $1.journal.page(.newest, limit: .max).transactions.count }
            let credited = try devices.flatMap { try Self.credited(by: $0.credits) }
            let named = Set(
                audit.findings.filter { $0.contains(" of \(account): ") }.compactMap {
                    $0.split(separator: " ").dropFirst().first.map { TransactionIdentifier(rawValue: String($0)) }
                })
            forgotten += named.count
            guard Set([charged, transactions, delivered]).count == 1, payments == credited.count,
                credited.count == charged + named.count
            else {
                disagreements.append(
                    "\(account): \(payments) payments, \(charged) charges, \(transactions) transactions, "
                        + "\(delivered) deliveries, \(credited.count) credited, \(named.count) forgotten.")
                continue
            }
            let purchases = try Self.purchases(of: account, in: store)
            if Set(credited) != named.union(purchases.compactMap(\.transactionIdentifier)) {
                disagreements.append("\(account): what was credited is not what was charged.")
            }
            if isPutBack { continue }
            let worth = purchases.reduce(0) {
                $0 + (MonkeyCredits.worth(of: $1.productIdentifier) ?? 0) * $1.quantity
            }
            let ledgers = try devices.map { try $0.credits.audit() }
            let balance = ledgers.reduce(0) { $0 + $1.balance }
            if worth != balance {
                disagreements.append("\(account): paid for \(worth) credits, and has \(balance).")
            }
            disagreements += ledgers.flatMap(\.findings).map { "\(account): \($0)" }
        }
    }

    /// The transactions that a device has credited.
    private static func credited(by credits: CreditManager) throws -> [TransactionIdentifier?] {
        try credits.entries(limit: .max).filter { $0.kind == .purchase }.map(\.transactionIdentifier)
    }

    /// The purchases that the account was charged for.
    private static func purchases(of account: AccountIdentifier, in store: AppStore) throws -> [PurchaseSummary] {
        var purchases: [PurchaseSummary] = []
        while case let page = try store.purchases(of: account, before: purchases.last?.number, limit: 1000),
            !page.isEmpty
        {
            purchases += page
        }
        return purchases.filter { $0.status == "purchased" }
    }
}
