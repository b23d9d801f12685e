import StoreModel
import TestSupport

@testable import StoreRules

extension SigningFixture {
    /// 2026-07-01 12:00 UTC, in summer time; and 2026-12-01 12:00 UTC, in winter time.
    static let july = Timestamp(milliseconds: 1_782_907_200_000)
    static let december = Timestamp(milliseconds: 1_796_126_400_000)
    static let secret = "0123456789abcdef0123456789abcdef"
    static let device: [UInt8] = Array("a device's identifier".utf8)

    static func receipt(
        _ purchases: [InAppPurchase] = [purchase("2000000000000001")],
        environment: StoreEnvironment = .sandbox
    ) -> AppReceipt {
        AppReceipt(
            environment: environment, bundleIdentifier: BundleIdentifier.standard.rawValue,
            applicationVersion: "7",
            creationDate: december, purchases: purchases)
    }

    /// The receipt of one transaction, as base64.
    func legacyReceipt(environment: StoreEnvironment = .sandbox, expires: Timestamp? = nil) throws -> String {
        var payload = Self.payload()
        payload.environment = environment
        (payload.purchaseDate, payload.originalPurchaseDate) = (Self.july, Self.july)
        payload.expiresDate = expires
        guard let receipt = TransactionReceipt(try signer.sign(payload)) else { throw ReceiptError.malformed }
        return receipt.base64
    }

    static func purchase(_ identifier: TransactionIdentifier, cancelled: Timestamp? = nil) -> InAppPurchase {
        InAppPurchase(
            quantity: 3, productIdentifier: StoreFixture.five, kind: .consumable,
            transactionIdentifier: identifier, originalTransactionIdentifier: identifier,
            purchaseDate: july, originalPurchaseDate: july,
            cancellationDate: cancelled, cancellationReason: cancelled.map { _ in 1 })
    }

    func sign(_ receipt: AppReceipt, as encoding: ReceiptEncoding = .appStore) throws -> String {
        try receipt.signed(by: signer, for: Self.device, as: encoding)
    }

    /// The store's verifier, on the first of December 2026.
    var verifier: ReceiptVerifier {
        ReceiptVerifier(
            certificates: certificates, bundleIdentifier: BundleIdentifier.standard.rawValue,
            applicationVersion: "7", sharedSecret: Self.secret,
            now: { _ in Self.december })
    }
}
