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
    case sheet(AskedSheet)
}

/// A confirmation sheet with what it says now. If that changes while it is open, it is another question,
/// which nobody has read yet.
package struct AskedSheet: Hashable, Sendable {
    let request: ConfirmationRequested
    /// What buying the subscription does; nil for other products.
    let step: SubscriptionStep?
    /// Whether the account owns the product for good. It may have been bought elsewhere while the sheet was
    /// open, and the store charges nothing for it again.
    let isOwned: Bool
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
