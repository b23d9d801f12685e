package import FileSystem
internal import FoundationEssentials
package import StoreModel
package import StoreWire

/// The trust in one store: its root certificate is accepted at the first connection and kept in the store's folder
/// (`certificates.json`); from then on only keys that this root has certified are valid. Certificates are public, so a store also
/// proves that it has their key, with each connection (see `StoreConnection`).
package struct StoreTrust: Sendable {
    private let file: PrivateFile
    private let pinFile: String
    private let store: StoreAddress
    private let bundleIdentifier: String
    private let now: @Sendable () -> Timestamp

    /// The trust in a store whose folder is `directory`, for the application `bundleIdentifier`.
    package init(in directory: DataDirectory, store: StoreAddress, bundleIdentifier: String, time: TimeSource = .system)
    {
        file = PrivateFile(directory, "certificates.json")
        pinFile = directory.file("certificates.json")
        self.store = store
        self.bundleIdentifier = bundleIdentifier
        now = time.now
    }

    /// The chain that was accepted last; nil before the first connection, where the file is damaged, or where the store sold for
    /// another application.
    package func known() async -> StoreCertificates? {
        guard let bytes = try? file.read(),
            let certificates = try? JSONDecoder().decode(StoreWire.Certificates.self, from: Data(bytes))
        else { return nil }
        guard certificates.bundleIdentifier == bundleIdentifier else { return nil }
        return await StoreCertificates(certificates, at: now())
    }

    /// Accepts the certificates that the store sends, and keeps them. Throws `TrustError`, after which the certificates
    /// from before are still valid; `StorageError`.
    package func accept(_ certificates: StoreWire.Certificates) async throws -> StoreCertificates {
        let (chain, isKept) = try await check(certificates)
        if !isKept { try keep(certificates) }
        return chain
    }

    /// Accepts the certificates that a store proves to own, and keeps them. Throws `TrustError`, after which the
    /// certificates from before are still valid; `StorageError`.
    func accept(_ proof: StoreWire.Proof, of nonce: ProofNonce) async throws {
        let (chain, isKept) = try await check(proof.certificates)
        guard chain.isSignature(proof.signature, of: nonce.message) else {
            throw TrustError.notProved(store: store.description)
        }
        if !isKept { try keep(proof.certificates) }
    }

    /// The error for an answer that is no proof.
    var noProof: TrustError { .noProof(store: store.description) }

    /// Checks certificates, and whether they are in the file.
    private func check(
        _ certificates: StoreWire.Certificates
    ) async throws -> (chain: StoreCertificates, isKept: Bool) {
        guard let chain = await StoreCertificates(certificates, at: now()) else {
            throw TrustError.notAChain(store: store.description)
        }
        guard chain.bundleIdentifier == bundleIdentifier else {
            throw TrustError.anotherApplication(store: store.description, bundleIdentifier: chain.bundleIdentifier)
        }
        guard let known = try pinned() else { return (chain, false) }
        guard known.chain.last == chain.root else {
            throw TrustError.anotherStore(store: store.description, pinFile: pinFile)
        }
        return (chain, known == certificates)
    }

    private func keep(_ certificates: StoreWire.Certificates) throws {
        try file.write(Array(JSONEncoder().encode(certificates)))
    }

    /// The certificates in the file, also where they have expired: an expired root is still the root. A damaged file does not lead
    /// to trust in another one.
    private func pinned() throws -> StoreWire.Certificates? {
        guard let bytes = try file.read() else { return nil }
        do { return try JSONDecoder().decode(StoreWire.Certificates.self, from: Data(bytes)) } catch {
            throw StorageError.damaged(path: pinFile)
        }
    }
}
