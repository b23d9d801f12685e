/// A place in the device's list of transactions, which is newest first. The transactions screen and
/// `history` ask `PaymentJournal` for the page there. A transaction's key is the cursor: it stays valid
/// while the list grows.
package enum TransactionPlace: Hashable, Sendable {
    case newest
    case oldest
    case older(than: IdempotencyKey)
    case newer(than: IdempotencyKey)
    /// A transaction and those on either side of it.
    case around(IdempotencyKey)
}
