internal import Crypto
internal import FoundationEssentials
package import Storage
internal import StoreModel
package import StoreWire
internal import SwiftASN1
@_spi(FixedExpiryValidationTime) internal import X509

/// The trust in one store. Its root certificate is accepted at the first connection and kept in the store's
/// folder (`certificates.json`). From then on only keys that this root has certified are valid. Certificates
/// are public, so a store also proves that it has their key, with each connection. `RemoteStore` and
/// `ProvenClient` use it.
package struct StoreTrust: Sendable {
    private let file: PrivateFile
    private let store: StoreAddress
    private let bundleIdentifier: String

    /// The trust in a store whose folder is `directory`, for the application `bundleIdentifier`.
    package init(in directory: DataDirectory, store: StoreAddress, bundleIdentifier: String) {
        file = PrivateFile(directory, "certificates.json")
        self.store = store
        self.bundleIdentifier = bundleIdentifier
    }

    /// The chain that was accepted last. Nil before the first connection, if the file is damaged, or if the
    /// store sold for another application.
    package func known() async -> StoreCertificates? {
        guard let certificates = try? pinned(), certificates.bundleIdentifier == bundleIdentifier else {
            return nil
        }
        return await StoreCertificates(certificates, at: TimeSource.system.now())
    }

    /// Accepts the certificates that the store sends, and keeps them. Throws `StorageError` or `TrustError`;
    /// after a `TrustError` the certificates from before are still valid.
    package func accept(_ certificates: StoreWire.Certificates) async throws -> StoreCertificates {
        try await accept(certificates) { _ in }
    }

    /// Accepts the certificates whose key a store proves to have, and keeps them. Throws `StorageError` or
    /// `TrustError`; after a `TrustError` the certificates from before are still valid.
    func accept(_ proof: StoreWire.Proof, of nonce: ProofNonce) async throws {
        _ = try await accept(proof.certificates) { chain in
            guard chain.isSignature(proof.signature, of: nonce.message) else {
                throw TrustError.notProved(store: store.description)
            }
        }
    }

    /// The error for an answer that is not a proof.
    var noProof: TrustError { .noProof(store: store.description) }

    /// The error for a server that says that it has no such store.
    var noStore: TrustError { .noStore(store: store.description) }

    /// Keeps certificates that are valid and pass `check`, unless the file has them already.
    private func accept(
        _ certificates: StoreWire.Certificates, _ check: (StoreCertificates) throws -> Void
    ) async throws -> StoreCertificates {
        guard let chain = await StoreCertificates(certificates, at: TimeSource.system.now()) else {
            throw TrustError.notAChain(store: store.description)
        }
        guard chain.bundleIdentifier == bundleIdentifier else {
            throw TrustError.anotherApplication(
                store: store.description, bundleIdentifier: chain.bundleIdentifier)
        }
        let known = try pinned()
        guard known == nil || known?.chain.last == chain.root else {
            throw TrustError.anotherStore(store: store.description, pinFile: file.path)
        }
        try check(chain)
        if known != certificates { try file.write(SentJSON.encode(certificates)) }
        return chain
    }

    /// The certificates in the file, even if they have expired: an expired root is still the root. A damaged
    /// file throws an error, so that no other root is trusted instead.
    private func pinned() throws -> StoreWire.Certificates? {
        guard let bytes = try file.read() else { return nil }
        do { return try JSONDecoder().decode(StoreWire.Certificates.self, from: Data(bytes)) } catch {
            throw StorageError.damaged(path: file.path)
        }
    }
}

/// The verified certificates of a store: leaf, intermediate and root, as `x5c` has them.
/// `StoreTrust` decides about the root.
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
    /// Accepts certificates that form a chain at `date` (RFC 5280) and have Apple's markers; nil for
    /// others. It does not check the root.
    init?(_ certificates: StoreWire.Certificates, at date: Timestamp) async {
        let chain = certificates.chain.compactMap { text in
            Data(base64Encoded: text).flatMap { try? Certificate(derEncoded: Array($0)) }
        }
        guard certificates.chain.count == 3, chain.count == 3 else { return nil }
        var verifier = Verifier(rootCertificates: CertificateStore([chain[2]])) {
            RFC5280Policy(fixedExpiryValidationTime: date.date)
            StoreMarkers()
        }
        let result = await verifier.validate(leaf: chain[0], intermediates: CertificateStore([chain[1]]))
        guard case .validCertificate = result, let key = P256.Signing.PublicKey(chain[0].publicKey) else {
            return nil
        }
        self.certificates = certificates
        publicKey = Array(key.x963Representation)
    }
}

/// The markers that identify Apple's certificates for signing receipts, in a chain of three.
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
