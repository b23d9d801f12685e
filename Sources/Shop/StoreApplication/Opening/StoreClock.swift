package import StoreEvents
package import StoreModel
internal import Synchronization

/// The store's clock, as far as this device knows it: the machine's own, moved or stopped as the store's
/// settings say. The periods of subscriptions are measured by it, with or without a network. `Application`
/// makes it, and passes it to everything that measures them.
package final class StoreClock: Sendable {
    private let time: TimeSource
    private let settings = Mutex(StoreSettings())
    private let observation = Mutex<Observation?>(nil)

    /// A clock that listens for the store's settings from now on.
    package init(bus: EventBus, time: TimeSource) {
        self.time = time
        let token = bus.observe(.storeOpened, .settingsChanged) { [weak self] event in
            switch event {
            case .storeOpened(let opened): self?.settings.withLock { $0 = opened.settings.store }
            case .settingsChanged(let settings): self?.settings.withLock { $0 = settings.store }
            default: break
            }
        }
        observation.withLock { $0 = token }
    }

    /// The clock as a parameter.
    package var source: TimeSource {
        TimeSource(
            now: { [self] in settings.withLock { $0 }.moment(at: time.now()) },
            sleep: time.sleep, random: time.random)
    }

    /// Stops listening. The clock then keeps the settings that it heard last.
    package func close() { observation.withLock { $0 }?.cancel() }
}
