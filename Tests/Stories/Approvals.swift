import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A purchase waits for approval, also over a start; approved it is credited, declined it is not`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        try shop.store.set { $0.asksToBuy = true }
        var device = try await shop.device()
        var seen: Set<IdempotencyKey> = []
        for (action, credits) in [(TransactionAction.approve, 5), (.decline, 5), (.lapse, 5)] {
            try await device.buy(1)
            let key = try await device.recorder.first(Event.transactionUpdated) {
                $0.state == .deferred && !seen.contains($0.key)
            }.key
            seen.insert(key)
            try await device.shows("waiting for approval")
            device = try await device.restart()
            try await device.shows("waiting for approval")
            _ = try shop.store.perform(action, on: key.rawValue)
            switch action {
            case .decline: try await device.recorder.first(Event.transactionFailed) { $0.key == key }
            case .lapse: try await device.recorder.first(Event.transactionRemoved) { $0.key == key }
            default: try await device.recorder.first(Event.transactionSucceeded) { $0.key == key }
            }
            try await device.has(credits)
        }
        try await shop.hasClosedBooks(charges: 1)
    }

    @Test(arguments: Place.all)
    func `A purchase that was interrupted fails, and is credited once when the trouble is resolved`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        try shop.store.set { $0.interruptsPurchases = true }
        let device = try await shop.device()
        try await device.buy(2, quantity: 2)
        let failed = try await device.recorder.first(Event.transactionFailed)
        #expect(failed.error == .interrupted && failed.isFinished)
        try await device.shows("Your account needs attention (3038). Nothing was charged so far.")
        try await device.has(0)
        _ = try shop.store.perform(.resolve, on: failed.key.rawValue)
        try await device.has(20)
        try await device.restart().has(20)
        try await shop.hasClosedBooks(charges: 1)
    }
}
