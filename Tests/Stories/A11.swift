import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A11: the sheet shows quantity, unit price and total, and delivery multiplies`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.order(2, quantity: 3)
        let sheet = device.screen
        #expect(sheet.contains(/Quantity +3/) && sheet.contains(/Unit price +\$1.99/))
        #expect(sheet.contains(/Total +\$5.97/))
        device.press("y")
        try await device.has(30)
        // There are no more than ten.
        try await device.order(1, quantity: 12)
        #expect(device.screen.contains(/Quantity +10/))
        device.press("y")
        try await device.has(80)
        try await shop.hasClosedBooks(charges: 2)
    }

    @Test(arguments: Place.all)
    func `A11: a transaction for an unknown product is never silently credited or lost`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place, catalogue: .withFifty())
        try await shop.customer.buy("elsewhere", .fifty, quantity: 2)
        let device = try await shop.device()
        try await device.shows("You have 2")
        try await device.has(0)
        try await shop.hasClosedBooks(charges: 1)
    }
}
