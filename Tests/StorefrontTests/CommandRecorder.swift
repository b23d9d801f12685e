import EventBus
import StorefrontMessages
import Synchronization

/// Keeps every command that is sent on a bus, in order.
final class CommandRecorder: Sendable {
    private let commands = Mutex<[StorefrontCommand]>([])
    private let token = Mutex<Observation?>(nil)

    init(_ bus: EventBus) {
        let observation = bus.observe { [weak self] (command: StorefrontCommand) in
            self?.commands.withLock { $0.append(command) }
        }
        token.withLock { $0 = observation }
    }

    var all: [StorefrontCommand] { commands.withLock { $0 } }
}
