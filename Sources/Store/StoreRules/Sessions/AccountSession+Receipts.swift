package import StoreModel

/// The receipts of an account's device, for the payment queue, the server's
/// routes and answers of verifyReceipt.
extension AccountSession {
    /// The app receipt of this device as base64 in one line. It has everything the account bought, but
    /// consumables only until they are finished.
    package func receipt(as encoding: ReceiptEncoding = .appStore) throws -> String {
        try store.makeDueRenewals(of: account.identifier)
        let (records, date) = try store.database.read { database in
            (
                try store.purchaseTable.onReceipt(of: account.identifier, database),
                try store.date(of: account.identifier, database)
            )
        }
        let purchases = try records.compactMap(\.signed).map(TransactionSigner.payload)
        return try receipt(of: purchases, at: date, as: encoding)
    }

    /// The app receipt of this device with these purchases, made at `date`.
    func receipt(
        of purchases: [TransactionPayload], at date: Timestamp, as encoding: ReceiptEncoding = .appStore
    ) throws -> String {
        let receipt = AppReceipt(
            environment: account.environment, bundleIdentifier: store.application.bundleIdentifier.rawValue,
            appItemIdentifier: account.environment == .production
                ? store.application.appleIdentifier.rawValue : 0,
            applicationVersion: store.application.version, creationDate: date.wholeSecond,
            purchases: purchases.map { InAppPurchase($0) })
        return try receipt.signed(by: store.signer, for: Array((device ?? "").utf8), as: encoding)
    }

    /// The receipt of one transaction as StoreKit gave it before there were app receipts, as base64; nil if
    /// it is not the account's.
    package func legacyReceipt(for transaction: TransactionIdentifier) throws -> String? {
        guard let number = PurchaseRecord.number(of: transaction) else { return nil }
        return try store.database.read { database in
            try store.purchaseTable.find(number: number, of: account.identifier, database)?.signed
        }.flatMap(TransactionReceipt.init)?.base64
    }
}
