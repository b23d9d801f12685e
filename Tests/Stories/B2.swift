import StoreEvents
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `B2: prices are requested when the screen appears, also while purchases are off, and not again`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try Device(of: shop)
        let requests = Recorder<StorefrontCommand>()
        let token = device.bus.commands.observe([.products]) { requests.note([$0]) }
        try await device.signIn()
        #expect(requests.calls.isEmpty)
        try await device.open()
        try await device.shows("[ Buy 5 ]", insteadOf: "loading…")
        // At an address the queue is another one after the sign-in, and needs them, too.
        let first = place == .embedded ? 1 : 2
        _ = try await requests.first(skipping: first - 1) { $0 }
        // Other screens, purchases off and on, and a purchase.
        device.press("t", "t")
        device.switchPurchases()
        try await device.shows("[ AppStore disabled ]")
        device.switchPurchases()
        try await device.shows("[ Buy 5 ]", insteadOf: "[ AppStore disabled ]")
        try await device.buy(1)
        try await device.has(5)
        #expect(requests.calls.count == first)
        withExtendedLifetime(token) {}
        device.switchPurchases()
        try await device.shows("[ AppStore disabled ]")
        try await device.restart().shows("$0.99", insteadOf: "loading…")
    }
}
