internal import StoreDatabase
internal import StoreModel

extension Checkout {
    /// A page of what a restore brings back; see `StoreService.restoredPurchases`. Nothing is written: the transactions are
    /// those of the purchases themselves, so there is one of each, however many restores there are.
    func restored(
        after cursor: RestoredPurchases.Cursor?, limit: Int, _ database: any StoreTransaction
    ) throws -> RestoredPurchases {
        let limit = min(max(limit, 1), RestoredPurchases.mostPerPage)
        let records = try store.purchaseTable.restorable(
            of: account.identifier, behind: cursor ?? 0, limit: limit + 1, database)
        let page = records.prefix(limit)
        return RestoredPurchases(
            purchases: page.compactMap(RestoredPurchase.init),
            next: records.count > limit ? page.last?.history?.modification : nil)
    }
}

extension RestoredPurchase {
    /// The purchase that a record is of; nil for one that was not charged.
    fileprivate init?(_ record: PurchaseRecord) {
        guard let signed = record.signed, let date = record.date, let history = record.history else { return nil }
        self.init(
            productIdentifier: record.request.productIdentifier, quantity: record.request.quantity,
            transactionIdentifier: record.transactionIdentifier,
            originalTransactionIdentifier: PurchaseRecord.transactionIdentifier(
                of: record.period?.subscription ?? record.number), transactionDate: history.purchaseDate,
            revocationDate: record.status == .revoked ? date : nil, signedTransaction: signed)
    }
}
