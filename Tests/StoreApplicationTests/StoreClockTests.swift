import EventBus
import StoreApplication
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

@Suite("The store's clock")
struct StoreClockTests {
    private static let year: Int64 = 366 * 86_400_000

    @Test(
        arguments: [
            (0, 0), (1, 1), (-1, -1), (100 * year, 100 * year), (100 * year + 1, 100 * year), (.max, 100 * year),
            (.min, -100 * year),
        ] as [(Int64, Int64)])
    func `goes as far ahead or behind as the store says, but no more than a hundred years`(said: Int64, kept: Int64) {
        let (bus, time) = (EventBus(), ManualTime())
        let clock = StoreClock(bus: bus, time: time.source)
        defer { clock.close() }
        var settings = StoreSettings()
        settings.clockOffsetMilliseconds = said
        bus.publish(.settingsChanged(StorefrontSettings(store: settings)))
        #expect(clock.source.now().milliseconds == time.source.now().milliseconds + kept)
    }
}
