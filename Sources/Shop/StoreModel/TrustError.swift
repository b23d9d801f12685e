/// Why this device does not accept what is at a store's address.
public enum TrustError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// Its certificates are not a store's chain.
    case notAChain(store: String)
    /// Its root is not that of the store that was at this address before.
    case anotherStore(store: String, pinFile: String)
    /// The server at the address sends the certificates, but does not have their key.
    case notProved(store: String)
    /// The server at the address gives no proof.
    case noProof(store: String)
    /// The server has no store at the address, or none any more.
    case noStore(store: String)
    /// The store sells for another application.
    case anotherApplication(store: String, bundleIdentifier: String)

    /// What happened, in English, for logs and developers.
    public var description: String {
        switch self {
        case .notAChain(let store):
            "The store at \(store) can't prove its signatures; nothing was sent to it or charged. Ask the people who run it."
        case .anotherStore(let store, let pinFile):
            "The store at \(store) is not the one that was there before: its root certificate has changed. Nothing was "
                + "charged, and what you bought from the earlier store is safe in this folder. Ask the people who run the store; "
                + "if the change is right, remove \(pinFile)."
        case .notProved(let store):
            "What answers at \(store) can't prove that it is the store; nothing was sent to it or charged. Another program may "
                + "have taken its place: ask the people who run the store."
        case .noProof(let store):
            "The store at \(store) can't prove that it is the store in its certificates; nothing was sent to it or charged. It "
                + "may not know this name of its own (the server's option --public-name), or it is older than this program: "
                + "ask the people who run it."
        case .noStore(let store):
            "There is no store at \(store); nothing was sent to it or charged. It may have been removed, or the address may be wrong."
        case .anotherApplication(let store, let bundleIdentifier):
            "The store at \(store) sells for another application, \(bundleIdentifier.debugDescription); nothing was charged."
        }
    }
}
