internal import Crypto
internal import FoundationEssentials
package import StoreModel
internal import X509

/// A way in which a signed transaction is not what it says. Every verifier must refuse it: to test theirs,
/// developers get one through the administrator's routes. (`TransactionSigner.forge`, below, makes it.)
package enum Forgery: String, CaseIterable, Sendable {
    /// Everything is right, and another root than the store's is behind it.
    case foreignRoot = "foreign-root"
    /// The leaf does not have the extension by which a store's signing certificate is known.
    case noMarker = "no-marker"
    /// The intermediate certificate is no certificate authority.
    case intermediateNoAuthority = "intermediate-no-ca"
    /// The root is left out.
    case twoCertificates = "two-certificates"
    /// The leaf was over before the transaction was signed.
    case expiredLeaf = "expired-leaf"
    /// The leaf was revoked: only who asks the store (OCSP) learns it.
    case revokedLeaf = "revoked-leaf"
    /// It is for another application.
    case wrongBundle = "wrong-bundle"
    /// It is of the sandbox where the purchase is of production, and the other way round.
    case otherEnvironment = "other-environment"
    /// It says that it needs no signature (`alg` is `none`), and has none.
    case noAlgorithm = "alg-none"
    /// The quantity was changed after it was signed.
    case changedPayload = "changed-payload"
}

extension TransactionSigner {
    /// What somebody would make of a transaction who wants to be believed.
    ///
    /// - Throws: where the keys of the certificates are missing, which `CertificateChain.make(for:)` writes.
    package func forge(_ forgery: Forgery, from payload: TransactionPayload) throws -> SignedTransaction {
        var payload = payload
        switch forgery {
        case .foreignRoot:
            let key = P256.Signing.PrivateKey()
            let pem = try CertificateChain.make(for: key.publicKey)
            return try TransactionSigner(
                key: key, certificates: CertificateChain(pem: pem, leafKey: key.publicKey)
            )
            .sign(payload)
        case .noMarker, .intermediateNoAuthority, .expiredLeaf, .revokedLeaf:
            let key = P256.Signing.PrivateKey()
            return try TransactionSigner(
                key: key, certificates: certificates.forged(forgery, for: key.publicKey)
            )
            .sign(payload)
        case .twoCertificates:
            return try replacingHeader("ES256", der: Array(certificates.der.dropLast())).sign(payload)
        case .wrongBundle:
            payload.bundleId += ".forged"
            return try sign(payload)
        case .otherEnvironment:
            payload.environment = payload.environment == .production ? .sandbox : .production
            return try sign(payload)
        case .noAlgorithm:
            let signed = try replacingHeader("none", der: certificates.der).sign(payload)
            return SignedTransaction(rawValue: signed.rawValue.replacing(/[^.]*$/, with: ""))
        case .changedPayload:
            var parts = try sign(payload).rawValue.split(separator: ".").map(String.init)
            payload.quantity += 1
            parts[1] = Base64URL.encode(payload.json)
            return SignedTransaction(rawValue: parts.joined(separator: "."))
        }
    }
}
