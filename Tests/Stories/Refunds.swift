import StoreEvents
import StoreModel
import StoreRules
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A refund takes the credits back on every device, and its reversal brings them back, each once`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let first = try await shop.device()
        try await first.buy(2)
        try await first.has(10)
        let key = try await first.recorder.first(Event.transactionSucceeded).key.rawValue
        let second = try await shop.device()
        try await second.has(10)
        for _ in 1...2 {
            _ = try shop.store.perform(.refund, on: key)
            for device in [first, second] { try await device.has(0) }
            _ = try shop.store.perform(.reverseRefund, on: key)
            for device in [first, second] { try await device.has(10) }
        }
        let next = try await first.restart { _ = try shop.store.perform(.refund, on: key) }
        try await next.has(0)
        try await next.restart { _ = try shop.store.perform(.reverseRefund, on: key) }.has(10)
    }

    @Test(arguments: Place.all)
    func `A refund of credits that were spent is a debt, which the next purchase pays first`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.buy(1)
        try await device.has(5)
        device.press("1", .up, .enter, .enter)
        try await device.has(3)
        let key = try await device.recorder.first(Event.transactionSucceeded).key.rawValue
        // The store knows of both uses.
        try await shop.device().has(3)
        _ = try shop.store.perform(.refund, on: key)
        try await device.has(-2)
        try await device.shows("In debt")
        try await device.buy(1)
        try await device.has(3)
        try await device.restart().has(3)
    }

    @Test(arguments: Place.all)
    func `A refunded filter is gone from every device, and is charged again the next time`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let first = try await shop.device()
        try await first.buy(4)
        let key = try await first.recorder.first(Event.transactionSucceeded).key.rawValue
        let second = try await shop.device()
        for device in [first, second] { try await device.shows("[ Sepia: off ]") }
        _ = try shop.store.perform(.refund, on: key)
        for device in [first, second] { try await device.shows("$0.99", insteadOf: "[ Sepia: off ]") }
        try await first.buy(4)
        for device in [first, second] { try await device.shows("[ Sepia: off ]") }
        #expect(try shop.store.audit().accounts.map(\.charges) == [2])
    }
}
