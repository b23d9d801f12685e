import StoreEvents
import StoreRules
import Storefront
import TestSupport
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

    @Test(arguments: Place.all.filter { $0 != .embedded })
    func `D1: it is the device's own switch: it stays off after a sign-out, and nobody signs in to change it`(
        place: Place
    ) async throws {
        let device = try await Shop(at: place).device()
        try await device.shows("[ Buy 5 ]", insteadOf: "loading…")
        device.switchPurchases()
        try await device.shows("[ AppStore disabled ]", insteadOf: "[ Buy")
        device.press("o")
        try await device.shows("Sign out?")
        device.press("y")
        try await device.recorder.first(Event.storeOpened) { $0.accountName == nil }
        try await device.shows("[ AppStore disabled ]", insteadOf: "[ Buy")
        device.press("1", .enter)
        try await device.shows("In-app purchases are off. Nothing was charged.")
        device.switchPurchases()
        try await device.shows("[ Buy 5 ]", insteadOf: "[ AppStore disabled ]")
        device.switchPurchases()
        try await device.shows("[ AppStore disabled ]", insteadOf: "[ Buy")
    }
}

extension Device {
    /// Switches the first of the settings, from the store's screen and back to it.
    func switchPurchases() { press("s", .right, "s") }
}
