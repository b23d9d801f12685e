import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `C1: without a network the request fails with its error, and the buttons read Network down?`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        // The device knows the store.
        let before = try await shop.device()
        try await before.shows("$0.99")
        let device = try await before.restart { try shop.set(.down) }
        #expect(try await device.recorder.first(Event.requestFailed).isNetworkFailure)
        try await device.shows("[ Network down? ]", insteadOf: "loading…")
        device.press("1", .enter)
        try await device.shows("There are no prices without the network. Nothing was charged.")
        #expect(!device.screen.contains("Confirm purchase") && !device.screen.contains("[ Buy"))
    }
}
