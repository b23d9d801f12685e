package import EventBus
package import StoreModel
internal import Synchronization

/// The store's clock, as far as this device knows it: the machine's own, moved as far as the store's settings say. The periods
/// of subscriptions are measured by it, with or without a network.
package final class StoreClock: Sendable {
    private let time: TimeSource
    private let offset = Mutex<Int64>(0)
    private let observations = Mutex<[Observation]>([])

    /// A clock that listens for the store's settings from now on.
    package init(bus: EventBus, time: TimeSource) {
        self.time = time
        let tokens = [
            bus.observe { [weak self] (fact: StoreOpened) in self?.follow(fact.settings.store) },
            bus.observe { [weak self] (fact: SettingsChanged) in self?.follow(fact.settings.store) },
        ]
        observations.withLock { $0 = tokens }
    }

    /// The clock as a parameter.
    package var source: TimeSource {
        TimeSource(
            now: { Timestamp(milliseconds: self.time.now().milliseconds + self.offset.withLock { $0 }) },
            sleep: time.sleep)
    }

    /// Stops listening: the clock goes on as it went last.
    package func close() { observations.withLock { $0 }.forEach { $0.cancel() } }

    /// A store at an address may say anything.
    private func follow(_ settings: StoreSettings) {
        let offsets = StoreSettings.clockOffsets
        let wanted = min(max(settings.clockOffsetMilliseconds, offsets.lowerBound), offsets.upperBound)
        offset.withLock { $0 = wanted }
    }
}
