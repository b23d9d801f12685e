internal import AppStore
internal import PaymentCore
internal import Purchasing
internal import StoreModel

/// The books of the store beside those of the devices, account by account.
struct FleetBooks {
    /// Purchases that were charged.
    private(set) var charges = 0
    /// What does not agree, a sentence each.
    private(set) var disagreements: [String]

    /// Compares, once neither the server nor the devices do anything any more.
    init(of store: AppStore, and devices: [AccountIdentifier: [FleetDevice]]) throws {
        let audit = try store.audit()
        disagreements = audit.findings
        let books = Dictionary(uniqueKeysWithValues: audit.accounts.map { ($0.account, $0) })
        for (account, devices) in devices {
            let book = books[account]
            let (charged, transactions) = (book?.charges ?? 0, book?.transactions ?? 0)
            charges += charged
            let delivered = book?.deliveries ?? 0
            let payments = try devices.reduce(0) { try $0 + $1.journal.transactions().count }
            let ledgers = try devices.map { try $0.credits.audit() }
            let credited = ledgers.reduce(0) { $0 + $1.entryCount }
            guard Set([payments, charged, transactions, delivered, credited]).count == 1 else {
                disagreements.append(
                    "\(account): \(payments) payments, \(charged) charges, \(transactions) transactions, "
                        + "\(delivered) deliveries, \(credited) credited.")
                continue
            }
            let worth = try Self.worth(of: account, in: store)
            let balance = ledgers.reduce(0) { $0 + $1.balance }
            if worth != balance {
                disagreements.append("\(account): paid for \(worth) credits, and has \(balance).")
            }
            disagreements += ledgers.flatMap(\.findings).map { "\(account): \($0)" }
        }
    }

    /// The credits that the account was charged for.
    private static func worth(of account: AccountIdentifier, in store: AppStore) throws -> Int {
        var worth = 0
        var before: Int64?
        while true {
            let page = try store.purchases(of: account, before: before, limit: 1000)
            guard let last = page.last else { return worth }
            for purchase in page where purchase.status == "purchased" {
                worth += (CreditManager.credits(for: purchase.productIdentifier) ?? 0) * purchase.quantity
            }
            before = last.number
        }
    }
}
