internal import StoreEvents
internal import StoreModel
internal import Synchronization

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
