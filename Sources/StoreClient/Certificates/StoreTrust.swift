package import FileSystem
internal import FoundationEssentials
package import StoreModel
package import StoreWire

/// Whose signatures count for one store: the root is taken on trust at the first meeting and kept in the store's folder
/// (`certificates.json`); from then on only what it has certified counts. Certificates are public, so a store also proves that it
/// has their key, with each connection (see `StoreConnection`).
package struct StoreTrust: Sendable {
    private let file: PrivateFile
    private let pinFile: String
    private let store: StoreAddress
    private let bundleIdentifier: String
    private let now: @Sendable () -> Timestamp

    /// The trust in a store whose folder is `directory`, as far as the application `bundleIdentifier` is concerned.
    package init(in directory: DataDirectory, store: StoreAddress, bundleIdentifier: String, time: TimeSource = .system)
    {
        file = PrivateFile(directory, "certificates.json")
        pinFile = directory.file("certificates.json")
        self.store = store
        self.bundleIdentifier = bundleIdentifier
        now = time.now
    }

    /// The chain that counted last; nil before the first meeting, where the file is damaged, or where the store sold for another
    /// application.
    package func known() async -> StoreCertificates? {
        guard let bytes = try? file.read(),
            let certificates = try? JSONDecoder().decode(StoreWire.Certificates.self, from: Data(bytes))
        else { return nil }
        guard certificates.bundleIdentifier == bundleIdentifier else { return nil }
        return await StoreCertificates(certificates, at: now())
    }

    /// Takes what the store says of itself now.
    ///
    /// - Returns: the chain that counts from now on; it is kept.
    /// - Throws: `TrustError`, and then what counted before still does; `StorageError`.
    package func accept(_ certificates: StoreWire.Certificates) async throws -> StoreCertificates {
        let (chain, isKept) = try await check(certificates)
        if !isKept { try keep(certificates) }
        return chain
    }

    /// Takes a store's proof that it is itself. What counts from now on is kept.
    ///
    /// - Throws: `TrustError`, and then what counted before still does; `StorageError`.
    func accept(_ proof: StoreWire.Proof, of nonce: ProofNonce) async throws {
        let (chain, isKept) = try await check(proof.certificates)
        guard chain.isSignature(proof.signature, of: nonce.message) else {
            throw TrustError.notProved(store: store.description)
        }
        if !isKept { try keep(proof.certificates) }
    }

    /// The error for an answer that is no proof.
    var noProof: TrustError { .noProof(store: store.description) }

    /// Whether certificates may count, and whether they are in the file.
    private func check(
        _ certificates: StoreWire.Certificates
    ) async throws -> (chain: StoreCertificates, isKept: Bool) {
        guard let chain = await StoreCertificates(certificates, at: now()) else {
            throw TrustError.notAChain(store: store.description)
        }
        guard chain.bundleIdentifier == bundleIdentifier else {
            throw TrustError.anotherApplication(
                store: store.description, bundleIdentifier: chain.bundleIdentifier)
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

    /// What is in the file, whether it is valid now or not: a root that has expired is still the root. A damaged file is no
    /// reason to trust anybody new.
    private func pinned() throws -> StoreWire.Certificates? {
        guard let bytes = try file.read() else { return nil }
        do { return try JSONDecoder().decode(StoreWire.Certificates.self, from: Data(bytes)) } catch {
            throw StorageError.damaged(path: pinFile)
        }
    }
}
