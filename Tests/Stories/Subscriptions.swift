import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    /// No month is longer, and three of these are shorter than any four months. They are real months, because
    /// the device's clock runs, and on a slow machine half a minute passes by itself.
    private static let month: Int64 = 31 * 86_400_000

    @Test(arguments: Place.all)
    func `A subscription brings its credits with each period, on every device, also after a time away`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.buy(5)
        try await device.has(20)
        try shop.store.set { $0.clockOffsetMilliseconds += Self.month }
        try await device.has(40)

        let next = try await device.restart {
            try shop.store.set { $0.clockOffsetMilliseconds += 2 * Self.month }
        }
        try await next.has(80)
        let other = try await shop.device()
        try await other.has(80)
        try await other.shows("Subscribed")
        try await shop.hasClosedBooks(charges: 4)
    }

    @Test(arguments: Place.all)
    func `A subscription that is not renewed runs out by the date that the store signed`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        try shop.store.set { $0.failsRenewals = true }
        let device = try await shop.device()
        try await device.buy(5)
        try await device.recorder.first(Event.entitlementsChanged) {
            $0.ownedProducts == [MonkeyCredits.monthlyBunch]
        }
        try shop.store.set { $0.clockOffsetMilliseconds += Self.month }
        try await device.recorder.first(Event.entitlementsChanged, skipping: 1) { $0.ownedProducts.isEmpty }
        // What it brought stays.
        try await device.has(20)
    }
}
