import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A4: while a payment is on its way, the screen stays alive and shows it`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.order(1)
        try shop.store.set { $0.delayMilliseconds = 60_000 }
        device.press("y", .down)
        try await device.shows("Purchasing")
        try await device.shows("> [ Buy 10 ]")
        device.press("s")
        try await device.shows("─ Settings ─")
        device.press("s")
        try await device.shows("Purchasing")
        #expect(try shop.store.purchases().isEmpty)
        try shop.answerAtOnce()
        try await device.has(5)
    }
}
