package import StoreModel

extension CreditManager {
    /// Appends many entries in one database transaction, as they come with purchases and spends, to see what a long ledger costs.
    /// Nothing is verified.
    ///
    /// - Parameter entries: a purchase and its proof each; nil spends one credit.
    package func fill(with entries: some Sequence<(TransactionPayload, SignedTransaction)?>) throws(CreditError) {
        try write { writer in
            for entry in entries {
                guard let (payload, signed) = entry else {
                    try writer.spend(1)
                    continue
                }
                _ = try writer.credit(payload, signed, worth: MonkeyCredits.worth(of: payload) ?? 0)
            }
        }
    }
}
