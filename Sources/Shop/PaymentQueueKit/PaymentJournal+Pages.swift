internal import GRDB
internal import Storage
package import StoreModel

/// The list of transactions, page by page, for `TransactionManager` and the command `history`. The cost of a
/// page does not depend on how many transactions there are.
extension PaymentJournal {
    /// A part of the list, newest first. Its transactions come without the signed transaction.
    package struct Page: Hashable, Sendable {
        package let transactions: [PaymentTransaction]
        package let hasNewer: Bool
        package let hasOlder: Bool
    }

    /// At most `limit` transactions from one place of the list. If the transaction that `place` names is not
    /// in the journal, `older` and `newer` give nothing, and `around` gives the newest.
    package func page(_ place: TransactionPlace, limit: Int) throws -> Page {
        try file.read { database in
            let rows: [Row]
            switch place {
            case .newest: rows = try database.rows(below: .max, limit)
            case .oldest: rows = try database.rows(above: 0, limit)
            case .older(let key):
                rows = try database.sequence(of: key).map { try database.rows(below: $0, limit) } ?? []
            case .newer(let key):
                rows = try database.sequence(of: key).map { try database.rows(above: $0, limit) } ?? []
            case .around(let key):
                guard let sequence = try database.sequence(of: key) else {
                    rows = try database.rows(below: .max, limit)
                    break
                }
                let newer = try database.rows(above: sequence, limit / 2)
                rows = try newer + database.rows(below: sequence + 1, limit - limit / 2)
            }
            guard let first = rows.first, let last = rows.last else {
                return Page(transactions: [], hasNewer: false, hasOlder: false)
            }
            return try Page(
                transactions: rows.map(PaymentTransaction.init(row:)),
                hasNewer: !database.rows(above: first.decode(forColumn: "sequence"), 1).isEmpty,
                hasOlder: !database.rows(below: last.decode(forColumn: "sequence"), 1).isEmpty)
        }
    }

    /// The key of the transaction that a person names, by its key or by the store's number for it.
    package func key(named name: String) throws -> IdempotencyKey? {
        try file.read { database in
            let statement = try database.cachedStatement(sql: Self.keyOfName)
            return try String.fetchOne(statement, arguments: [name]).map(IdempotencyKey.init(rawValue:))
        }
    }

    /// That transaction, without the signed transaction.
    package func transaction(named name: String) throws -> PaymentTransaction? {
        try key(named: name).flatMap { try page(.around($0), limit: 1).transactions.first }
    }

    /// Every column except the signed transaction, which is most of a row.
    private static let columns = """
        sequence, key, productIdentifier, quantity, applicationUsername, addedDate, state, transactionIdentifier, \
        transactionDate, NULL AS signedTransaction, errorDomain, errorCode, errorMessage, errorDetail, revocationDate, \
        isFinished, price, currency, offer, expiresDate, change, changeDate, isFromElsewhere
        """
    static let rowsBelow =
        "SELECT \(columns) FROM payment_journal WHERE sequence < ? ORDER BY sequence DESC LIMIT ?"
    static let rowsAbove =
        "SELECT \(columns) FROM payment_journal WHERE sequence > ? ORDER BY sequence LIMIT ?"
    static let keyOfName = "SELECT key FROM payment_journal WHERE key = ?1 OR transactionIdentifier = ?1"
    static let sequenceOfKey = "SELECT sequence FROM payment_journal WHERE key = ?"
}

extension Database {
    fileprivate func sequence(of key: IdempotencyKey) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: PaymentJournal.sequenceOfKey), arguments: [key.rawValue])
    }

    fileprivate func rows(below sequence: Int64, _ limit: Int) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: PaymentJournal.rowsBelow), arguments: [sequence, limit])
    }

    fileprivate func rows(above sequence: Int64, _ limit: Int) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: PaymentJournal.rowsAbove), arguments: [sequence, limit])
            .reversed()
    }
}
