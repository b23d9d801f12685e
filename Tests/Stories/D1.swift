import StoreRules
import Storefront
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `D1: purchases are switched off in Settings, and the buttons read AppStore disabled`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.shows("[ Buy 5 ]", insteadOf: "loading…")
        device.switchPurchases()
        try await device.shows("[ AppStore disabled ]", insteadOf: "[ Buy")
        device.press("1", .enter)
        try await device.shows("In-app purchases are off. Nothing was charged.")
        #expect(try shop.store.purchases().isEmpty)
    }
}

extension Device {
    /// Switches the first of the settings, from the store's screen and back to it.
    func switchPurchases() { press("s", .right, "s") }
}
