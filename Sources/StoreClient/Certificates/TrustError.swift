/// Why what a store signs does not count here.
package enum TrustError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its certificates are not a chain of the kind that stores have.
    case notAChain(store: String)
    /// They come from another root than those of the store that was at this address before.
    case anotherStore(store: String, pinFile: String)
    /// Whoever answers shows its certificates, and does not have their key.
    case notProved(store: String)
    /// Whoever answers knows no way to prove anything.
    case noProof(store: String)
    /// It sells for another application.
    case anotherApplication(store: String, bundleIdentifier: String)

    /// What happened, what it means for the money, what to do.
    package var description: String {
        switch self {
        case .notAChain(let store):
            "The store at \(store) cannot prove its signatures; nothing was sent to it or charged. Ask whoever runs it."
        case .anotherStore(let store, let pinFile):
            "The store at \(store) is not the one that was there before: its root certificate has changed. Nothing was "
                + "charged, and what was bought from the earlier store is safe in this folder. Ask whoever runs the store; if "
                + "the change is right, remove \(pinFile)."
        case .notProved(let store):
            "Whoever answers at \(store) cannot prove to be the store; nothing was sent to it or charged. Another program may have "
                + "taken the store's place: ask whoever runs the store."
        case .noProof(let store):
            "The store at \(store) cannot prove to be the one that its certificates name; nothing was sent to it or charged. It may "
                + "be older than this program: ask whoever runs it to update it."
        case .anotherApplication(let store, let bundleIdentifier):
            "The store at \(store) sells for another application, \(bundleIdentifier.debugDescription); nothing was charged."
        }
    }
}
