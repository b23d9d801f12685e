/// A place in the device's list of transactions, which is newest first. A transaction's key is the cursor: it stays what it is while
/// the list grows.
package enum TransactionPlace: Hashable, Sendable {
    /// The newest ones.
    case newest
    /// The oldest ones.
    case oldest
    /// The next ones behind a transaction.
    case older(than: IdempotencyKey)
    /// The next ones before a transaction.
    case newer(than: IdempotencyKey)
    /// A transaction and those on either side of it.
    case around(IdempotencyKey)
}
