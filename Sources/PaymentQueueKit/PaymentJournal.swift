package import GRDB
package import SQLiteStorage
package import StoreModel

/// The table in which `PaymentQueue` keeps every payment from its confirmation on, with its idempotency key, the
/// store's answer, and whether it was finished. A row is on disk before its request leaves.
///
/// The signed transaction is kept until the store knows that it was finished. Then its number and signing date tell
/// whether what the store sends is new. Whoever delivered it, such as the credit ledger, has a copy as proof.
package struct PaymentJournal: Sendable {
    package static let migrations = [
        DatabaseFile.Migration(
            "journal-1",
            sql: """
                CREATE TABLE payment_journal (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                    key TEXT NOT NULL UNIQUE,
                    productIdentifier TEXT NOT NULL,
                    quantity INTEGER NOT NULL,
                    applicationUsername TEXT,
                    addedDate INTEGER NOT NULL,
                    state INTEGER NOT NULL,
                    transactionIdentifier TEXT UNIQUE,
                    transactionDate INTEGER,
                    signedTransaction TEXT,
                    errorDomain TEXT,
                    errorCode INTEGER,
                    errorMessage TEXT,
                    revocationDate INTEGER,
                    isFinished INTEGER NOT NULL DEFAULT 0,
                    owesFinish INTEGER NOT NULL DEFAULT 0
                );
                CREATE INDEX payment_journal_open ON payment_journal (sequence)
                    WHERE isFinished = 0 OR owesFinish = 1;
                """),
        DatabaseFile.Migration("journal-2") { database in
            try database.execute(sql: "ALTER TABLE payment_journal ADD COLUMN signedDate INTEGER")
            try database.dateSignatures()
            try database.execute(
                sql: "UPDATE payment_journal SET signedTransaction = NULL WHERE isFinished = 1 AND owesFinish = 0")
        },
        DatabaseFile.Migration(
            "journal-3",
            sql: """
                ALTER TABLE payment_journal ADD COLUMN priceLimit INTEGER;
                ALTER TABLE payment_journal ADD COLUMN priceLimitCurrency TEXT;
                """),
        DatabaseFile.Migration(
            "journal-4",
            sql: """
                ALTER TABLE payment_journal ADD COLUMN price INTEGER;
                ALTER TABLE payment_journal ADD COLUMN currency TEXT;
                ALTER TABLE payment_journal ADD COLUMN offer TEXT;
                ALTER TABLE payment_journal ADD COLUMN expiresDate INTEGER;
                """),
        DatabaseFile.Migration(
            "journal-5",
            sql: """
                ALTER TABLE payment_journal ADD COLUMN change TEXT;
                ALTER TABLE payment_journal ADD COLUMN changeDate INTEGER;
                """),
    ]

    let file: DatabaseFile

    package init(file: DatabaseFile) { self.file = file }

    /// The transactions that have not left the queue, oldest first.
    package func unfinished() throws -> [PaymentTransaction] {
        try file.read { try $0.transactions("isFinished = 0 ORDER BY sequence") }
    }

    func transaction(_ key: IdempotencyKey) throws -> PaymentTransaction? {
        try file.read { try $0.transaction(key) }
    }

    /// The payment to send next: the oldest that the store has not answered, of those that are not in `excluded`.
    func nextToSend(except excluded: Set<IdempotencyKey>) throws -> PaymentTransaction? {
        try file.read {
            try $0.transactions(
                "isFinished = 0 AND state = ? ORDER BY sequence LIMIT ?",
                [PaymentTransactionState.purchasing.rawValue, excluded.count + 1])
        }.first { !excluded.contains($0.key) }
    }

    /// A transaction that was finished here, and of which the store does not know that yet.
    func nextOwedFinish() throws -> FinishedTransaction? {
        try file.read { database in
            let row = try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT transactionIdentifier, signedDate FROM payment_journal
                        WHERE owesFinish = 1 AND isFinished = 1 AND transactionIdentifier IS NOT NULL
                            AND signedDate IS NOT NULL
                        ORDER BY sequence LIMIT 1
                        """))
            return row.map {
                FinishedTransaction(
                    identifier: TransactionIdentifier(rawValue: $0[0]), signedDate: Timestamp(milliseconds: $0[1]))
            }
        }
    }

    /// The numbers of the newest transactions, for the store to see whether it knows them.
    func newestTransactionIdentifiers() throws -> [TransactionIdentifier] {
        try file.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT transactionIdentifier FROM payment_journal WHERE transactionIdentifier IS NOT NULL
                    ORDER BY sequence DESC LIMIT ?
                    """)
            return try String.fetchAll(statement, arguments: [PurchaseOutcome.mostKnown])
                .map(TransactionIdentifier.init(rawValue:))
        }
    }

    func add(_ transaction: PaymentTransaction) throws {
        try file.write { try $0.insert(transaction) }
    }

    /// Writes what the store said about a payment, if the state table allows it. Returns the transaction as it is now;
    /// nil if it concerns another device. Throws `JournalError` for what can never be written; `StorageError`.
    func record(_ outcome: PurchaseOutcome, at date: Timestamp) throws -> PaymentTransaction? {
        try file.write { database in
            guard var transaction = try database.transaction(for: outcome) else {
                guard var new = PaymentTransaction(boughtElsewhere: outcome, at: date) else { return nil }
                if let identifier = new.transactionIdentifier, try database.transaction(new.key) != nil {
                    // A renewal that a store has made again, because an earlier copy of its database was put back.
                    new.key = IdempotencyKey(rawValue: "\(new.key)/\(identifier)")
                }
                try database.insert(new)
                return new
            }
            if transaction.take(outcome.result) {
                if let identifier = transaction.transactionIdentifier,
                    let holder = try database.transaction(numbered: identifier), holder.key != transaction.key
                {
                    throw JournalError.numberTaken(identifier)
                }
                try database.update(transaction)
            } else if transaction.isFinished, outcome.transactionIdentifier != nil {
                // The store offers it again, a purchase or a refund: it never heard that it was finished.
                try database.execute(
                    sql: "UPDATE payment_journal SET owesFinish = 1 WHERE key = ?",
                    arguments: [transaction.key.rawValue])
            }
            return transaction
        }
    }

    /// Takes a transaction out of the queue, in the version that was delivered. Returns false if it was out already, or
    /// if the store has signed it anew since: the new version is still to be delivered.
    func finish(_ dealtWith: PaymentTransaction) throws -> Bool {
        try file.write { database in
            guard let transaction = try database.transaction(dealtWith.key), !transaction.isFinished else {
                return false
            }
            guard transaction.state.canFinish else { throw FinishError.notFinishable(transaction.state) }
            guard transaction.signedDate == dealtWith.signedDate else { return false }
            try database.execute(
                sql: """
                    UPDATE payment_journal SET isFinished = 1, owesFinish = (transactionIdentifier IS NOT NULL)
                    WHERE key = ?
                    """,
                arguments: [dealtWith.key.rawValue])
            return true
        }
    }

    /// Takes a deferred transaction out of the queue whose request lapsed in the store.
    func removeLapsed(_ key: IdempotencyKey) throws {
        try file.write {
            try $0.execute(
                sql: "UPDATE payment_journal SET isFinished = 1 WHERE key = ? AND state = ?",
                arguments: [key.rawValue, PaymentTransactionState.deferred.rawValue])
        }
    }

    /// Gives up all that is in the queue, because another machine has it from a backup: nothing of it is delivered here, and what
    /// the store has not answered fails.
    package static func giveUp(_ database: Database) throws {
        let error = StoreError.boughtElsewhere
        try database.execute(
            sql: """
                UPDATE payment_journal SET state = ?, errorDomain = ?, errorCode = ?, errorMessage = ?
                WHERE isFinished = 0 AND state IN (?, ?)
                """,
            arguments: [
                PaymentTransactionState.failed.rawValue, error.domain.rawValue, error.code, error.message,
                PaymentTransactionState.purchasing.rawValue, PaymentTransactionState.deferred.rawValue,
            ])
        try database.execute(
            sql: """
                UPDATE payment_journal SET isFinished = 1, owesFinish = 0
                WHERE state = ? AND (isFinished = 0 OR owesFinish = 1)
                """,
            arguments: [PaymentTransactionState.purchased.rawValue])
    }

    /// Whether a transaction is in the queue still, as it is in the write that asks.
    package static func isUnfinished(_ key: IdempotencyKey, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM payment_journal WHERE key = ? AND isFinished = 0)")
        return try Bool.fetchOne(statement, arguments: [key.rawValue]) ?? false
    }

    /// Notes that the store knows that a version of a transaction is finished. The proof of it is not needed here any more.
    func settleFinish(of finished: FinishedTransaction) throws {
        try file.write {
            try $0.execute(
                sql: """
                    UPDATE payment_journal SET owesFinish = 0, signedTransaction = NULL
                    WHERE transactionIdentifier = ? AND signedDate = ? AND isFinished = 1
                    """,
                arguments: [finished.identifier.rawValue, finished.signedDate.milliseconds])
        }
    }
}

extension Database {
    /// - Parameter condition: SQL for which transactions, and in which order.
    fileprivate func transactions(
        _ condition: String, _ arguments: StatementArguments = []
    ) throws -> [PaymentTransaction] {
        let statement = try cachedStatement(sql: "SELECT * FROM payment_journal WHERE " + condition)
        return try Row.fetchAll(statement, arguments: arguments).map(PaymentTransaction.init(row:))
    }

    fileprivate func transaction(_ key: IdempotencyKey) throws -> PaymentTransaction? {
        try transactions("key = ?", [key.rawValue]).first
    }

    /// The transaction that an outcome is about: by its key, or by its number if another key brought it here. A purchase that is
    /// finished has its number for ever.
    fileprivate func transaction(for outcome: PurchaseOutcome) throws -> PaymentTransaction? {
        if let transaction = try transaction(outcome.key) {
            guard transaction.isFinished, let known = transaction.transactionIdentifier,
                let told = outcome.transactionIdentifier, known != told
            else { return transaction }
        }
        return try outcome.transactionIdentifier.flatMap { try transaction(numbered: $0) }
    }

    fileprivate func transaction(numbered identifier: TransactionIdentifier) throws -> PaymentTransaction? {
        try transactions("transactionIdentifier = ?", [identifier.rawValue]).first
    }

    /// Fills in when the transactions were signed that an earlier version of the program wrote.
    fileprivate func dateSignatures() throws {
        var last: Int64 = 0
        while true {
            let rows = try Row.fetchAll(
                self,
                sql: """
                    SELECT sequence, signedTransaction FROM payment_journal
                    WHERE signedTransaction IS NOT NULL AND sequence > ? ORDER BY sequence LIMIT 1000
                    """, arguments: [last])
            for row in rows {
                let signed = SignedTransaction(rawValue: row["signedTransaction"])
                try execute(
                    sql: "UPDATE payment_journal SET signedDate = ? WHERE sequence = ?",
                    arguments: [signed.signedDate?.milliseconds, row["sequence"]])
            }
            guard let end: Int64 = rows.last?["sequence"] else { return }
            last = end
        }
    }

    fileprivate func insert(_ transaction: PaymentTransaction) throws {
        try execute(
            sql: """
                INSERT INTO payment_journal (key, productIdentifier, quantity, applicationUsername, addedDate, state,
                    priceLimit, priceLimitCurrency)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                transaction.key.rawValue, transaction.payment.productIdentifier.rawValue, transaction.payment.quantity,
                transaction.payment.applicationUsername, transaction.addedDate.milliseconds, transaction.state.rawValue,
                transaction.priceLimit?.milliunits, transaction.priceLimit?.currency,
            ])
        try update(transaction)
    }

    /// Writes all that a transaction may gain after it was added.
    fileprivate func update(_ transaction: PaymentTransaction) throws {
        try execute(
            sql: """
                UPDATE payment_journal SET state = ?, transactionIdentifier = ?, transactionDate = ?,
                    signedTransaction = ?, signedDate = ?, errorDomain = ?, errorCode = ?, errorMessage = ?, revocationDate = ?,
                    isFinished = ?, price = ?, currency = ?, offer = ?, expiresDate = ?, change = ?, changeDate = ?
                WHERE key = ?
                """,
            arguments: [
                transaction.state.rawValue, transaction.transactionIdentifier?.rawValue,
                transaction.transactionDate?.milliseconds, transaction.signedTransaction?.rawValue,
                transaction.signedDate?.milliseconds,
                transaction.error?.domain.rawValue, transaction.error?.code, transaction.error?.message,
                transaction.revocationDate?.milliseconds, transaction.isFinished,
                transaction.charge?.price.milliunits, transaction.charge?.price.currency,
                transaction.charge?.offer?.rawValue, transaction.charge?.expiresDate?.milliseconds,
                transaction.renewalChange?.kind.rawValue, transaction.renewalChange?.date.milliseconds,
                transaction.key.rawValue,
            ])
    }
}
