internal import StoreModel

/// A part of the list of transactions that was asked for and has not come.
struct AwaitedTransactions: Hashable, Sendable {
    var place: TransactionPlace
    var since: ContinuousClock.Instant

    /// How long it may take before anything is said of it.
    static let grace = Duration.milliseconds(500)
}
