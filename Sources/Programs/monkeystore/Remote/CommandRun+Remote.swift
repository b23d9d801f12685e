#if Remote
internal import ArgumentParser
internal import StoreApplication
internal import StoreClient
internal import StoreEvents
internal import StoreModel

/// How commands use a store at an address. `sign-in`, `sign-out` and `products` call `reach`, which needs no
/// account, and `settings` calls `administer`. `CommandRun.run` opens the store for the account that is
/// signed in.
extension CommandRun {
    /// Lets a command talk to that store. Throws an `ExitCode`, after the sentence for it has been printed.
    static func reach(
        _ location: StoreLocation, _ body: @escaping @Sendable (RemoteStore) async throws -> Void
    ) throws {
        _ = Log.open(in: location.logDirectory)
        try blocking {
            do {
                guard let address = location.store else { throw Trouble.noAddress }
                try await body(RemoteStore(at: address, location: location))
            } catch {
                throw exitCode(for: error)
            }
        }
    }

    /// Lets a command change the settings of that store with its administrator's token, or what is up to this
    /// device, which needs no token. Returns false, and does nothing, if a token is needed and not there, or
    /// if somebody is signed in.
    static func administer(
        _ location: StoreLocation, needsToken: Bool,
        _ body: @escaping @Sendable (SettingsManager) async throws -> Void
    ) throws -> Bool {
        var isPossible = false
        try work {
            guard let address = location.store, !needsToken || location.adminTokenFile != nil else { return }
            isPossible = try RemoteStore(at: address, location: location).sessions.read() == nil
        }
        guard isPossible else { return false }
        try reach(location) { try await body($0.settings()) }
        return true
    }
}

extension OpenStore {
    /// Opens the store for the account that is signed in. Throws `StoreError.signInNeeded`, `TrustError`,
    /// `Trouble`, `StorageError`.
    static func remote(_ address: String, location: StoreLocation) async throws -> OpenStore {
        let remote = try RemoteStore(at: address, location: location)
        guard let session = remote.sessions.read() else { throw StoreError.signInNeeded }
        let chain: StoreCertificates
        do { chain = try await remote.fetchTrustedCertificates() } catch let error as StoreError {
            // The credits are there even without a network, and purchases wait.
            guard error.isNetworkFailure, let known = await remote.trust.known() else { throw error }
            chain = known
        }
        return try remote.open(session, trusting: chain) { _ in CommandRun.noteRefusal() }.store
    }
}

extension RemoteStore {
    /// The store's answer about all products, and their identifiers: first the application's, then its
    /// content server's. Throws `StoreError`.
    func products() async throws -> (response: ProductsResponse, identifiers: [ProductIdentifier]) {
        let hosted = (try? await anonymousContent().hostedProducts(unlessMatching: nil)?.products) ?? []
        let store = anonymous()
        let sold = BuiltInProducts.sold(of: (try? await store.productIdentifiers()) ?? [])
        let identifiers = sold + hosted.map(\.productIdentifier).filter { !sold.contains($0) }
        let response = try await store.products(for: Set(identifiers))
        return (response.deliverable(hosted: hosted), identifiers)
    }
}
#endif
