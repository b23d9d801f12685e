package import StoreModel

/// The part of verifyReceipt's answer that `ContentAuthorizer` reads.
struct VerificationAnswer: Decodable {
    struct Receipt: Decodable {
        var bundleIdentifier: String
        /// When the receipt was made, in milliseconds.
        var created: String
        /// When it was verified, on the same clock.
        var requested: String
        var purchases: [Purchase]

        private enum CodingKeys: String, CodingKey {
            case bundleIdentifier = "bundle_id"
            case created = "receipt_creation_date_ms"
            case requested = "request_date_ms"
            case purchases = "in_app"
        }

        /// How old the receipt was when it was verified.
        var age: Duration? {
            guard let created = Int64(created), let requested = Int64(requested) else { return nil }
            return .milliseconds(requested - created)
        }
    }

    struct Purchase: Decodable {
        var product: ProductIdentifier
        /// When the money went back; nil where it did not.
        var cancelled: String?

        private enum CodingKeys: String, CodingKey {
            case product = "product_id"
            case cancelled = "cancellation_date_ms"
        }
    }

    var status: Int
    /// Nil where the status says why.
    var receipt: Receipt?

    init?(json: [UInt8]) {
        guard let answer = try? ReceivedJSON.decode(Self.self, from: json) else { return nil }
        self = answer
    }
}

/// Verifies receipts for a content server: the store's own verifyReceipt, or a third party's service that answers like
/// it (spec G4).
package protocol ReceiptVerification: Sendable {
    /// The answer to the body of a verifyReceipt request that goes to the address of `environment`, both JSON.
    func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8]
}

extension AppStore: ReceiptVerification {
    package func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        verifyReceipt(body, at: environment).json
    }
}
