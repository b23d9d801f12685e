import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `E4: the user sees that there is nothing to restore, or that restoring failed`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.shows("$0.99")
        device.press("R")
        try await device.shows("Nothing to restore.")
        try shop.set(.down)
        device.press("R")
        try await device.shows("Nothing was restored.")
        try await device.recorder.first(Event.restoreFailed) { $0.0.isNetworkFailure }
    }

    @Test(arguments: Place.all)
    func `E4: with nothing to restore, updatedTransactions is not called`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let device = try Device(of: shop)
        try await device.signIn()
        let (queue, observer) = (try await device.application().queue, QueueObserver())
        queue.add(observer)
        queue.restoreCompletedTransactions()
        try await observer.heard { $0 == .restoreFinished }
        try shop.set(.down)
        queue.restoreCompletedTransactions()
        try await observer.heard {
            if case .restoreFailed(let error) = $0 { error.isNetworkFailure } else { false }
        }
        #expect(observer.calls.count == 2)
    }
}
