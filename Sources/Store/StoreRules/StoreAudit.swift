package import StoreModel

/// The result of an audit: the faults, and how many charges, signed transactions and deliveries each account
/// has. `AppStore` makes it for the server's commands `audit` and `copy`.
package struct StoreAudit: Hashable, Sendable, Codable {
    package struct Books: Hashable, Sendable, Codable {
        package let account: AccountIdentifier
        /// Payments that were charged, refunded ones included.
        package fileprivate(set) var charges = 0
        /// Charges with a signed transaction that agrees with the store's row.
        package fileprivate(set) var transactions = 0
        /// Charges that the application has dealt with: it credited them, and took them back if they
        /// were refunded.
        package fileprivate(set) var deliveries = 0
        package fileprivate(set) var refunds = 0

        /// Whether every charge has its transaction and was delivered.
        package var isClosed: Bool { charges == transactions && charges == deliveries }
    }

    /// The faults, a sentence each; empty in a store that was not edited by hand.
    package internal(set) var findings: [String] = []
    /// The accounts that have used more credits than they bought, a sentence each. Devices give uses back,
    /// and the store accepts them on trust, so this is no fault of the store.
    package internal(set) var debts: [String] = []
    /// The accounts that ever paid, the oldest first.
    package private(set) var accounts: [Books] = []

    /// Counts a payment that was charged, or should have been. A payment that repeats another was not
    /// charged. Payments come account by account.
    mutating func count(_ record: PurchaseRecord, isRight: Bool) {
        guard record.original == nil else { return }
        if accounts.last?.account != record.account { accounts.append(Books(account: record.account)) }
        let last = accounts.count - 1
        guard record.status.isCharged else { return }
        accounts[last].charges += 1
        if isRight { accounts[last].transactions += 1 }
        if record.isFinished { accounts[last].deliveries += 1 }
        if record.status == .revoked, !record.isSharingOver { accounts[last].refunds += 1 }
    }
}

extension AppStore {
    /// Checks every payment. What was charged must be what was signed, with the store's own signature and for
    /// the right account, each payment and each period must be charged once, and what repeats a purchase must
    /// be refunded with it. An account's changes must have no gap, and add up to what the account has. Each
    /// subscription must be readable. It reads one consistent snapshot; others may buy in the meantime.
    package func audit() throws -> StoreAudit { try database.readPatiently(auditOfPayments) }

    /// The same with what the database itself finds damaged, because the audit does not read all that is in it.
    /// If the damage does not let it read the payments, only that is told.
    package func auditOfAll() throws -> StoreAudit {
        let damage = try database.damage().map { "The database is damaged. SQLite says: \($0)" }
        var audit: StoreAudit
        do { audit = try self.audit() } catch StorageError.damaged where !damage.isEmpty {
            audit = StoreAudit()
        }
        audit.findings = damage + audit.findings
        return audit
    }

    func auditOfPayments(_ database: any StoreTransaction) throws -> StoreAudit {
        var audit = StoreAudit()
        var account: AuditedAccount?
        var buyers: Set<AccountIdentifier> = []
        try purchaseTable.forEachChargedOrSigned(database) { row in
            let record: PurchaseRecord
            do { record = try row.get() } catch { return audit.findings.append("\(error)") }
            if account?.identifier != record.account {
                try account?.check(&audit, database)
                let verifier = try AccountTable.find(record.account, database).map(verifier(for:))
                account = AuditedAccount(identifier: record.account, verifier: verifier)
                buyers.insert(record.account)
            }
            let fault = Self.fault(of: record, account?.verifier)
            if let fault = fault ?? account?.count(record) {
                audit.findings.append("Payment \(record.number) of \(record.account): \(fault).")
                account?.isSound = false
            }
            audit.count(record, isRight: fault == nil)
        }
        try account?.check(&audit, database)
        // The store accepts uses on trust, from accounts that bought nothing, too.
        for user in try UseTable.accounts(database) where !buyers.contains(user) {
            try AuditedAccount(identifier: user).check(&audit, database)
        }
        audit.findings += try SubscriptionTable.faults(database)
        return audit
    }

    /// - Parameter verifier: that of the payment's account; nil if there is no such account.
    private static func fault(of record: PurchaseRecord, _ verifier: TransactionVerifier?) -> String? {
        guard let verifier else { return "there is no such account" }
        guard record.status.isCharged else { return "signed, and not charged" }
        guard let signed = record.signed else { return "charged, and nothing was signed for it" }
        let payload: TransactionPayload
        do { payload = try verifier.verify(signed) } catch {
            return "its transaction is not authentic (\(error))"
        }
        guard payload.transactionId == record.transactionIdentifier else {
            return "the transaction is another one's"
        }
        let original = PurchaseRecord.transactionIdentifier(
            of: record.period?.subscription ?? record.original ?? record.number)
        guard payload.originalTransactionId == original else {
            return "the transaction and the row disagree about what it repeats"
        }
        guard payload.productId == record.request.productIdentifier,
            payload.quantity == record.request.quantity
        else {
            return "the transaction is for something else"
        }
        guard Payment.quantities.contains(payload.quantity) else {
            return "the transaction is for more pieces, or fewer, than one payment can buy"
        }
        guard payload.paymentKey == record.request.key else {
            return "the transaction and the row disagree about the payment"
        }
        guard (payload.revocationDate != nil) == (record.status == .revoked) else {
            return "the transaction and the row disagree about a refund"
        }
        return nil
    }
}

/// What an account's payments add up to, to compare with its changes.
private struct AuditedAccount {
    let identifier: AccountIdentifier
    /// Checks the signatures of its payments; nil if it has none, or if there is no such account.
    let verifier: TransactionVerifier?
    /// Whether the payments themselves are right.
    var isSound = true
    private var credits = 0
    private var transactions: Int64 = 0
    private var hasRefunds = false
    private var paid: Set<IdempotencyKey> = []
    private var periods: Set<PurchaseRecord.Period> = []
    /// The purchases that others may repeat.
    private var nonConsumables: [Int64: PurchaseStatus] = [:]

    init(identifier: AccountIdentifier, verifier: TransactionVerifier? = nil) {
        self.identifier = identifier
        self.verifier = verifier
    }

    static let olderCopy = "An older copy of the database may have been put back."

    /// Counts a payment. Returns what is wrong with it in view of the others.
    mutating func count(_ record: PurchaseRecord) -> String? {
        if record.status == .revoked { hasRefunds = true }
        if record.history != nil { transactions += 1 }
        if let original = record.original {
            let isRight = nonConsumables[original].map { $0 == record.status } ?? true
            return isRight ? nil : "it and the purchase that it repeats disagree about a refund"
        }
        if record.history?.kind == .nonConsumable { nonConsumables[record.number] = record.status }
        guard record.status == .purchased else { return nil }
        if let worth = record.worth, worth.goods == .credits { credits += worth.amount }
        guard paid.insert(record.request.key).inserted else { return "the same payment is charged twice" }
        guard let period = record.period, !periods.insert(period).inserted else { return nil }
        return "the same period is charged twice"
    }

    /// Compares its payments with its changes and uses.
    func check(_ audit: inout StoreAudit, _ database: any StoreTransaction) throws {
        guard isSound else { return }
        let state = try AccountChangeTable.state(of: identifier, database)
        let rest = credits - (try UseTable.credits(of: identifier, database))
        let name = "Account \(identifier): "
        let changes = try AccountChangeTable.count(of: identifier, database)
        guard changes.all == state.mark.revision else {
            return audit.findings.append(name + "changes are missing among those that it has had.")
        }
        guard rest == state.credits else {
            return audit.findings.append(
                name + "its purchases and uses come to \(rest) credits, its changes to \(state.credits).")
        }
        guard changes.transactions == transactions else {
            return audit.findings.append(
                name + "of some transactions its changes do not say when they came.")
        }
        guard rest < 0, !hasRefunds else { return }
        audit.debts.append(name + "it has used \(-rest) credits more than it bought. " + Self.olderCopy)
    }
}
