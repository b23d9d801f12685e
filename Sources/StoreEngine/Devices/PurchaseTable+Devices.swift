internal import StoreDatabase
internal import StoreModel

extension PurchaseTable {
    /// Makes all purchases of a device another's, which has not dealt with any of them.
    func move(
        from device: String, to successor: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws {
        try database.execute(
            "UPDATE purchase SET device = ?, isFinished = 0 WHERE account = ? AND device = ?",
            [successor, account.rawValue, device])
    }
}
