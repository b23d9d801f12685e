internal import StoreModel

/// A transaction in flight. `StorefrontState` holds them, and the views show them. Below: how far one is.
struct InFlightTransaction: Hashable, Sendable {
    var transaction: PaymentTransaction
    /// When this screen first saw its present state.
    var since: ContinuousClock.Instant
    /// Set if a command of this screen led to the payment, from its first event to its sheet or its
    /// next event.
    var adding: Adding?

    /// Whether a payment that is being added is confirmed.
    enum Adding: Hashable, Sendable {
        /// The store is asked about it, and its sheet comes after that. Until then it is only in memory.
        case unconfirmed
        /// There is no sheet, so the command has confirmed it.
        case confirmed
    }

    /// A purchase that is done within this time is not shown as in flight.
    static let grace = Duration.milliseconds(150)
    /// How long each picture of the spinner is shown.
    static let spinnerStep = Duration.milliseconds(250)
}

/// The state of a transaction in flight, in the terms of the screens.
enum Progress: Hashable, Sendable, CaseIterable {
    /// The store is asked about the payment before the sheet comes.
    case asking
    /// The payment is being sent.
    case purchasing
    /// Waiting in the queue for the network.
    case queued
    /// Waiting in the queue for a sign-in.
    case signInNeeded
    case deferred
    /// Paid, but not delivered yet.
    case paid
}
