import StoreRules
import Storefront
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `E5: a filter, once bought, is not sold again: its button switches it, as often as one likes`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.buy(3)
        try await device.shows("[ Greyscale: off ]")
        try await device.buy(4)
        try await device.shows("[ Sepia: off ]")
        for _ in 1...2 {
            device.press("4", .enter)
            try await device.shows("[ Sepia: on ]")
            device.press("4", .enter)
            try await device.shows("[ Sepia: off ]")
        }
        device.press("3", .enter)
        try await device.shows("[ Greyscale: on ]")

        let next = try await device.restart()
        try await next.shows("[ Greyscale: on ]")
        next.press("p", "c", "p")
        try await next.shows("[ Greyscale: off ]")
        try await shop.hasClosedBooks(charges: 2)
        #expect(try shop.store.purchases().count == 2)
    }
}
