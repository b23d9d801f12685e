import StoreModel
import StoreRules
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A2: two built-in products, whose identifiers are fixed, are worth 5 and 10 credits`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.shows("[ Buy 5 ]")
        try await device.shows("[ Buy 10 ]")
        try await device.buy(1)
        try await device.has(5)
        try await device.buy(2)
        try await device.has(15)
        let bought = try shop.store.purchases().map(\.productIdentifier.rawValue)
        #expect(
            bought == [
                "com.xamarin.storekit.testing.consume10credits",
                "com.xamarin.storekit.testing.consume5credits",
            ])
    }
}
