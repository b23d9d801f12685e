internal import Crypto
internal import FoundationEssentials
package import StoreModel
internal import X509

/// A way to make a signed transaction false. Every verifier must refuse it. Developers get one through the
/// administrator's routes to test theirs. `TransactionSigner.forge`, below, makes it.
package enum Forgery: String, CaseIterable, Sendable {
    /// Everything is right, but the root is not the store's.
    case foreignRoot = "foreign-root"
    /// The leaf lacks the extension that marks a store's signing certificate.
    case noMarker = "no-marker"
    /// The intermediate certificate is not a certificate authority.
    case intermediateNoAuthority = "intermediate-no-ca"
    /// The root is left out.
    case twoCertificates = "two-certificates"
    /// The leaf had expired before the transaction was signed.
    case expiredLeaf = "expired-leaf"
    /// The leaf was revoked. Verifiers learn it only if they ask the store (OCSP).
    case revokedLeaf = "revoked-leaf"
    /// It is for another application.
    case wrongBundle = "wrong-bundle"
    /// It says sandbox for a purchase in production, or production for one in the sandbox.
    case otherEnvironment = "other-environment"
    /// It says that it needs no signature (`alg` is `none`), and has no signature.
    case noAlgorithm = "alg-none"
    /// The quantity was changed after it was signed.
    case changedPayload = "changed-payload"
}

extension TransactionSigner {
    /// Makes what a forger would make of a transaction.
    ///
    /// - Throws: if the keys of the certificates, which `CertificateChain.make(for:)` writes, are missing.
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
