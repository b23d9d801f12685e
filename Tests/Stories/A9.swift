import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A9: what is not finished is delivered again at each launch until it is, and credited once`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        var device = try Device(of: shop)
        try await device.signIn()
        let paid = try await device.payForFive()
        // Two launches at which nobody finishes it.
        for _ in 1...2 {
            await device.close()
            device = try device.reopened()
            let (queue, observer) = (try await device.application().queue, QueueObserver())
            queue.add(observer)
            let again = try await observer.transaction { $0.state == .purchased }
            #expect(again.key == paid.key && again.transactionIdentifier == paid.transactionIdentifier)
        }

        device = try await device.restart()
        try await device.has(5)
        try await shop.hasClosedBooks(charges: 1)
        // It was delivered, and the finish was lost.
        device = try await device.restart { [device] in try device.unfinish(paid) }
        try await device.recorder.first(Event.transactionSucceeded) { $0.key == paid.key }
        try await device.has(5)
        #expect(device.recorder.all(Event.balanceChanged).allSatisfy { $0.change == 0 })
        try await shop.hasClosedBooks(charges: 1)
    }
}

extension Device {
    /// Buys five credits on a device whose application is not started: they are paid, and nobody delivers them.
    func payForFive() async throws -> PaymentTransaction {
        let (application, observer) = (try await application(), QueueObserver())
        application.queue.add(observer)
        application.purchases.requestProductData([MonkeyCredits.five])
        try await recorder.first(Event.productsFetched)
        let key = try #require(application.purchases.purchaseProduct(MonkeyCredits.five))
        try await recorder.first(Event.confirmationRequested) { $0.key == key }
        bus.send(.answer(key: key, isConfirmed: true))
        return try await observer.transaction { $0.key == key && $0.state == .purchased }
    }

    /// Sets the journal back to the moment when a transaction was not finished. The store has heard of the
    /// finish already.
    fileprivate func unfinish(_ transaction: PaymentTransaction) throws {
        let signed = try #require(transaction.signedTransaction).rawValue
        try edit("UPDATE payment_journal SET isFinished = 0, owesFinish = 0, signedTransaction = '\(signed)'")
    }
}
