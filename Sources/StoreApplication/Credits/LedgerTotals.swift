/// What the ledger adds up to after an entry.
struct LedgerTotals: Hashable, Sendable {
    /// The credits that can be spent; below zero after the refund of credits that were spent.
    var balance = 0
    /// Credits that were in entries which were removed or edited, or that an older copy does not have. A transaction that may have been one of those is
    /// credited out of this, and no further.
    var withheld = 0
    /// The latest date of a purchase or a reversal that the store signed, in milliseconds: the store's clock, which nobody
    /// here can set.
    var newestDate = Int64.min
    /// A transaction that was bought up to this date, and is not in the ledger, may have been in it.
    var doubtfulUntil = Int64.min
}
