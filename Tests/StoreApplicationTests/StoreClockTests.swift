import StoreApplication
import StoreEvents
import StoreModel
import TestSupport
import Testing

@Suite("The store's clock")
struct StoreClockTests {
    private static let year: Int64 = 366 * 86_400_000

    private let bus = EventBus()
    private let time = ManualTime(start: Timestamp(milliseconds: 1_795_000_000_000))
    private let clock: StoreClock

    init() { clock = StoreClock(bus: bus, time: time.source) }

    private func tell(_ settings: StoreSettings) {
        bus.publish(.settingsChanged(StorefrontSettings(store: settings)))
    }

    @Test(
        arguments: [
            (0, 0), (1, 1), (-1, -1), (100 * year, 100 * year), (100 * year + 1, 100 * year),
            (.max, 100 * year),
            (.min, -100 * year),
        ] as [(Int64, Int64)])
    func `goes as far ahead or behind as the store says, but no more than a hundred years`(
        said: Int64, kept: Int64
    ) {
        defer { clock.close() }
        var settings = StoreSettings()
        settings.clockOffsetMilliseconds = said
        tell(settings)
        #expect(clock.source.now().milliseconds == time.source.now().milliseconds + kept)
    }

    @Test(
        arguments: [
            (1_795_000_000_123, 1_795_000_000_123), (.max, 1_795_000_000_000 + 100 * year),
            (.min, 1_795_000_000_000 - 100 * year),
        ] as [(Int64, Int64)])
    func `stands where the store says, and goes on from there`(said: Int64, stands: Int64) {
        defer { clock.close() }
        var settings = StoreSettings()
        settings.frozenAt = Timestamp(milliseconds: said)
        tell(settings)
        #expect(clock.source.now().milliseconds == stands)
        settings.moveClock(by: 0, isFrozen: false, at: time.source.now())
        tell(settings)
        time.advance(by: .seconds(1))
        #expect(clock.source.now().milliseconds == stands + 1000)
    }
}
