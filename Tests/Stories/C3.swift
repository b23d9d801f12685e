import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all, [StoreSettings.Network.down, .answersLost])
    func `C3: a purchase that finds no network, or whose answer is lost, waits and is charged once`(
        place: Place, network: StoreSettings.Network
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.order(1)
        try shop.set(network)
        device.press("y")
        let waits = "Your purchase is in the queue and goes on by itself."
        try await device.shows(waits)
        let next = try await device.restart()
        try await next.shows(waits)
        try shop.set(.up)
        try await next.has(5)
        try await shop.hasClosedBooks(charges: 1)
    }

    @Test(.onSQLite)
    func `C3: a purchase that a store at an address cannot write is kept, which is said, without an outage`()
        async throws
    {
        let shop = try await Shop(at: .http)
        let device = try await shop.device()
        try await device.order(1)
        try shop.setDatabase(takesPurchases: false)
        device.press("y")
        try await device.shows("The payment is kept, goes on by itself, and is charged once.")
        #expect(!device.recorder.all(Event.networkChanged).contains(false))
        try shop.setDatabase(takesPurchases: true)
        try await device.has(5)
        try await shop.hasClosedBooks(charges: 1)
    }

    @Test(arguments: Place.all.filter { $0 != .embedded }, [200, 302, 404])
    func `C3: a purchase waits for a store in whose place a proxy shows a page of its own, also over a start`(
        place: Place, status: Int
    ) async throws {
        let shop = try await Shop(at: place)
        let line = try #require(shop.address).line
        let proxy = try LoopbackServer(isStore: false) { _, client in
            client.answer(status, "<html>", type: "text/html")
        }
        let device = try await shop.device()
        try await device.order(1)
        let store = line.target
        line.target = UInt16(proxy.port)
        device.press("y")
        let waits = "Your purchase is in the queue and goes on by itself."
        try await device.shows(waits)
        let next = try await device.restart()
        try await next.shows(waits)
        // The start asks for the certificates, too. Whoever gave up then would ask for nothing more.
        let before = proxy.requests.count
        while proxy.requests.count < before + 4 { try await pause() }
        line.target = store
        try await next.has(5)
        try await shop.hasClosedBooks(charges: 1)
    }

    @Test(arguments: Place.all)
    func `C3: a purchase that is paid, and not delivered yet, is delivered without a network`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let before = try Device(of: shop)
        try await before.signIn()
        _ = try await before.payForFive()
        let device = try await before.restart { try shop.set(.down) }
        try await device.has(5)
        try shop.set(.up)
        try await shop.hasClosedBooks(charges: 1)
    }

    @Test(arguments: Place.all)
    func `C3: a purchase that is delivered, and not finished at the store yet, is finished later`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        let token = device.bus.observe(.balanceChanged) { event in
            guard case .balanceChanged(let change) = event, change.cause == .purchase else { return }
            try? shop.set(.down)
        }
        try await device.buy(1)
        try await device.has(5)
        withExtendedLifetime(token) {}
        let next = try await device.restart()
        try await next.has(5)
        try shop.set(.up)
        try await shop.hasClosedBooks(charges: 1)
        try await next.has(5)
    }
}
