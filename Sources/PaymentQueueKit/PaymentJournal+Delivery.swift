package import GRDB
package import StoreModel

extension PaymentJournal {
    /// Whether a transaction is in the queue still, as it is in the write that asks.
    package static func isUnfinished(_ key: IdempotencyKey, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM payment_journal WHERE key = ? AND isFinished = 0)")
        return try Bool.fetchOne(statement, arguments: [key.rawValue]) ?? false
    }
}
