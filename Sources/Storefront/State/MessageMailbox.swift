internal import EventBus
internal import StoreModel
internal import StorefrontMessages
internal import Synchronization

/// What crosses the bus, as the log has it: commands and events in one order.
enum StorefrontMessage: Hashable, Sendable {
    case command(StorefrontCommand)
    case event(StorefrontEvent)
}

/// Where messages wait, from whatever thread they come, until the screen's own thread takes them.
final class MessageMailbox: Sendable {
    /// A message and when it was posted.
    struct Item: Sendable {
        let message: StorefrontMessage
        let date: Timestamp
    }

    private let items = Mutex<[Item]>([])
    private let time: TimeSource

    init(time: TimeSource) { self.time = time }

    /// Takes everything that waits, oldest first.
    func drain() -> [Item] {
        items.withLock { items in
            defer { items = [] }
            return items
        }
    }

    /// Observes all commands and events until the tokens are released. `wake` is called after each arrival.
    func observe(_ bus: EventBus, wake: @escaping @Sendable () -> Void) -> [Observation] {
        [
            bus.observe { [self] in add(.command($0), wake) },
            bus.observe { [self] in add(.event($0), wake) },
        ]
    }

    private func add(_ message: StorefrontMessage, _ wake: () -> Void) {
        let item = Item(message: message, date: time.now())
        items.withLock { $0.append(item) }
        wake()
    }
}
