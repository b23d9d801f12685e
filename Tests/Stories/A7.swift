import StoreEvents
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A7: the screen observes from when it appears until it disappears, and holds no observer after that`(
        place: Place
    ) async throws {
        let device = try await Shop(at: place).device()
        try await device.buy(1)
        try await device.has(5)
        await device.close()
        // The test's own.
        #expect(device.bus.observerCount == 1)
        device.bus.publish(.balanceChanged(BalanceChanged(balance: 99, change: 94, cause: .elsewhere)))
        #expect(device.screen.contains(" 5 monkey credits"))
    }
}
