import StoreModel
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `C2: when the network is back, the prices are requested again without the user asking`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        // The device knows the store.
        let before = try await shop.device()
        try await before.shows("$0.99")
        let device = try await before.restart { try shop.set(.down) }
        try await device.shows("[ Network down? ]", insteadOf: "loading…")
        try shop.set(.up)
        try await device.shows("$0.99", insteadOf: "[ Network down? ]")
        try await device.shows("[ Buy 5 ]")
    }

    @Test(.onSQLite)
    func `C2: when a store at an address has its database back, the prices are requested again, too`()
        async throws
    {
        let shop = try await Shop(at: .http)
        // The device knows the store.
        let before = try await shop.device()
        try await before.shows("$0.99")
        let device = try await before.restart { try shop.setDatabase(isThere: false) }
        try await device.shows("[ Network down? ]", insteadOf: "loading…")
        try shop.setDatabase(isThere: true)
        try await device.shows("$0.99", insteadOf: "[ Network down? ]")
        try await device.shows("[ Buy 5 ]")
    }
}
