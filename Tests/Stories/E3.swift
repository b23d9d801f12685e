import DeviceStorage
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `E3: what is restored is recorded and enabled, unless it is recorded already`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let before = try Device(of: shop)
        try await before.signIn()
        let first = try await before.application()
        try await first.start()
        try await before.buy(4)
        try await before.shows("[ Sepia: off ]")
        try await shop.hasClosedBooks(charges: 1)
        // So that no news is left that could tell of it.
        await first.queue.settle()
        await before.close()
        try before.edit("DELETE FROM replica_purchase")

        let device = try before.reopened()
        let application = try await device.application()
        try await application.start()
        #expect(device.recorder.all(Event.entitlementsChanged).last?.ownedProducts == [])
        for round in 1...2 {
            device.press("R")
            try await device.recorder.first(Event.restoreFinished, skipping: round - 1) { $0 == (1, 0) }
            #expect(try application.replica.owned().ownedProducts == [.sepia])
        }
        #expect(device.recorder.all(Event.entitlementsChanged).map(\.ownedProducts) == [[], [.sepia]])
        try await device.shows("[ Sepia: off ]")
    }
}
