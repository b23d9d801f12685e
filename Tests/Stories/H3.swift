import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `H3: a download that fails is tried again, without confusing the user, and not paid again`(
        place: Place
    ) async throws {
        let (shop, device) = try await Shop.withABook(at: place)
        device.bus.send(.purchase(.garden, quantity: 1))
        try await device.shows("Confirm purchase")
        // The store answers; the content server does not.
        let token = device.bus.observe(.transactionUpdated) { event in
            guard case .transactionUpdated(let transaction) = event, transaction.state == .purchased else {
                return
            }
            try? shop.set(.down)
        }
        device.press("y")
        try await device.shows("You don't pay again.")
        withExtendedLifetime(token) {}
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)

        let next = try await device.restart()
        try await next.shows("paid, not yet delivered")
        try shop.set(.up)
        try await next.shows("[ Read ]")
        try await next.recorder.first(Event.transactionSucceeded)
        try await shop.hasClosedBooks(charges: 1)
    }
}
