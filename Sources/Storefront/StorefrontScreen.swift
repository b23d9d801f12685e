public import EventBus
public import StoreModel

/// The storefront as a terminal sees it: input goes in, frames come out. It learns everything it shows from the bus, and
/// says everything the user wants on the bus.
///
/// It belongs to one thread. Notifications may come from any thread: they wait in a mailbox until `advance`.
public final class StorefrontScreen {
    /// Why the screen wants to go away.
    public enum Exit: Hashable, Sendable {
        /// The user is done.
        case quit
        /// The user pressed Ctrl-C.
        case interrupted
    }

    /// Set when the screen wants to go away.
    public private(set) var exit: Exit?
    /// When `advance` must be called though nothing happened; nil while there is nothing to wait for.
    public private(set) var nextDeadline: ContinuousClock.Instant?

    /// A screen that is not shown yet.
    public init(bus: EventBus, options: ScreenOptions = ScreenOptions(), time: TimeSource = .system) {}

    /// Starts observing the bus. `wake` is called, on any thread, when `advance` should be.
    public func appear(wake: @escaping @Sendable () -> Void) {}

    /// Stops observing: afterwards the screen holds no observer.
    public func disappear() {}

    /// Takes what the person did.
    public func handle(_ input: Input, at now: ContinuousClock.Instant) {
        if case .key(.character("q")) = input { exit = .quit }
        if case .key(.control("c")) = input { exit = .interrupted }
    }

    /// Takes the notifications that wait, and what has become due.
    public func advance(to now: ContinuousClock.Instant) {}

    /// The screen as it is now.
    public func frame(size: Size) -> Frame {
        var frame = Frame(size: size)
        for (column, character) in "Monkey Store".prefix(size.columns).enumerated() {
            frame[column, 0] = Cell(character, style: Style(.accent, bold: true))
        }
        return frame
    }
}
