internal import StoreDatabase
internal import StoreModel

/// Queries about what an account owns, and what a restore brings back.
extension PurchaseTable {
    /// The purchase by which an account owns a non-consumable product.
    func owned(
        _ product: ProductIdentifier, by account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> PurchaseRecord? {
        let sql = """
            SELECT * FROM purchase WHERE account = ? AND product = ?
                AND kind = 'Non-Consumable' AND status = 'purchased' AND original IS NULL
            ORDER BY number LIMIT 1
            """
        return try database.row(sql, [account.rawValue, product.rawValue]).map(record)
    }

    func repeating(_ number: Int64, _ database: any StoreTransaction) throws -> [PurchaseRecord] {
        let sql = "SELECT * FROM purchase WHERE original = ? AND original IS NOT NULL ORDER BY number"
        return try database.rows(sql, [number]).map(record)
    }

    /// What a restore brings back of an account, in the order in which it happened, behind `modification`: purchases that
    /// were finished on their device, and refunds.
    func restorable(
        of account: AccountIdentifier, behind modification: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [PurchaseRecord] {
        let sql = """
            SELECT * FROM purchase WHERE account = ? AND modification > ?
                AND kind IN ('Non-Consumable', 'Auto-Renewable Subscription') AND original IS NULL
                AND (status = 'revoked' OR status = 'purchased' AND isFinished = 1)
            ORDER BY modification LIMIT ?
            """
        return try database.rows(sql, [account.rawValue, modification, limit]).map(record)
    }
}
