import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `B1: the buttons read loading… and do nothing until the prices have arrived`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try Device(of: shop)
        try await device.signIn()
        try shop.store.set { $0.delayMilliseconds = 60_000 }
        try await device.open()
        try await device.shows("[ loading… ]")
        #expect(!device.screen.contains("$") && !device.screen.contains("[ Buy"))
        device.press("1", .enter)
        #expect(!device.screen.contains("Confirm purchase"))
        try shop.answerAtOnce()
        for text in ["[ Buy 5 ]", "5 Monkey Credits", "$0.99", "[ Buy 10 ]", "10 Monkey Credits", "$1.99"] {
            try await device.shows(text, insteadOf: "loading…")
        }
        try await device.order(1)
    }
}
