import StoreEvents
import Synchronization

@testable import Storefront

/// The storefront in lines, open on a bus of its own.
struct PlainShop {
    let store: PlainStorefront
    /// What it said when it opened.
    let opening: [String]
    /// The commands that it has sent since.
    let sent: CommandRecorder
    private let bus = EventBus()

    /// Opens with these events.
    init(_ events: [StorefrontEvent]) {
        store = PlainStorefront(bus: bus)
        store.appear {}
        for event in events { bus.publish(event) }
        opening = store.advance()
        sent = CommandRecorder(bus)
    }

    /// Says what there is to say about events.
    @discardableResult
    func hear(_ events: StorefrontEvent...) -> [String] {
        for event in events { publish(event) }
        return store.advance()
    }

    /// Publishes an event that is heard later.
    func publish(_ event: StorefrontEvent) { bus.publish(event) }

    @discardableResult
    func take(_ line: String, isTyped: Bool = true) -> [String] {
        store.take(line: line, isTyped: isTyped)
    }
}

/// Keeps every command that is sent on a bus, in order.
final class CommandRecorder: Sendable {
    private let commands = Mutex<[StorefrontCommand]>([])
    private let token = Mutex<Observation?>(nil)

    init(_ bus: EventBus) {
        let observation = bus.commands.observe(StorefrontCommand.Name.allCases) { [weak self] command in
            self?.commands.withLock { $0.append(command) }
        }
        token.withLock { $0 = observation }
    }

    var all: [StorefrontCommand] { commands.withLock { $0 } }
}
