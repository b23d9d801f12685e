package import StoreModel

/// A customer's account in the store.
package struct Account: Hashable, Sendable {
    /// Repeated as `appAccountToken` in signed transactions.
    package let identifier: AccountIdentifier
    /// The name to sign in with; nil for the embedded store's own account, which needs no sign-in.
    package let name: String?
    package let environment: StoreEnvironment
    /// The store's own number for it; later ones have higher numbers. No other account ever has it.
    package let number: Int64

    /// The number of the application's download by this account, the same in all its transactions (`appTransactionId`).
    package var appTransactionIdentifier: String { String(Self.firstAppTransaction + number) }

    /// The account's number in an application's download; nil for what is not of this form.
    static func number(ofAppTransaction identifier: String) -> Int64? {
        guard let value = Int64(identifier), value > firstAppTransaction else { return nil }
        return value - firstAppTransaction
    }

    // Far from the transactions' numbers, so that one is never taken for the other.
    private static let firstAppTransaction: Int64 = 704_000_000_000_000_000
}
