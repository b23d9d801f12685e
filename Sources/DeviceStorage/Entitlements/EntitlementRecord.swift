internal import StoreModel

/// The entries that count in the record of what is owned: purchases for good, of each subscription the period that
/// began last, and purchases of which pieces are left. `EntitlementTable` reads them for `Entitlements`, each as the
/// store signed it last. What an upgrade replaced does not count any more.
struct EntitlementRecord {
    private typealias Counting = (sequence: Int, entitlement: Entitlement)

    private(set) var head: LedgerHead
    private var boughtForGood: [TransactionIdentifier: Counting] = [:]
    private var periods: [TransactionIdentifier: Counting] = [:]
    private var pieces: [TransactionIdentifier: Counting] = [:]

    init(head: LedgerHead) { self.head = head }

    var counting: [Int] { [boughtForGood, periods, pieces].flatMap { $0.values.map(\.sequence) }.sorted() }

    /// Takes an entry. `movingHead`: whether the record ends with it now.
    mutating func take(_ entry: EntitlementEntry, movingHead: Bool = true) {
        if movingHead { head = entry.head }
        let entitlement = entry.entitlement
        guard isNewer(entitlement) ?? (entitlement.pieces != nil) else { return }
        let counting = (sequence: entry.sequence, entitlement: entitlement)
        if let bought = entitlement.pieces {
            // What is used up does not count any more, refunded or not.
            pieces[entitlement.transactionIdentifier] = entitlement.used < bought ? counting : nil
        } else if entitlement.expiresDate == nil {
            boughtForGood[entitlement.transactionIdentifier] = counting
        } else {
            periods[entitlement.originalTransactionIdentifier] = counting
        }
    }

    /// Whether an entitlement takes the place of what is known; nil where the record cannot know: it is about a period, or
    /// pieces, that do not count.
    func isNewer(_ entitlement: Entitlement) -> Bool? {
        if entitlement.pieces != nil {
            return pieces[entitlement.transactionIdentifier].map {
                ($0.entitlement.signedDate, $0.entitlement.used) < (entitlement.signedDate, entitlement.used)
            }
        }
        if entitlement.expiresDate == nil {
            let known = boughtForGood[entitlement.transactionIdentifier]?.entitlement
            return known.map { $0.signedDate < entitlement.signedDate } ?? true
        }
        guard let known = periods[entitlement.originalTransactionIdentifier]?.entitlement else { return true }
        if known.transactionIdentifier == entitlement.transactionIdentifier {
            return known.signedDate < entitlement.signedDate
        }
        return known.begins(before: entitlement) ? true : nil
    }

    func ownedProducts(at now: Timestamp) -> Set<ProductIdentifier> {
        let all = boughtForGood.values.lazy.map(\.entitlement) + periods.values.map(\.entitlement)
        return Set(all.filter { $0.isInForce(at: now) }.map(\.productIdentifier))
    }

    /// The purchase by which a product is owned: the first of those for good, or the period of a subscription that began last.
    func purchase(of product: ProductIdentifier, at now: Timestamp) -> Entitlement? {
        func inForce(_ all: [TransactionIdentifier: Counting]) -> [Entitlement] {
            all.values.map(\.entitlement).filter { $0.productIdentifier == product && $0.isInForce(at: now) }
                .sorted { $0.begins(before: $1) }
        }
        return inForce(boughtForGood).first ?? inForce(periods).last
    }

    /// The purchases of a product of which pieces are left, the oldest first.
    func unused(of product: ProductIdentifier) -> [Entitlement] {
        pieces.values.filter { $0.entitlement.productIdentifier == product && $0.entitlement.left > 0 }
            .sorted { $0.sequence < $1.sequence }.map(\.entitlement)
    }

    var piecesLeft: [ProductIdentifier: Int] {
        let unused = pieces.values.lazy.map(\.entitlement).filter { $0.left > 0 }
        return Dictionary(unused.map { ($0.productIdentifier, $0.left) }, uniquingKeysWith: +)
    }

    /// How many pieces of a purchase are used up; nil where it does not count.
    func used(of transaction: TransactionIdentifier) -> Int? { pieces[transaction]?.entitlement.used }

    /// Of each subscription the period that began last, the oldest first.
    var latestPeriods: [Entitlement] {
        periods.values.map(\.entitlement).sorted { $0.purchaseDate < $1.purchaseDate }
    }
}
