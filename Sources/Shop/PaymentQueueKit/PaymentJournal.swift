internal import GRDB
package import Storage
package import StoreModel

/// The table in which `PaymentQueue` keeps every payment after it is confirmed, with its idempotency key, the
/// store's answer, and whether it was finished. A row is on disk before its request is sent. The exchange
/// adds the account's other transactions.
///
/// A finish is owed to the store until the mark of the exchange has passed it. Until then the signed
/// transaction is kept. After that, its number and signing date tell whether what the store sends is new.
package struct PaymentJournal: Sendable {
    package static let migrations = [
        DatabaseFile.Migration(
            "payments-3",
            sql: """
                CREATE TABLE payment_journal (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                    key TEXT NOT NULL UNIQUE,
                    productIdentifier TEXT NOT NULL,
                    quantity INTEGER NOT NULL,
                    applicationUsername TEXT,
                    addedDate INTEGER NOT NULL,
                    priceLimit INTEGER,
                    priceLimitCurrency TEXT,
                    state INTEGER NOT NULL,
                    transactionIdentifier TEXT UNIQUE,
                    transactionDate INTEGER,
                    signedTransaction TEXT,
                    signedDate INTEGER,
                    price INTEGER,
                    currency TEXT,
                    offer TEXT,
                    expiresDate INTEGER,
                    errorDomain TEXT,
                    errorCode INTEGER,
                    errorMessage TEXT,
                    errorDetail TEXT,
                    "change" TEXT,
                    changeDate INTEGER,
                    revocationDate INTEGER,
                    isFromElsewhere INTEGER NOT NULL DEFAULT 0,
                    isFinished INTEGER NOT NULL DEFAULT 0,
                    owesFinish INTEGER NOT NULL DEFAULT 0,
                    -- 1 while the news that it is deferred is beyond the mark.
                    isBeyond INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                CREATE INDEX payment_journal_open ON payment_journal (sequence)
                    WHERE isFinished = 0 OR owesFinish = 1;
                CREATE INDEX payment_journal_interrupted ON payment_journal (sequence)
                    WHERE errorCode = \(StoreError.interrupted.code);
                """)
    ]

    let file: DatabaseFile
    /// Whether nobody but this device buys for the account. Then what waits for approval at the store was
    /// asked for here, also if the note of it is lost.
    private let isOnlyDevice: Bool

    package init(file: DatabaseFile, isOnlyDevice: Bool = false) {
        self.file = file
        self.isOnlyDevice = isOnlyDevice
    }

    /// The transactions that have not left the queue, oldest first.
    package func unfinished() throws -> [PaymentTransaction] {
        try file.read { try $0.transactions("isFinished = 0 ORDER BY sequence") }
    }

    package func transaction(_ key: IdempotencyKey) throws -> PaymentTransaction? {
        try file.read { try $0.transaction(key) }
    }

    /// The transaction that has a number of the store.
    package func transaction(numbered identifier: TransactionIdentifier) throws -> PaymentTransaction? {
        try file.read { try $0.transaction(numbered: identifier) }
    }

    /// The payment to send next: the oldest one that the store has not answered and that
    /// is not in `excluded`.
    package func nextToSend(except excluded: Set<IdempotencyKey>) throws -> PaymentTransaction? {
        try file.read {
            try $0.transactions(
                "isFinished = 0 AND state = ? ORDER BY sequence LIMIT ?",
                [PaymentTransactionState.purchasing.rawValue, excluded.count + 1])
        }.first { !excluded.contains($0.key) }
    }

    /// The versions that were finished here and that the mark has not passed, oldest first: as many as one
    /// request may have.
    package func owedFinishes() throws -> [FinishedTransaction] {
        try file.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT transactionIdentifier, signedDate FROM payment_journal
                    WHERE owesFinish = 1 AND isFinished = 1 AND transactionIdentifier IS NOT NULL
                        AND signedDate IS NOT NULL
                    ORDER BY sequence LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [ExchangeRequest.mostGiven]).map {
                FinishedTransaction(
                    identifier: TransactionIdentifier(rawValue: try $0.decode(atIndex: 0)),
                    signedDate: Timestamp(milliseconds: try $0.decode(atIndex: 1)))
            }
        }
    }

    /// The payments that wait for approval, oldest first.
    func deferred() throws -> [PaymentTransaction] {
        try file.read {
            try $0.transactions(
                "isFinished = 0 AND state = ? ORDER BY sequence", [PaymentTransactionState.deferred.rawValue])
        }
    }

    /// The payments that wait for approval, as an answer beyond the mark says. A store that was put back may
    /// have forgotten them.
    package func deferredBeyondMark() throws -> [PaymentTransaction] {
        try file.read {
            try $0.transactions(
                "isFinished = 0 AND state = ? AND isBeyond = 1 ORDER BY sequence",
                [PaymentTransactionState.deferred.rawValue])
        }
    }

    package func add(_ transaction: PaymentTransaction) throws {
        try file.write { try $0.insert(transaction) }
    }

    /// Takes a transaction out of the queue, in the version that was delivered.
    ///
    /// - Returns: the transaction as it is now, if it has left the queue, now or before; nil if the store has
    ///   signed it again since, and the new version still has to be delivered, or if it is not in this queue.
    package func finish(_ dealtWith: PaymentTransaction) throws -> PaymentTransaction? {
        try file.write { database in
            guard var transaction = try database.transaction(dealtWith.key) else {
                guard dealtWith.state.canFinish else { throw FinishError.notFinishable(dealtWith.state) }
                // A payment that could not be written down has failed, and is in this queue all the same.
                return dealtWith.state == .failed ? dealtWith.finished : nil
            }
            guard !transaction.isFinished else { return transaction }
            for state in [transaction.state, dealtWith.state] where !state.canFinish {
                throw FinishError.notFinishable(state)
            }
            guard transaction.signedDate == dealtWith.signedDate else { return nil }
            try database.cachedStatement(
                sql: """
                    UPDATE payment_journal SET isFinished = 1, owesFinish = (transactionIdentifier IS NOT NULL)
                    WHERE key = ?
                    """
            ).execute(arguments: [dealtWith.key.rawValue])
            transaction.isFinished = true
            return transaction
        }
    }

    // MARK: What the store says

    /// What the account's changes have done to the journal.
    package struct Taken {
        /// The transactions to report to the observers, in their new state.
        package var updated: [PaymentTransaction] = []
        /// Transactions that have left the queue: they were finished on another device,
        /// or their requests lapsed.
        package var removed: [PaymentTransaction] = []
        /// Payments whose outcome can never be written down here.
        package var unwritable: [IdempotencyKey] = []
    }

    /// Writes to the journal, and to the replica with it, in one database transaction.
    ///
    /// - Parameter date: now; transactions that are new here get it.
    func write<Value>(at date: Timestamp, _ body: (JournalWriter, Database) throws -> Value) throws -> Value {
        try file.write {
            try body(JournalWriter(database: $0, date: date, isOnlyDevice: isOnlyDevice), $0)
        }
    }
}

/// Writes what the store says to the journal, within one database transaction.
struct JournalWriter {
    let database: Database
    let date: Timestamp
    let isOnlyDevice: Bool

    /// Takes changes of the account, in order.
    func take(_ changes: [AccountChange]) throws -> PaymentJournal.Taken {
        var taken = PaymentJournal.Taken()
        for change in changes {
            switch change {
            case .use: break
            case .lapsed(let key): if let lapsed = try removeLapsed(key) { taken.removed.append(lapsed) }
            case .payment(let outcome, let isFinished):
                do {
                    guard let (before, now) = try record(outcome, isFinished: isFinished), before != now
                    else {
                        continue
                    }
                    // A transaction that an observer had leaves the queue. One that nobody has heard of, or a
                    // later version, such as a refund, is reported once, as finished.
                    if let before, now.isFinished, before.state == .purchased {
                        if now.signedDate != before.signedDate { taken.updated.append(now) }
                        if !before.isFinished { taken.removed.append(now) }
                    } else if before != nil || !now.isFinished {
                        taken.updated.append(now)
                    }
                } catch is StoreError {
                    taken.unwritable.append(outcome.key)
                }
            }
        }
        return taken
    }

    /// Writes what the store said about a payment, if the state table allows it.
    ///
    /// - Parameter isFinished: whether the store knows that the transaction was finished, on any device.
    /// - Returns: the transaction before and now; nil if it only concerns another device.
    /// - Throws: `StoreError` for what can never be written; `StorageError`.
    func record(
        _ outcome: PurchaseOutcome, isFinished: Bool = false
    ) throws -> (before: PaymentTransaction?, now: PaymentTransaction)? {
        guard let before = try database.transaction(for: outcome) else {
            return try insert(outcome, isFinished).map { (before: nil, now: $0) }
        }
        var now = before
        if now.take(outcome.result) {
            if let identifier = now.transactionIdentifier,
                let holder = try database.transaction(numbered: identifier), holder.key != now.key
            {
                throw StoreError.numberTaken
            }
            now.isFinished = isFinished
            try database.update(now)
        } else if let version = outcome.result.signed?.signedDate, version == now.signedDate {
            if isFinished, !now.isFinished {
                now.isFinished = true
                try database.update(now)
            } else if !isFinished, now.isFinished {
                // The store never heard that it was finished, or has forgotten it.
                try database.cachedStatement(sql: "UPDATE payment_journal SET owesFinish = 1 WHERE key = ?")
                    .execute(arguments: [now.key.rawValue])
            }
        }
        return (before, now)
    }

    /// Notes that the store has these finishes at the device's mark. Their signed transactions are no longer
    /// needed here.
    func settle(_ finished: [FinishedTransaction]) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE payment_journal SET owesFinish = 0, signedTransaction = NULL
                WHERE transactionIdentifier = ? AND signedDate = ? AND isFinished = 1
                """)
        for version in finished {
            try statement.execute(
                arguments: [version.identifier.rawValue, version.signedDate.milliseconds])
        }
    }

    /// Notes whether the news that a payment is deferred is beyond the mark.
    func setBeyond(_ isBeyond: Bool, _ key: IdempotencyKey) throws {
        try database.cachedStatement(sql: "UPDATE payment_journal SET isBeyond = ? WHERE key = ?").execute(
            arguments: [isBeyond, key.rawValue])
    }

    /// Notes that the store may know none of the payments that wait for approval.
    func setAllDeferredBeyond() throws {
        try database.cachedStatement(
            sql: "UPDATE payment_journal SET isBeyond = 1 WHERE isFinished = 0 AND state = ?"
        ).execute(arguments: [PaymentTransactionState.deferred.rawValue])
    }

    /// Adds a transaction that was not here. Returns nil if it only concerns another device.
    private func insert(_ outcome: PurchaseOutcome, _ isFinished: Bool) throws -> PaymentTransaction? {
        if isOnlyDevice, outcome.result == .deferred {
            let lost = PaymentTransaction(deferred: outcome, at: date)
            try database.insert(lost)
            return lost
        }
        guard var new = PaymentTransaction(boughtElsewhere: outcome, at: date) else { return nil }
        new.isFinished = isFinished
        if new.isFromElsewhere, !isFinished, let interrupted = try payment(resolvedBy: new.key) {
            (new.payment, new.isFromElsewhere) = (interrupted, false)
        }
        if let identifier = new.transactionIdentifier, let known = try database.transaction(new.key) {
            // The store made this purchase again, or made it after all, because an earlier copy of its
            // database was restored.
            new.key = PaymentTransaction.key(of: identifier, paidWith: new.key)
            // Whoever asked for the payment has got nothing for it yet.
            if known.state != .purchased {
                (new.payment, new.isFromElsewhere) = (known.payment, known.isFromElsewhere)
            }
        }
        try database.insert(new)
        return new
    }

    /// The interrupted payment of this device that a purchase resolves; nil if it resolves none.
    private func payment(resolvedBy key: IdempotencyKey) throws -> Payment? {
        let interrupted = try String.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT key FROM payment_journal WHERE errorCode = \(StoreError.interrupted.code)
                    ORDER BY sequence DESC LIMIT 1000
                    """)
        ).map(IdempotencyKey.init(rawValue:)).first { IdempotencyKey.resolving($0) == key }
        return try interrupted.flatMap { try database.transaction($0) }?.payment
    }

    /// Takes a deferred transaction out of the queue if its request lapsed in the store.
    private func removeLapsed(_ key: IdempotencyKey) throws -> PaymentTransaction? {
        guard let transaction = try database.transaction(key), transaction.state == .deferred,
            !transaction.isFinished
        else { return nil }
        try database.cachedStatement(sql: "UPDATE payment_journal SET isFinished = 1 WHERE key = ?").execute(
            arguments: [key.rawValue])
        return transaction.finished
    }
}

extension Database {
    /// - Parameter condition: SQL that says which transactions, and in which order.
    fileprivate func transactions(
        _ condition: String, _ arguments: StatementArguments = []
    ) throws -> [PaymentTransaction] {
        let statement = try cachedStatement(sql: "SELECT * FROM payment_journal WHERE " + condition)
        return try Row.fetchAll(statement, arguments: arguments).map(PaymentTransaction.init(row:))
    }

    fileprivate func transaction(_ key: IdempotencyKey) throws -> PaymentTransaction? {
        try transactions("key = ?", [key.rawValue]).first
    }

    /// The transaction that an outcome is about. A purchase belongs to the row of its payment if that row can
    /// still become a purchase, or already has its number. Otherwise it is found by its number only: the
    /// payment failed here, or was charged before, and then an earlier copy of the store's database was
    /// restored.
    fileprivate func transaction(for outcome: PurchaseOutcome) throws -> PaymentTransaction? {
        let payment = try transaction(outcome.key)
        guard let number = outcome.transactionIdentifier else { return payment }
        if let payment, payment.transactionIdentifier == number || payment.state.canBecome(.purchased) {
            return payment
        }
        return try transaction(numbered: number)
    }

    fileprivate func transaction(numbered identifier: TransactionIdentifier) throws -> PaymentTransaction? {
        try transactions("transactionIdentifier = ?", [identifier.rawValue]).first
    }

    fileprivate func insert(_ transaction: PaymentTransaction) throws {
        try cachedStatement(
            sql: """
                INSERT INTO payment_journal (key, productIdentifier, quantity, applicationUsername, addedDate, state,
                    priceLimit, priceLimitCurrency, isFromElsewhere)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            transaction.key.rawValue, transaction.payment.productIdentifier.rawValue,
            transaction.payment.quantity,
            transaction.payment.applicationUsername, transaction.addedDate.milliseconds,
            transaction.state.rawValue,
            transaction.priceLimit?.milliunits, transaction.priceLimit?.currency, transaction.isFromElsewhere,
        ])
        try update(transaction)
    }

    /// Writes everything that can change about a transaction after it was added. If it is finished,
    /// the store has said so, and its signed text is not kept.
    fileprivate func update(_ transaction: PaymentTransaction) throws {
        let signed = transaction.isFinished ? nil : transaction.signedTransaction
        try cachedStatement(
            sql: """
                UPDATE payment_journal SET state = ?, transactionIdentifier = ?, transactionDate = ?,
                    signedTransaction = ?, signedDate = ?, errorDomain = ?, errorCode = ?, errorMessage = ?,
                    errorDetail = ?, revocationDate = ?, isFinished = ?, price = ?, currency = ?,
                    offer = ?, expiresDate = ?, change = ?, changeDate = ?
                WHERE key = ?
                """
        ).execute(arguments: [
            transaction.state.rawValue, transaction.transactionIdentifier?.rawValue,
            transaction.transactionDate?.milliseconds, signed?.rawValue,
            transaction.signedDate?.milliseconds,
            transaction.error?.domain.rawValue, transaction.error?.code, transaction.error?.message,
            transaction.error?.detailJSON,
            transaction.revocationDate?.milliseconds, transaction.isFinished,
            transaction.charge?.price.milliunits, transaction.charge?.price.currency,
            transaction.charge?.offer?.rawValue, transaction.charge?.expiresDate?.milliseconds,
            transaction.renewalChange?.kind.rawValue, transaction.renewalChange?.date.milliseconds,
            transaction.key.rawValue,
        ])
    }
}
