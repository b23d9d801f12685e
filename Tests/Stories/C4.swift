import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `C4: a purchase that fails is told with its error, and finished all the same`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try shop.store.set { $0.nextFailure = .unknownServerError }
        try await device.buy(1)
        let failed = try await device.recorder.first(Event.transactionFailed)
        #expect(failed.state == .failed && failed.error == .unknownServerError && failed.isFinished)

        // It does not come again.
        let next = try await device.restart()
        try await next.buy(1)
        try await next.has(5)
        #expect(next.recorder.all(Event.transactionFailed).isEmpty)
        try await shop.hasClosedBooks(charges: 1)
    }
}
