import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `D4: switching purchases back on brings the buttons back without a restart`(
        place: Place
    ) async throws {
        let device = try await Shop(at: place).device()
        try await device.shows("[ Buy 5 ]", insteadOf: "loading…")
        device.switchPurchases()
        try await device.shows("[ AppStore disabled ]", insteadOf: "[ Buy 5 ]")
        device.switchPurchases()
        try await device.shows("[ Buy 5 ]", insteadOf: "[ AppStore disabled ]")
        try await device.buy(1)
        try await device.has(5)
    }
}
