import StoreEvents
import StoreModel
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A1: a consumable can be bought again and again; it is never restored`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        for bought in 1...3 {
            try await device.buy(1)
            try await device.has(5 * bought)
            // Until then the product is being bought, and cannot be ordered.
            try await device.recorder.first(Event.transactionSucceeded, skipping: bought - 1)
        }
        try await shop.hasClosedBooks(charges: 3)

        let other = try await shop.device()
        for device in [device, other] {
            try await device.has(15)
            device.press("R")
            try await device.shows("Nothing to restore.")
            try await device.recorder.first(Event.restoreFinished) { $0 == (0, 0) }
            #expect(device.recorder.all(Event.restoreFinished).count == 1)
            try await device.has(15)
        }
    }
}
