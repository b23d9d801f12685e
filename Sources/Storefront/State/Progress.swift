internal import StoreModel

/// The state of a transaction in flight, as the screens tell it.
enum Progress: Hashable, Sendable, CaseIterable {
    /// The store is being asked.
    case purchasing
    /// Waits in the queue for the network.
    case queued
    /// Waits in the queue for a sign-in.
    case signInNeeded
    case deferred
    /// Paid, and not delivered yet.
    case paid
}

/// A transaction in flight.
struct InFlightTransaction: Hashable, Sendable {
    var transaction: PaymentTransaction
    /// When this screen saw its present state first.
    var since: ContinuousClock.Instant

    /// A purchase that is done sooner is not shown as in flight.
    static let grace = Duration.milliseconds(150)
    /// How long one picture of the spinner stands.
    static let spinnerStep = Duration.milliseconds(250)
}
