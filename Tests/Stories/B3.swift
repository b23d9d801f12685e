import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `B3: a button whose product is invalid says so and stays disabled`(place: Place) async throws {
        let shop = try await Shop(at: place, catalogue: .selling([MonkeyCredits.ten]))
        let device = try await shop.device()
        try await device.shows("[ Buy 10 ]", insteadOf: "loading…")
        try await device.recorder.first(Event.productsFetched) {
            $0.invalidProductIdentifiers.contains(MonkeyCredits.five)
        }
        try await device.shows("[ Not available ]", insteadOf: "[ Buy 5 ]")
        device.press("1", .enter)
        try await device.shows("The store doesn't know")
        try await device.buy(2)
        try await device.has(10)
        #expect(try shop.store.purchases().map(\.productIdentifier) == [MonkeyCredits.ten])
    }
}
