internal import StoreDatabase
package import StoreModel

/// Requests for refunds in a customer's name: an administrator (`NotificationRoutes`) or a scenario (`ScenarioPlayer`)
/// makes one or declines it. `Checkout` grants the refund; the device hears of nothing before that.
///
///     purchased, without a request    requestRefund       -> purchased, with a request
///     purchased, with a request       declineRefund       -> purchased, without a request
///     purchased, with or without      refund (`Checkout`) -> revoked, without a request
///
/// Any other request or refusal throws `StoreAdministrationError.invalidAction`.
extension AppStore {
    /// Asks for a refund in the customer's name. For consumables and subscriptions the developer's server is asked how
    /// they were used (`CONSUMPTION_REQUEST`). Throws `StoreAdministrationError.invalidAction` where it is not paid, or
    /// asked for already.
    package func requestRefund(
        of transaction: TransactionIdentifier, because reason: RefundReason
    ) throws(StoreAdministrationError) {
        try administration { try database.write { try requestRefund(of: transaction, because: reason, $0) } }
    }

    func requestRefund(
        of transaction: TransactionIdentifier, because reason: RefundReason,
        keeping: NotificationKeeping = .whereAddressed, _ database: any StoreTransaction
    ) throws {
        try change(transaction, database) { record, environment in
            guard record.refundRequest == nil, let kind = record.history?.kind else {
                throw StoreAdministrationError.invalidAction
            }
            record.refundRequest = reason
            guard kind == .consumable || kind == .autoRenewable else { return }
            try notify(
                .consumptionRequest, about: record, in: environment, reason: reason, keeping: keeping, database)
        }
    }

    package func declineRefund(of transaction: TransactionIdentifier) throws(StoreAdministrationError) {
        try administration { try database.write { try declineRefund(of: transaction, $0) } }
    }

    func declineRefund(
        of transaction: TransactionIdentifier, keeping: NotificationKeeping = .whereAddressed,
        _ database: any StoreTransaction
    ) throws {
        try change(transaction, database) { record, environment in
            guard record.refundRequest != nil else { throw StoreAdministrationError.invalidAction }
            record.refundRequest = nil
            try notify(.refundDeclined, about: record, in: environment, keeping: keeping, database)
        }
    }

    /// The developer's server's last report on how a purchase was used, as JSON; nil if it sent none.
    package func consumptionReport(of transaction: TransactionIdentifier) throws(StoreAdministrationError) -> String? {
        guard let number = PurchaseRecord.number(of: transaction) else { return nil }
        return try reading { try ConsumptionTable.report(of: number, $0) }
    }

    private func change(
        _ transaction: TransactionIdentifier, _ database: any StoreTransaction,
        _ body: (inout PurchaseRecord, StoreEnvironment) throws -> Void
    ) throws {
        guard let number = PurchaseRecord.number(of: transaction),
            var record = try purchaseTable.find(number: number, database),
            let account = try AccountTable.find(record.account, database)
        else { throw StoreAdministrationError.noTransactionFound }
        guard record.status == .purchased else { throw StoreAdministrationError.invalidAction }
        try body(&record, account.environment)
        try purchaseTable.update(record, database)
    }
}

/// Why a customer wants the money back; the words are Apple's (`consumptionRequestReason`).
package enum RefundReason: String, Hashable, Sendable, Codable, CaseIterable {
    case unintendedPurchase = "UNINTENDED_PURCHASE"
    case fulfillmentIssue = "FULFILLMENT_ISSUE"
    case unsatisfied = "UNSATISFIED_WITH_PURCHASE"
    case legal = "LEGAL"
    case other = "OTHER"
}
