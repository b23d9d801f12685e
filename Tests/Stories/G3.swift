import StoreModel
import StoreRules
import TestSupport
import Testing

extension Stories {
    @Test(arguments: Place.all)
    func `G3: a verifier asks production first, and turns to the sandbox on status 21007`(
        place: Place
    ) async throws {
        let shop = try await Shop(at: place)
        try await shop.customer.buy("a", .nightFerry)
        let verifier = RecordedVerification(shop.verification)
        try await shop.authorizer(verifier).admit(shop.customer.appReceipt(), from: "", to: .nightFerry)
        #expect(verifier.asked.calls == [.production, .sandbox])
    }
}

extension Shop {
    /// A content server's check of receipts.
    func authorizer(_ verification: any ReceiptVerification) -> ContentAuthorizer {
        ContentAuthorizer(
            verification: verification, bundleIdentifier: store.application.bundleIdentifier,
            sharedSecret: store.sharedSecret)
    }
}

/// A verification that notes which address is asked.
private struct RecordedVerification: ReceiptVerification {
    let asked = Recorder<StoreEnvironment>()
    private let verification: any ReceiptVerification

    init(_ verification: any ReceiptVerification) { self.verification = verification }

    func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        asked.note([environment])
        return try await verification.answer(to: body, at: environment)
    }
}
