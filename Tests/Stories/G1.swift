import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `G1: every transaction carries a receipt that a third party can verify`(place: Place) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        // What a third party has: the key, the application, the account.
        let verifier = shop.store.verifier(for: shop.customer.account)
        for (index, (button, product)) in [(1, MonkeyCredits.five), (2, MonkeyCredits.ten), (4, .sepia)]
            .enumerated()
        {
            try await device.buy(button)
            let bought = try await device.recorder.first(Event.transactionSucceeded, skipping: index)
            let receipt = try await shop.verifyReceipt(#require(bought.transactionReceipt))
            #expect(receipt["status"] == 0)
            #expect(receipt["receipt"]?["product_id"] == .string(product.rawValue))
            let payload = try verifier.verify(#require(bought.signedTransaction))
            #expect(payload.productId == product && payload.transactionId == bought.transactionIdentifier)
        }
    }
}
