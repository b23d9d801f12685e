internal import StoreModel

/// What counts of the record of what is owned, up to its head: every purchase for good, and of each subscription the period that
/// began last (what an upgrade replaced does not count any more), each as the store signed it last.
struct EntitlementRecord {
    private struct Counting {
        let sequence: Int
        let entitlement: Entitlement
    }

    private(set) var head: LedgerHead
    private var boughtForGood: [TransactionIdentifier: Counting] = [:]
    private var periods: [TransactionIdentifier: Counting] = [:]

    init(head: LedgerHead) { self.head = head }

    /// The numbers of the entries that count.
    var counting: [Int] { (boughtForGood.values.map(\.sequence) + periods.values.map(\.sequence)).sorted() }

    /// Takes an entry.
    ///
    /// - Parameter movingHead: whether the record ends with it now.
    mutating func take(_ entry: EntitlementEntry, movingHead: Bool = true) {
        if movingHead { head = entry.head }
        let entitlement = entry.entitlement
        guard isNewer(entitlement) == true else { return }
        let counting = Counting(sequence: entry.sequence, entitlement: entitlement)
        if entitlement.expiresDate == nil {
            boughtForGood[entitlement.transactionIdentifier] = counting
        } else {
            periods[entitlement.originalTransactionIdentifier] = counting
        }
    }

    /// Whether an entitlement takes the place of what is known; nil where the record cannot know: it is about a period that does
    /// not count.
    func isNewer(_ entitlement: Entitlement) -> Bool? {
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

    /// Of each subscription the period that began last, the oldest first.
    var latestPeriods: [Entitlement] {
        periods.values.map(\.entitlement).sorted { $0.purchaseDate < $1.purchaseDate }
    }
}
