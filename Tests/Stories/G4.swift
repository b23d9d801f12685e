import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `G4: a third party's service can verify in the store's place`(place: Place) async throws {
        let shop = try await Shop(at: place)
        try await shop.customer.buy("a", .nightFerry)
        let receipt = try await shop.customer.appReceipt()
        let body = [UInt8](#"{"receipt-data": "\#(receipt)"}"#.utf8)
        let answer = try await shop.verification.answer(to: body, at: .sandbox)
        try await shop.authorizer(ThirdParty(answer: answer)).admit(receipt, from: "", to: .nightFerry)

        let refusing = shop.authorizer(ThirdParty(answer: Array(#"{"status": 21003}"#.utf8)))
        await #expect(throws: StoreError(content: .receiptNotAuthentic)) {
            try await refusing.admit(receipt, from: "", to: .nightFerry)
        }
    }
}

private struct ThirdParty: ReceiptVerification {
    let answer: [UInt8]

    func answer(to _: [UInt8], at _: StoreEnvironment) async throws -> [UInt8] { answer }
}
