internal import StoreModel

/// Where a transaction in flight stands, for people.
enum Progress: Hashable, Sendable, CaseIterable {
    /// The store is being asked.
    case purchasing
    /// Waits in the queue for the network.
    case queued
    /// Waits in the queue until somebody is signed in.
    case signInNeeded
    /// Waits for somebody's approval.
    case deferred
    /// Paid, and not delivered yet.
    case paid
}

/// A transaction in flight.
struct InFlightTransaction: Hashable, Sendable {
    var transaction: PaymentTransaction
    /// When it came to its present state here.
    var since: ContinuousClock.Instant

    /// How long a purchase may take before anything is shown of it.
    static let grace = Duration.milliseconds(150)
    /// How long one picture of the spinner stands.
    static let spinnerStep = Duration.milliseconds(250)
}
