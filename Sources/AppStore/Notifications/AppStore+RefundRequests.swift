internal import DurableStorage
internal import GRDB
public import StoreModel

/// Customers who want their money back, as the store's operator plays them. The device hears of it only when a refund is
/// granted.
///
///     purchased                    request -> purchased, with a request
///     purchased, with a request    decline -> purchased
///     purchased, with a request    refund  -> revoked
///
/// Everything else is refused.
extension AppStore {
    /// Asks for a refund in the customer's name. For consumables and subscriptions the developer's server is asked how they
    /// were used (`CONSUMPTION_REQUEST`).
    ///
    /// - Throws: `StoreTestingError.invalidAction` where it is not paid, or asked for already.
    public func requestRefund(
        of transaction: TransactionIdentifier, because reason: RefundReason
    ) throws(StoreTestingError) {
        try change(transaction) { record, environment, database in
            guard record.refundRequest == nil, let kind = record.history?.kind else {
                throw StoreTestingError.invalidAction
            }
            record.refundRequest = reason
            guard kind == .consumable || kind == .autoRenewable else { return }
            try notify(.consumptionRequest, about: record, in: environment, reason: reason, database)
        }
    }

    /// Declines a refund that was asked for.
    ///
    /// - Throws: `StoreTestingError.invalidAction` where none was.
    public func declineRefund(of transaction: TransactionIdentifier) throws(StoreTestingError) {
        try change(transaction) { record, environment, database in
            guard record.refundRequest != nil else { throw StoreTestingError.invalidAction }
            record.refundRequest = nil
            try notify(.refundDeclined, about: record, in: environment, database)
        }
    }

    /// What the developer's server last said about how a purchase was used, as JSON; nil if it said nothing.
    public func consumptionReport(of transaction: TransactionIdentifier) throws(StoreTestingError) -> String? {
        try backRoom {
            guard let number = PurchaseRecord.number(of: transaction) else { return nil }
            return try database.read { try ConsumptionTable.report(of: number, $0) }
        }
    }

    private func change(
        _ transaction: TransactionIdentifier,
        _ body: (inout PurchaseRecord, StoreEnvironment, Database) throws -> Void
    ) throws(StoreTestingError) {
        try backRoom {
            try database.write { database in
                guard let number = PurchaseRecord.number(of: transaction),
                    var record = try purchaseTable.find(number: number, database),
                    let account = try AccountTable.find(record.account, database)
                else { throw StoreTestingError.noTransactionFound }
                guard record.status == .purchased else { throw StoreTestingError.invalidAction }
                try body(&record, account.environment, database)
                try purchaseTable.update(record, database)
            }
        }
    }
}
