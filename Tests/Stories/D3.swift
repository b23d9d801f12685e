import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `D3: a payment that is added while purchases are off is refused, and the user reads why`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.shows("[ Buy 5 ]", insteadOf: "loading…")
        device.switchPurchases()
        try await device.shows("[ AppStore disabled ]")
        // Past the button.
        device.bus.send(.purchase(MonkeyCredits.five, quantity: 1))
        let failed = try await device.recorder.first(Event.transactionFailed)
        #expect(failed.error == .paymentNotAllowed && failed.isFinished)
        try await device.shows("In-app purchases are off")
        #expect(device.recorder.all(Event.confirmationRequested).isEmpty)
        #expect(try shop.store.purchases().isEmpty)
    }
}
