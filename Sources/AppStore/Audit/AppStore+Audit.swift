internal import DurableStorage
internal import GRDB
internal import StoreModel

extension AppStore {
    /// Looks at every payment: whether what was charged is what was signed, with the store's own signature, for the account
    /// that was charged. One consistent snapshot; others buy meanwhile.
    ///
    /// - Throws: `StorageError`.
    public func audit() throws -> StoreAudit {
        try database.read { database in
            var audit = StoreAudit()
            var verifier: (account: AccountIdentifier, verifier: TransactionVerifier)?
            try purchaseTable.forEachCharged(database) { record in
                if verifier?.account != record.account {
                    guard let account = try AccountTable.find(record.account, database) else {
                        audit.findings.append("Payment \(record.number) belongs to no account.")
                        return
                    }
                    verifier = (record.account, try self.verifier(for: account))
                }
                let fault = verifier.flatMap { Self.fault(of: record, $0.verifier) }
                if let fault { audit.findings.append("Payment \(record.number): \(fault).") }
                audit.count(record, isRight: fault == nil)
            }
            return audit
        }
    }

    private static func fault(of record: PurchaseRecord, _ verifier: TransactionVerifier) -> String? {
        guard let signed = record.signed else { return "charged, and nothing was signed for it" }
        let payload: TransactionPayload
        do { payload = try verifier.verify(signed) } catch { return "its transaction is not authentic (\(error))" }
        guard payload.transactionId == record.transactionIdentifier else { return "the transaction is another one's" }
        guard payload.productId == record.request.productIdentifier, payload.quantity == record.request.quantity else {
            return "the transaction is for something else"
        }
        guard (payload.revocationDate != nil) == (record.status == .revoked) else {
            return "the transaction and the row disagree about a refund"
        }
        return nil
    }
}
