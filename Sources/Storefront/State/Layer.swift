internal import StoreModel
internal import StorefrontMessages

/// What lies on top of the screen and takes the keys. There is one at a time; the next shows when it is gone.
enum Layer: Hashable, Sendable {
    case none
    case help
    case quitQuestion
    case signIn
    case notice(Notice)
    case sheet(ConfirmationRequested)
}

/// Something that must be read in full.
enum Notice: Hashable, Sendable {
    case ledgerTampered(LedgerTampered)
    case deliveryFailed(DeliveryFailed)
    case creditsMoved(BalanceChanged)
    case hostSaid(HostSaid)
    case guestWelcomed
}

/// The top-most layer since it came up, and what the person has done in it.
struct ShownLayer: Hashable, Sendable {
    var layer = Layer.none
    /// When it came up.
    var since: ContinuousClock.Instant
    /// Whether the button that buys or leaves is selected; the other one is the safe one.
    var isAcceptSelected = false
    /// The first line shown of a text that is longer than its box.
    var firstLine = 0

    /// A key that was typed before the person can have seen the layer must not confirm anything.
    static let typeAhead = Duration.milliseconds(150)
}
