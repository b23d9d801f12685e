import Storefront
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A10: credits can be spent`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.buy(1)
        try await device.has(5)
        // From the first button back to the last one.
        device.press("1", .up)
        try await device.shows("> [ Feed a banana ]")
        for left in [4, 3, 2, 1, 0] {
            device.press(.enter)
            try await device.has(left)
        }
        device.press(.enter)
        try await device.shows("No credits, no banana.")
        try await device.restart().has(0)
        try await shop.device().has(0)
    }
}
