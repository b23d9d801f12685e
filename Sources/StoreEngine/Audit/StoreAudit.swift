package import StoreModel

/// The result of an audit: the numbers of charges, signed transactions and deliveries of each account.
package struct StoreAudit: Hashable, Sendable, Codable {
    /// The counts of one account.
    package struct Books: Hashable, Sendable, Codable {
        package let account: AccountIdentifier
        /// Payments that were charged, refunded ones included.
        package fileprivate(set) var charges = 0
        /// Charges for which there is a signed transaction that says the same as the store's row.
        package fileprivate(set) var transactions = 0
        /// Charges that the application has dealt with: credited, and taken back again where they were refunded.
        package fileprivate(set) var deliveries = 0
        package fileprivate(set) var refunds = 0

        /// Whether every charge has its transaction and was delivered.
        package var isClosed: Bool { charges == transactions && charges == deliveries }
    }

    /// The faults, a sentence each; empty in a store that was not edited by hand.
    package internal(set) var findings: [String] = []
    /// The accounts that ever paid, the oldest first.
    package private(set) var accounts: [Books] = []

    /// Counts one payment that was charged, or should have been; one that repeats another was not. Payments come account by
    /// account.
    mutating func count(_ record: PurchaseRecord, isRight: Bool) {
        guard record.original == nil else { return }
        if accounts.last?.account != record.account { accounts.append(Books(account: record.account)) }
        let last = accounts.count - 1
        guard record.status.isCharged else { return }
        accounts[last].charges += 1
        if isRight { accounts[last].transactions += 1 }
        if record.isFinished { accounts[last].deliveries += 1 }
        if record.status == .revoked { accounts[last].refunds += 1 }
    }
}
