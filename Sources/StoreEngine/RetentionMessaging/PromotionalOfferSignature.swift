internal import Crypto
internal import FoundationEssentials
internal import StoreModel

/// A developer's signature under a promotional offer, in its first form: fields, and the signature over them.
struct PromotionalOfferSignatureV1: Hashable, Sendable, Decodable {
    /// Milliseconds for which a signature is good.
    private static let life: Int64 = 86_400_000

    var encodedSignature: String
    var productId: String
    var nonce: String
    var timestamp: Int64
    var keyId: String
    var offerIdentifier: String
    var appAccountToken: String?

    /// Whether `key` signed it for this application, not longer than a day ago.
    func isValid(for key: ServerAPIKey, bundleIdentifier: String, now: Timestamp) -> Bool {
        let fields = [
            bundleIdentifier, keyId, productId, offerIdentifier, (appAccountToken ?? "").lowercased(),
            nonce.lowercased(), String(timestamp),
        ]
        guard keyId == key.keyIdentifier, UUID(uuidString: nonce) != nil,
            (now.milliseconds - Self.life...now.milliseconds + Self.life).contains(timestamp),
            let bytes = Data(base64Encoded: encodedSignature),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes)
        else { return false }
        // Apple's separator between the fields.
        return key.publicKey.isValidSignature(signature, for: Data(fields.joined(separator: "\u{2063}").utf8))
    }
}

/// The claims of the second form: a JWS.
struct PromotionalOfferClaims: Hashable, Sendable, Decodable {
    var iss: String
    var aud: String
    var bid: String
    var nonce: String
    var productId: String
    var offerIdentifier: String
    var transactionId: String?

    /// The claims, if `key` signed them for this application; nil otherwise.
    init?(_ text: String, signedBy key: ServerAPIKey, bundleIdentifier: String) {
        guard let signed = DeveloperSigned<PromotionalOfferClaims>(text), signed.isSigned(by: key),
            signed.claims.iss == key.issuerIdentifier, signed.claims.aud == "promotional-offer",
            signed.claims.bid == bundleIdentifier
        else { return nil }
        self = signed.claims
    }
}
