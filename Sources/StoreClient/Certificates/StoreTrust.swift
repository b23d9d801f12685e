public import DurableStorage
internal import FoundationEssentials
public import StoreModel

/// Whose signatures count for one store: the root is taken on trust at the first meeting and kept in the store's folder
/// (`certificates.json`); from then on only what it has certified counts.
public struct StoreTrust: Sendable {
    private let file: PrivateFile
    private let pinFile: String
    private let store: StoreAddress
    private let bundleIdentifier: String
    private let now: @Sendable () -> Timestamp

    /// The trust in a store whose folder is `directory`, as far as the application `bundleIdentifier` is concerned.
    public init(in directory: DataDirectory, store: StoreAddress, bundleIdentifier: String, time: TimeSource = .system)
    {
        file = PrivateFile(directory, "certificates.json")
        pinFile = directory.file("certificates.json")
        self.store = store
        self.bundleIdentifier = bundleIdentifier
        now = time.now
    }

    /// The chain that counted last; nil before the first meeting, or where the file is damaged.
    public func known() async -> CertificateChain? {
        guard let bytes = try? file.read(),
            let certificates = try? JSONDecoder().decode(StoreWire.Certificates.self, from: Data(bytes))
        else { return nil }
        return await CertificateChain(certificates, at: now())
    }

    /// Takes what the store says of itself now.
    ///
    /// - Returns: the chain that counts from now on; it is kept.
    /// - Throws: `TrustError`, and then what counted before still does; `StorageError`.
    public func accept(_ certificates: StoreWire.Certificates) async throws -> CertificateChain {
        guard let chain = await CertificateChain(certificates, at: now()) else {
            throw TrustError.notAChain(store: store.description)
        }
        guard chain.bundleIdentifier == bundleIdentifier else {
            throw TrustError.anotherApplication(
                store: store.description, bundleIdentifier: chain.bundleIdentifier)
        }
        if let known = try pinned() {
            guard known.chain.last == chain.root else {
                throw TrustError.anotherStore(store: store.description, pinFile: pinFile)
            }
            if known == certificates { return chain }
        }
        try file.write(Array(JSONEncoder().encode(certificates)))
        return chain
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
