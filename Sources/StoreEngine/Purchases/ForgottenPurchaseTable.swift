internal import StoreDatabase
internal import StoreModel

/// The table of transactions that devices say they have, and that the store does not: they were made before an older
/// copy of the database was put back. `Checkout` notes them, and the audit names them.
enum ForgottenPurchaseTable {
    /// How many are kept of an account, which may say what it likes.
    static let mostPerAccount = 1000

    /// Notes which of these payments a device of the account has and the store does not.
    static func note(
        _ numbers: [Int64], of account: AccountIdentifier, on device: String?, at now: Timestamp,
        _ database: any StoreTransaction
    ) throws {
        let missing = try numbers.filter { number in
            let sql = "SELECT NOT EXISTS (SELECT 1 FROM purchase WHERE number = ? AND account = ?)"
            return try database.value(Bool.self, sql, [number, account]) ?? false
        }
        guard !missing.isEmpty else { return }
        let kept = try database.value(
            Int.self, "SELECT count(*) FROM forgotten_purchase WHERE account = ?", [account])
        for number in missing.prefix(max(0, mostPerAccount - (kept ?? 0))) {
            try database.execute(
                "INSERT INTO forgotten_purchase VALUES (?, ?, ?, ?) ON CONFLICT (account, number) DO NOTHING",
                [account, number, device, now])
        }
    }

    /// A sentence for each that the store still does not have, account by account.
    static func findings(_ database: any StoreTransaction) throws -> [String] {
        try database.rows(
            """
            SELECT account, number FROM forgotten_purchase
            WHERE NOT EXISTS (
                SELECT 1 FROM purchase
                WHERE purchase.number = forgotten_purchase.number AND purchase.account = forgotten_purchase.account
            )
            ORDER BY account, number
            """
        ).map { row in
            let identifier = PurchaseRecord.transactionIdentifier(of: row["number"])
            let account: String = row["account"]
            return
                "Transaction \(identifier) of \(account): a device says that it has it, and this database does not. An older "
                + "copy of the database may have been put back."
        }
    }
}
