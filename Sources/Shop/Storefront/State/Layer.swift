internal import StoreEvents
internal import StoreModel

/// A dialog or text on top of the screen, which takes the keys. Only one is shown at a time; the next one
/// follows when it is closed. `StorefrontState` chooses it, and `Canvas` draws it.
enum Layer: Hashable, Sendable {
    case none
    case help
    /// The last messages of the status line.
    case messages
    /// A value from the inspector, alone, to be read or marked by hand.
    case value(String)
    case question(Question)
    case signIn
    case notice(Notice)
    case sheet(ConfirmationRequested)
}

/// A text that the person must read and close.
enum Notice: Hashable, Sendable {
    case accountRecounted(findings: [AccountFinding], balance: Int)
    case deliveryFailed(PaymentTransaction, reason: DeliveryFailure)
    case guestWelcomed
}

/// The layer on top, and what the person has done in it.
struct ShownLayer: Hashable, Sendable {
    var layer = Layer.none
    /// When a frame that shows it was first painted; nil until then.
    var since: ContinuousClock.Instant?
    /// Whether the button that buys or quits is selected; the other button is the default.
    var isAcceptSelected = false
    /// The first visible line, if the text is longer than its box.
    var firstLine = 0

    /// For this long, keys that can confirm do nothing: they were typed before the person could see
    /// the layer.
    static let typeAhead = Duration.milliseconds(150)
}
