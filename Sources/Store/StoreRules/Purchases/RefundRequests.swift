package import StoreModel

/// Requests for refunds in a customer's name. An administrator or a scenario (`ScenarioPlayer`) makes or
/// declines them. The refund itself is a `TransactionAction`; the device hears of nothing before that.
///
///     purchased, without a request    requestRefund       -> purchased, with a request
///     purchased, with a request       declineRefund       -> purchased, without a request
///     purchased, with or without      refund (`Checkout`) -> revoked, without a request
///
/// A purchase that repeats another one was not charged, so nobody wants its money back. As at Apple, a
/// request for a subscription's current period also turns the renewal off, while it is paid.
/// Any other request or refusal throws `StoreAdministrationError.invalidAction`.
extension Checkout {
    func requestRefund(
        of record: PurchaseRecord, because reason: RefundReason, _ database: any StoreTransaction
    ) throws {
        guard record.status == .purchased, record.refundRequest == nil, record.history != nil,
            record.original == nil
        else {
            throw StoreAdministrationError.invalidAction
        }
        let record = try setRefundRequest(reason, of: record, database)
        try post(.refundRequested(record, reason), database)
        // A cancellation while a renewal is unpaid would end the service at once.
        if let subscription = try subscription(inPeriodOf: record, database), subscription.phase == .active,
            subscription.isAutoRenewing
        {
            try perform(.cancel, on: subscription, database)
        }
    }

    func declineRefund(of record: PurchaseRecord, _ database: any StoreTransaction) throws {
        guard record.status == .purchased, record.refundRequest != nil else {
            throw StoreAdministrationError.invalidAction
        }
        try post(.refundDeclined(setRefundRequest(nil, of: record, database)), database)
    }

    /// Returns the record as it is then.
    private func setRefundRequest(
        _ reason: RefundReason?, of record: PurchaseRecord, _ database: any StoreTransaction
    ) throws -> PurchaseRecord {
        var record = record
        record.refundRequest = reason
        try store.purchaseTable.update(record, database)
        try store.countOtherChange(of: account.identifier, database)
        return record
    }
}

extension AppStore {
    /// Asks for a refund in the customer's name.
    package func requestRefund(
        of transaction: TransactionIdentifier, because reason: RefundReason
    ) throws(StoreAdministrationError) {
        try change(transaction) { try $0.requestRefund(of: $1, because: reason, $2) }
    }

    package func declineRefund(of transaction: TransactionIdentifier) throws(StoreAdministrationError) {
        try change(transaction) { try $0.declineRefund(of: $1, $2) }
    }

    private func change(
        _ transaction: TransactionIdentifier,
        _ work: (Checkout, PurchaseRecord, any StoreTransaction) throws -> Void
    ) throws(StoreAdministrationError) {
        // A payment's key may look like the identifier of another transaction.
        try changePurchase(
            { database in
                try PurchaseRecord.number(of: transaction).flatMap {
                    try purchaseTable.find(number: $0, database)
                }
            }, work)
    }
}

/// Why a customer wants the money back; the words are Apple's (`consumptionRequestReason`).
package enum RefundReason: String, Hashable, Sendable, Codable, CaseIterable {
    case unintendedPurchase = "UNINTENDED_PURCHASE"
    case fulfillmentIssue = "FULFILLMENT_ISSUE"
    case unsatisfied = "UNSATISFIED_WITH_PURCHASE"
    case legal = "LEGAL"
    case other = "OTHER"

    /// Apple's `revocationReason` of the refund: 1 for a fault of the application, 0 for anything else.
    var revocationReason: Int {
        switch self {
        case .fulfillmentIssue, .unsatisfied: 1
        case .unintendedPurchase, .legal, .other: 0
        }
    }
}
