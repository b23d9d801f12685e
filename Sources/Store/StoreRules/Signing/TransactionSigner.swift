package import Crypto
internal import FoundationEssentials
package import StoreModel

/// Signs the store's transactions, notifications and receipts, most of them as compact JWS (RFC 7515) with
/// ES256. `AppStore` holds it; `Checkout`, `AppReceipt` and those who follow the facts sign with it. The
/// header has the store's certificates (`x5c`), so anybody who trusts the root can check the signature.
package struct TransactionSigner: Sendable {
    package let certificates: CertificateChain
    private let key: P256.Signing.PrivateKey
    /// The encoded header, the same for every signature.
    package let header: String
    /// The bytes of the header and the dot after it.
    private let start: [UInt8]
    /// The digest as it is after them. They are most of what is signed.
    private let startDigest: SHA256

    /// The store's public key in X9.63 form (65 bytes).
    package var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    package init(key: P256.Signing.PrivateKey, certificates: CertificateChain) {
        self.init(key: key, certificates: certificates, algorithm: "ES256", x5c: certificates.der)
    }

    private init(
        key: P256.Signing.PrivateKey, certificates: CertificateChain, algorithm: String, x5c: [[UInt8]]
    ) {
        self.key = key
        self.certificates = certificates
        // Standard base64 with padding: only here, JWS does not use its own alphabet (RFC 7515, 4.1.6).
        let texts = x5c.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        header = Base64URL.encode(#"{"alg":"\#(algorithm)","x5c":[\#(texts)]}"#.utf8)
        let start = Array(header.utf8) + [UInt8(ascii: ".")]
        var digest = SHA256()
        digest.update(data: start)
        (self.start, startDigest) = (start, digest)
    }

    /// The same key under another header, for forgeries.
    func replacingHeader(_ algorithm: String, der: [[UInt8]]) -> TransactionSigner {
        TransactionSigner(key: key, certificates: certificates, algorithm: algorithm, x5c: der)
    }

    package func sign(_ payload: TransactionPayload) throws -> SignedTransaction {
        SignedTransaction(rawValue: try sign(json: payload.json))
    }

    /// Signs any payload: the bytes of a JSON object, exactly as they are.
    package func sign(json: [UInt8]) throws -> String {
        var text = start
        text.reserveCapacity(start.count + json.count * 4 / 3 + 90)
        Base64URL.append(json, to: &text)
        var digest = startDigest
        digest.update(data: text[start.count...])
        let signature = try key.signature(for: digest.finalize())
        text.append(UInt8(ascii: "."))
        Base64URL.append(Array(signature.rawRepresentation), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The bare signature over bytes, SHA-256.
    package func signature(for bytes: [UInt8]) throws -> P256.Signing.ECDSASignature {
        try key.signature(for: bytes)
    }

    /// 32 bytes that come from the private key and from texts.
    func derivation(of texts: [String]) -> [UInt8] {
        let text = texts.joined(separator: "\0")
        return Array(
            HMAC<SHA256>.authenticationCode(
                for: Data(text.utf8), using: SymmetricKey(data: key.rawRepresentation)))
    }

    package func hasSigned(_ text: String) -> Bool { certificates.hasSigned(text) }

    /// The payload of a transaction that this store signed itself.
    package static func payload(of signed: SignedTransaction) throws -> TransactionPayload {
        try ReceivedJSON.decode(from: signed.payloadBytes ?? [])
    }
}

/// The payload as `TransactionSigner` signs it. The names are the payload's own; `storefrontId`, which
/// follows from `storefront`, is added.
extension TransactionPayload {
    var json: [UInt8] {
        JSONWriter.object { writer in
            writer.field("transactionId", transactionId.rawValue)
            writer.field("originalTransactionId", originalTransactionId.rawValue)
            writer.field("bundleId", bundleId)
            writer.field("productId", productId.rawValue)
            writer.field("type", type.rawValue)
            writer.field("quantity", Int64(quantity))
            writer.field("purchaseDate", purchaseDate)
            writer.field("originalPurchaseDate", originalPurchaseDate)
            writer.field("signedDate", signedDate)
            writer.field("environment", environment.rawValue)
            writer.field("appAccountToken", appAccountToken?.rawValue)
            writer.field("inAppOwnershipType", inAppOwnershipType)
            writer.field("transactionReason", transactionReason)
            writer.field("storefront", storefront)
            writer.field("storefrontId", StorefrontIdentifier.of(country: storefront).map { String($0) })
            writer.field("price", price)
            writer.field("currency", currency)
            writer.field("appTransactionId", appTransactionId)
            writer.field("paymentKey", paymentKey?.rawValue)
            writer.field("periodNumber", periodNumber)
            writer.field("revocationDate", revocationDate)
            writer.field("revocationReason", revocationReason.map(Int64.init))
            if revocationDate != nil {
                // The store always refunds in full. At the end of family sharing no money moves.
                writer.field("revocationType", isShared ? "FAMILY_REVOKE" : "REFUND_FULL")
                writer.field("revocationPercentage", isShared ? nil : 100_000)
            }
            writer.field("expiresDate", expiresDate)
            writer.field("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
            writer.field("webOrderLineItemId", webOrderLineItemId)
            writer.field("isUpgraded", isUpgraded)
            writer.field("offerType", offerType.map(Int64.init))
            writer.field("offerIdentifier", offerIdentifier)
            writer.field("offerDiscountType", offerDiscountType?.rawValue)
            writer.field("offerPeriod", offerPeriod)
        }
    }
}
