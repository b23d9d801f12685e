import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `H4: a purchase of very large content is finished at once, and its receipt fetches it later`(
        place: Place
    ) async throws {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: Int(HostedProductManager.largestAwaited) + 1)
        let (shop, device) = try await Shop.withABook(at: place, text: text)
        device.bus.send(.purchase(.garden, quantity: 1))
        try await device.shows("Confirm purchase")
        let token = device.bus.observe(.transactionSucceeded) { _ in try? shop.set(.down) }
        device.press("y")
        try await device.recorder.first(Event.transactionSucceeded)
        withExtendedLifetime(token) {}
        let before = device.recorder.events.prefix {
            if case .transactionSucceeded = $0 { false } else { true }
        }
        #expect(
            before.allSatisfy {
                if case .downloadUpdated(let download) = $0 { download.state != .finished } else { true }
            })

        let next = try await device.restart { try shop.set(.up) }
        try await next.shows("[ Read ]")
        #expect(next.recorder.all(Event.transactionSucceeded).isEmpty)
        try await shop.hasClosedBooks(charges: 1)
    }
}
