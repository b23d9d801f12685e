import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `A6: it posts products fetched, request failed, transaction succeeded and transaction failed`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        let fetched = try await device.recorder.first(Event.productsFetched)
        let five = try #require(fetched.productsByIdentifier[MonkeyCredits.five])
        #expect(five.localizedPrice() == "$0.99")

        try await device.buy(1)
        let succeeded = try await device.recorder.first(Event.transactionSucceeded)
        #expect(succeeded.payment.productIdentifier == five.identifier && succeeded.state == .purchased)

        try shop.store.set { $0.nextFailure = .unknownServerError }
        try await device.buy(2)
        let failed = try await device.recorder.first(Event.transactionFailed)
        #expect(failed.payment.productIdentifier == MonkeyCredits.ten && failed.error == .unknownServerError)

        let next = try await device.restart { try shop.set(.down) }
        #expect(try await next.recorder.first(Event.requestFailed).isNetworkFailure)
        #expect(next.recorder.all(Event.productsFetched).isEmpty)
    }
}
