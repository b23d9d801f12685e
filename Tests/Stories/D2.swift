import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `D2: products can be requested, and prices are shown, while purchases are off`(
        place: Place
    ) async throws {
        let before = try await Shop(at: place).device()
        try await before.shows("[ Buy 5 ]", insteadOf: "loading…")
        before.switchPurchases()
        try await before.shows("[ AppStore disabled ]")
        let device = try await before.restart()
        try await device.shows("$0.99", insteadOf: "loading…")
        try await device.shows("5 Monkey Credits")
        try await device.shows("[ AppStore disabled ]", insteadOf: "[ Buy")
    }
}
