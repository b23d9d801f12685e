import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import Storefront
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `E2: the Restore button brings everything that the account ever bought, on any of its devices`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let first = try await shop.device()
        try await first.buy(4)
        try await first.shows("[ Sepia: off ]")
        let second = try await shop.device()
        try await second.shows("[ Sepia: off ]")
        try await second.buy(3)
        try await second.shows("[ Greyscale: off ]")
        try await shop.hasClosedBooks(charges: 2)
        for device in [first, second] {
            device.press("R")
            try await device.shows("2 purchases restored.")
        }
        try await shop.hasClosedBooks(charges: 2)
    }

    @Test(arguments: Place.all)
    func `E2: each comes in state restored, with its original transaction`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let first = try await shop.device()
        try await first.buy(4)
        let bought = try await first.recorder.first(Event.transactionSucceeded)
        try await shop.hasClosedBooks(charges: 1)

        let second = try Device(of: shop)
        try await second.signIn()
        let (queue, observer) = (try await second.application().queue, QueueObserver())
        queue.add(observer)
        queue.restoreCompletedTransactions()
        let restored = try await observer.transaction { $0.state == .restored }
        let original = try #require(restored.original)
        #expect(original.state == .purchased && original.payment.productIdentifier == .sepia)
        #expect(original.transactionIdentifier == bought.transactionIdentifier)
        for transaction in [restored, original] {
            let receipt = try await shop.verifyReceipt(#require(transaction.transactionReceipt))
            #expect(receipt["receipt"]?["product_id"] == .string(ProductIdentifier.sepia.rawValue))
        }
        #expect(original.transactionDate == bought.transactionDate && original.transactionDate != nil)
    }
}
