internal import Crypto
internal import FoundationEssentials
internal import StoreModel
internal import StoreWire
internal import SwiftASN1
@_spi(FixedExpiryValidationTime) internal import X509

/// The verified certificates of a store: leaf, intermediate and root, as `x5c` has them. `StoreTrust` decides about the root.
package struct StoreCertificates: Hashable, Sendable {
    /// The certificates as the store sent them.
    let certificates: StoreWire.Certificates
    /// The key that signs transactions, in X9.63 form (65 bytes).
    package let publicKey: [UInt8]

    var root: String { certificates.chain[2] }
    var bundleIdentifier: String { certificates.bundleIdentifier }

    /// Whether the leaf's key has signed `message`.
    func isSignature(_ signature: String, of message: [UInt8]) -> Bool {
        guard let bytes = Data(base64Encoded: signature),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes),
            let key = try? P256.Signing.PublicKey(x963Representation: publicKey)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }
}

extension StoreCertificates {
    /// Accepts certificates that form a chain at `date` (RFC 5280) and have Apple's markers; nil for others. It does not check the
    /// root.
    init?(_ certificates: StoreWire.Certificates, at date: Timestamp) async {
        let chain = certificates.chain.compactMap { text in
            Data(base64Encoded: text).flatMap { try? Certificate(derEncoded: Array($0)) }
        }
        guard certificates.chain.count == 3, chain.count == 3 else { return nil }
        let moment = Date(timeIntervalSince1970: Double(date.milliseconds) / 1000)
        var verifier = Verifier(rootCertificates: CertificateStore([chain[2]])) {
            RFC5280Policy(fixedExpiryValidationTime: moment)
            StoreMarkers()
        }
        let result = await verifier.validate(leaf: chain[0], intermediates: CertificateStore([chain[1]]))
        guard case .validCertificate = result, let key = P256.Signing.PublicKey(chain[0].publicKey) else { return nil }
        self.certificates = certificates
        publicKey = Array(key.x963Representation)
    }
}

/// The markers by which Apple's certificates for signing receipts are known, in a chain of three.
private struct StoreMarkers: VerifierPolicy {
    private static let leaf: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    private static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]

    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        guard chain.count == 3, chain[0].extensions[oid: Self.leaf] != nil,
            chain[1].extensions[oid: Self.intermediate] != nil
        else { return .failsToMeetPolicy(reason: "not a chain of three with a store's markers") }
        return .meetsPolicy
    }
}
