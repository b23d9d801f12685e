package import StoreEvents
package import StoreModel
internal import Synchronization

/// The storefront for `CursesTerminal`: input goes in, frames come out. Everything that it shows comes from
/// the events of the bus, and everything that the user wants goes out as commands. It belongs to one thread.
/// Events may come on any thread, and wait in a mailbox until `advance`.
package final class StorefrontScreen {
    /// Why the screen closes.
    package enum Exit: Hashable, Sendable {
        case quit
        case interrupted
        case idle
        /// The application cannot start, or cannot continue.
        case unavailable(Trouble)
    }

    /// The keys that close the screen, and those of the terminal.
    private static let alwaysTaken: Set<Input> = [
        .key(.character("q")), .key(.control("c")), .key(.control("l")), .key(.control("z")),
    ]

    private let bus: EventBus
    private let mailbox: MessageMailbox
    private let isOverloaded: @Sendable () -> Bool
    private var observations: [Observation] = []
    private var state: StorefrontState
    /// What can be clicked in the last frame.
    private var areas: [ClickArea] = []

    /// Set when the screen is to be closed.
    package var exit: Exit? { state.exit }
    /// When `advance` must be called even if nothing happens; nil if nothing changes by itself.
    package var nextDeadline: ContinuousClock.Instant? { state.nextDeadline }

    /// What the terminal can do beyond cells and keys.
    package var terminal: TerminalFeatures {
        get { state.terminal }
        set { state.terminal = newValue }
    }

    /// `isOverloaded` says whether too many commands wait for the application. If so, input is refused,
    /// except the keys that close the screen and those of the terminal.
    package init(
        bus: EventBus, options: ScreenOptions = ScreenOptions(), time: TimeSource = .system,
        isOverloaded: @escaping @Sendable () -> Bool = { false }
    ) {
        self.bus = bus
        self.isOverloaded = isOverloaded
        mailbox = MessageMailbox(time: time)
        state = StorefrontState(now: .now, options: options)
    }

    /// Starts to observe the bus. `wake` is called on any thread when it is time to call `advance`.
    package func appear(wake: @escaping @Sendable () -> Void) {
        observations = mailbox.observe(bus, wake: wake)
    }

    /// Stops observing. The bus then holds no observer of the screen.
    package func disappear() { observations = [] }

    package func handle(_ input: Input, at now: ContinuousClock.Instant) {
        advance(to: now)
        if case .focus = input { return send(state.handle(input)) }
        if isOverloaded(), !Self.alwaysTaken.contains(input) { return state.refuseInput() }
        guard case .click(let column, let row) = input else { return send(state.handle(input)) }
        let area = areas.first { $0.row == row && $0.columns.contains(column) }
        if let area { send(state.click(area.target)) }
    }

    /// Takes the messages that wait, and does what is due.
    package func advance(to now: ContinuousClock.Instant) {
        state.now = max(state.now, now)
        for item in mailbox.drain() { send(state.receive(item.message, date: item.date)) }
        state.leaveIfIdle()
    }

    /// The screen as it is now, for a terminal of this size and colour depth.
    package func frame(size: Size, depth: ScreenOptions.Depth = .many) -> Frame {
        (state.size, state.options.depth) = (size, depth)
        let frame = view(state, size: size)
        areas = frame.areas
        return frame
    }

    /// Notes that the terminal has the last frame.
    package func painted(at now: ContinuousClock.Instant) { state.painted(at: now) }

    /// What the terminal should do, once.
    package func takeEffects() -> [TerminalEffect] {
        defer { state.effects = [] }
        return state.effects.map { effect in
            guard case .notify(let sentence) = effect else { return effect }
            return .notify(TerminalText(sentence, glyphs: state.options.glyphs).string)
        }
    }

    private func send(_ commands: [StorefrontCommand]) {
        for command in commands { bus.send(command) }
    }
}

/// Keeps the bus's commands and events in order until the thread of `StorefrontScreen` or `PlainStorefront`
/// takes them. They may arrive on any thread.
final class MessageMailbox: Sendable {
    typealias Item = (message: StorefrontMessage, date: Timestamp)

    private let items = Mutex<[Item]>([])
    private let time: TimeSource

    init(time: TimeSource) { self.time = time }

    /// Removes and returns all messages, oldest first.
    func drain() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }

    /// Observes all commands and events until the tokens are released. Calls `wake` after each arrival.
    func observe(_ bus: EventBus, wake: @escaping @Sendable () -> Void) -> [Observation] {
        [
            bus.commands.observe(StorefrontCommand.Name.allCases) { [self] in add(.command($0), wake) },
            bus.events.observe(StorefrontEvent.Name.allCases) { [self] in add(.event($0), wake) },
        ]
    }

    private func add(_ message: StorefrontMessage, _ wake: () -> Void) {
        let date = time.now()
        items.withLock { $0.append((message, date)) }
        wake()
    }
}

/// A command or an event of the bus.
enum StorefrontMessage: Hashable, Sendable {
    case command(StorefrontCommand)
    case event(StorefrontEvent)
}
