import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A8: the balance reads N monkey credits, and every purchase of 5 or 10 adds to it`(
        place: Place
    ) async throws {
        let device = try await Shop(at: place).device()
        try await device.has(0)
        try await device.buy(1)
        try await device.has(5)
        try await device.buy(2)
        try await device.has(15)
        try await device.buy(1)
        try await device.has(20)
        try await device.restart().has(20)
    }
}
