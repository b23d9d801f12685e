import DeviceStorage
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A5: the purchase manager wraps the queue, and registers the observer that it creates`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try Device(of: shop)
        try await device.signIn()
        let application = try await device.application()
        let (manager, queue, observer) = (application.purchases, application.queue, QueueObserver())
        queue.add(observer)
        #expect(manager.canMakePayments)
        try queue.setCanMakePayments(false)
        #expect(!manager.canMakePayments)
        try queue.setCanMakePayments(true)
        manager.requestProductData([MonkeyCredits.five])
        try await device.recorder.first(Event.productsFetched) { $0.products.count == 1 }

        // Its own observer is not registered yet: nothing is delivered.
        let key = try #require(manager.purchaseProduct(MonkeyCredits.five))
        try await device.recorder.first(Event.confirmationRequested) { $0.key == key }
        device.bus.send(.answer(key: key, isConfirmed: true))
        let paid = try await observer.transaction { $0.key == key && $0.state == .purchased }
        #expect(try queue.transactions().map(\.key) == [key])
        #expect(device.recorder.all(Event.transactionSucceeded).isEmpty)

        try await application.start()
        try await device.recorder.first(Event.transactionSucceeded) { $0.key == key }
        #expect(try queue.transactions().isEmpty)
        manager.completeTransaction(paid)
        #expect(try application.replica.credits() == 5)
        manager.restore()
        try await device.recorder.first(Event.restoreFinished) { $0 == (0, 0) }
        try await shop.hasClosedBooks(charges: 1)
    }
}
