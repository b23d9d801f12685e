internal import StoreDatabase
internal import StoreModel

/// Finds the purchase or the customer that a number in a path names.
extension ServerAPI {
    /// A purchase by the number of its transaction. Throws `ServerAPIError`: `invalid` where it is no number, `missing`
    /// where this environment has none like it.
    func purchase(
        _ identifier: String, in environment: StoreEnvironment, orThrow invalid: ServerAPIError,
        _ missing: ServerAPIError, _ database: any StoreTransaction
    ) throws -> (PurchaseRecord, Account) {
        try Self.checkNumber(identifier, orThrow: invalid)
        guard let number = PurchaseRecord.number(of: TransactionIdentifier(rawValue: identifier)),
            let record = try store.purchaseTable.find(number: number, database), record.signed != nil,
            record.transactionIdentifier.rawValue == identifier,
            let account = try AccountTable.find(record.account, database), account.environment == environment
        else { throw missing }
        return (record, account)
    }

    func purchase(
        _ identifier: String, in environment: StoreEnvironment, _ database: any StoreTransaction
    ) throws -> (PurchaseRecord, Account) {
        try purchase(
            identifier, in: environment, orThrow: .invalidTransactionIdentifier, .transactionIdentifierNotFound,
            database)
    }

    /// A customer by the number of a transaction or of the application's download.
    func customer(_ identifier: String, in environment: StoreEnvironment, _ database: any StoreTransaction) throws
        -> Account
    {
        if let account = try downloader(identifier, in: environment, database) { return account }
        return try purchase(identifier, in: environment, database).1
    }

    /// The customer with the application's download of that number; nil where it is another number.
    func downloader(_ identifier: String, in environment: StoreEnvironment, _ database: any StoreTransaction) throws
        -> Account?
    {
        guard let number = Account.number(ofAppTransaction: identifier),
            let account = try AccountTable.find(number: number, database),
            account.appTransactionIdentifier == identifier, account.environment == environment
        else { return nil }
        return account
    }

    private static func checkNumber(_ identifier: String, orThrow error: ServerAPIError) throws(ServerAPIError) {
        let isNumber = identifier.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard isNumber, Int64(identifier) != nil else { throw error }
    }
}
