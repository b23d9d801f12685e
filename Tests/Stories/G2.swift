import StoreEvents
import StoreModel
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `G2: verifyReceipt answers 0 to a valid receipt, and repeats the transaction`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        let device = try await shop.device()
        try await device.buy(2, quantity: 3)
        let bought = try await device.recorder.first(Event.transactionSucceeded)
        let receipt = try #require(bought.transactionReceipt)
        let answer = try await shop.verifyReceipt(receipt)
        #expect(answer["status"] == 0)
        #expect(answer["receipt"]?["product_id"] == .string(MonkeyCredits.ten.rawValue))
        #expect(answer["receipt"]?["quantity"] == "3")
        #expect(
            answer["receipt"]?["transaction_id"] == bought.transactionIdentifier.map { .string($0.rawValue) })

        // Each environment has an address of its own.
        #expect(try await shop.verifyReceipt(receipt, at: .production)["status"] == 21007)
        #expect(try await shop.verifyReceipt("bm8gcmVjZWlwdA==")["status"] != 0)
    }
}
