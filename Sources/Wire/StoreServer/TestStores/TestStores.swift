internal import AsyncHTTPClient
internal import CAllocator
internal import Hummingbird
package import Logging
internal import ServiceLifecycle
package import StoreModel
package import StoreRules
internal import StoreSQLite
internal import Synchronization

/// The stores that tests made for themselves at this server, for `TestStoreRoutes`. The command `serve` runs
/// the service. They are in memory and are gone when the server ends. A store that nobody uses for as long as
/// its life is removed. The databases of all but the last few that were used are closed, and only their bytes
/// are kept, so that a thousand stores in one server take 114 MB instead of 494 MB.
package final class TestStores: Service {
    /// How long a store lives after its last use, unless its test says something else.
    static let usualLife = Duration.seconds(3600)
    /// Where the routes of these stores begin, before their identifiers.
    static let prefix = "stores"
    static let lives = Duration.seconds(1)...Duration.seconds(86_400)

    private struct Entry {
        let store: TestStore
        /// Its place in the order in which they were made. The clock may have been set back since.
        let number: Int
        var lastUse: Timestamp
    }

    private struct State {
        var stores: [String: Entry] = [:]
        /// How many were made, with those that are gone.
        var made = 0
        /// How many are being made.
        var unmade = 0
        /// Whether stores are gone whose memory the process still has.
        var holdsMemory = false
        /// Sends notifications. Made with the first store.
        var client: HTTPClient?
        /// Made with the first store: most servers never have one.
        var environment: TestStoreEnvironment?
        /// Whether the server is stopping, so that no more are made.
        var isOver = false
    }

    private let store: AppStore
    private let options: ServerOptions
    private let resources: RequestResources
    private let time: TimeSource
    private let logger: Logger
    private let most: Int
    private let mostAwake: Int
    private let state = Mutex(State())

    /// Starts without stores. The stores that are made sign as `store` does, and sell what it sells unless
    /// their tests bring a catalogue. There are at most `most` at a time. All but `mostAwake`, those that
    /// were not used for longest, have their databases at rest.
    package init(
        signingAs store: AppStore, options: ServerOptions, resources: RequestResources,
        time: TimeSource = .system, logger: Logger, most: Int = 1000, mostAwake: Int = 64
    ) {
        self.store = store
        var options = options
        options.hostToken = nil
        options.accountPurchases = nil
        options.newUses = nil
        options.newAccounts = nil
        options.signIns = nil
        self.options = options
        self.resources = resources
        self.time = time
        self.logger = logger
        self.most = most
        self.mostAwake = mostAwake
    }

    /// Removes stores whose life is over, until a graceful shutdown, which ends all of them.
    package func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while (try? await time.sleep(.seconds(60))) != nil {
                removeUnused()
                // What became due may have woken them.
                letOthersRest()
                giveMemoryBack()
            }
        }
        let (stores, client) = state.withLock { state in
            defer { state = State(isOver: true) }
            return (state.stores.values.map(\.store), state.client)
        }
        for sending in stores.map({ $0.end() }) { await sending.value }
        try await client?.shutdown()
    }

    /// Makes a store. `prepare` fills it with its first contents.
    func make(
        life: Duration, application: WantedApplication, catalogue: Catalogue?, apiKey: ServerAPIKey?,
        prepare: (AppStore) async throws -> Void
    ) async throws -> TestStore {
        try await add { [self] identifier, environment in
            let application = WantedApplication(
                bundleIdentifier: application.bundleIdentifier ?? store.application.bundleIdentifier,
                appleIdentifier: application.appleIdentifier ?? store.application.appleIdentifier,
                version: application.version ?? store.application.version)
            let made = try await TestStore(
                identifier: identifier, life: life, engine: SQLiteEngine(inMemory: environment.empty),
                application: application,
                catalogue: catalogue ?? store.assortment.catalogue, apiKey: apiKey, in: environment,
                prepare: prepare)
            for oddity in catalogue?.warnings ?? [] { logger.notice("store \(identifier): \(oddity)") }
            return made
        }
    }

    func copy(_ original: TestStore, life: Duration) async throws -> TestStore {
        try await add { identifier, _ in
            try await original.copy(identifier: identifier, life: life)
        }
    }

    /// A store by its identifier. Counts as a use of the store. Throws `HTTPFailure` (404) if there is none.
    func find(_ identifier: String) throws(HTTPFailure) -> TestStore {
        let now = time.now()
        let found = state.withLock { state -> TestStore? in
            guard let entry = state.stores[identifier], !Self.isOver(entry, at: now) else { return nil }
            state.stores[identifier]?.lastUse = now
            return entry.store
        }
        guard let found else {
            throw HTTPFailure(
                .notFound,
                "There is no such store: it was removed, not used for its life, or ended with the server.")
        }
        return found
    }

    /// The store with the API key and the application that a request's token names; nil if no store has them.
    /// Counts as a use of the store.
    func store(with claim: ClaimedKey) -> TestStore? { newest { $0.hasKey(claim) } }

    /// The store whose shared secret is in the body of a verifyReceipt request; nil if there is none. Counts
    /// as a use of the store.
    func store(withSecretIn body: [UInt8]) -> AppStore? {
        guard let secret = AppStore.sharedSecret(in: body) else { return nil }
        return newest { $0.store.sharedSecret == secret }?.running.served.store
    }

    /// The newest store that fits. Several tests may bring the same key.
    private func newest(that fits: (ServedStore) -> Bool) -> TestStore? {
        let now = time.now()
        let living = state.withLock { state in
            Self.inOrder(state).filter { !Self.isOver($0, at: now) }.map(\.store)
        }
        return living.last { fits($0.running.served) }.flatMap { try? find($0.identifier) }
    }

    /// All stores, the oldest first.
    var all: [TestStore] { state.withLock { Self.inOrder($0).map(\.store) } }

    private static func inOrder(_ state: State) -> [Entry] {
        state.stores.values.sorted { $0.number < $1.number }
    }

    /// Removes a store. Throws `HTTPFailure` (404) if there is none.
    func remove(_ identifier: String) throws(HTTPFailure) {
        _ = try find(identifier)
        let entry = state.withLock { state in
            state.holdsMemory = true
            return state.stores.removeValue(forKey: identifier)
        }
        entry?.store.end()
    }

    private func add(
        _ make: (String, TestStoreEnvironment) async throws -> TestStore
    ) async throws -> TestStore {
        removeUnused()
        let client = try reserve()
        defer { state.withLock { $0.unmade -= 1 } }
        let store = try await make(Self.newIdentifier(), try environment(with: client))
        let isOver = state.withLock { state in
            if !state.isOver {
                state.made += 1
                state.stores[store.identifier] = Entry(
                    store: store, number: state.made, lastUse: time.now())
            }
            return state.isOver
        }
        guard !isOver else {
            store.end()
            throw Self.isStopping
        }
        letOthersRest()
        return store
    }

    private func reserve() throws(HTTPFailure) -> HTTPClient {
        try state.withLock { state throws(HTTPFailure) in
            guard !state.isOver else { throw Self.isStopping }
            guard state.stores.count + state.unmade < most else {
                throw HTTPFailure(
                    .tooManyRequests,
                    "There are \(most) stores, which is as many as this server keeps. Remove some; no store was made."
                )
            }
            state.unmade += 1
            let client = state.client ?? HTTPClient(configuration: .toDevelopers)
            state.client = client
            return client
        }
    }

    /// If two first stores are made at the same time, both take the environment that was made first.
    private func environment(with client: HTTPClient) throws -> TestStoreEnvironment {
        if let known = state.withLock({ $0.environment }) { return known }
        let made = try TestStoreEnvironment(
            store: store, options: options, resources: resources, client: client, time: time, logger: logger)
        return state.withLock { state in
            let first = state.environment ?? made
            state.environment = first
            return first
        }
    }

    private func removeUnused() {
        let now = time.now()
        let over = state.withLock { state in
            state.stores.filter { Self.isOver($0.value, at: now) }.keys.compactMap {
                state.holdsMemory = true
                return state.stores.removeValue(forKey: $0)
            }
        }
        for entry in over { entry.store.end() }
    }

    private func letOthersRest() {
        let others = state.withLock { state in
            state.stores.values.sorted { $0.lastUse > $1.lastUse }.dropFirst(mostAwake).map(\.store)
        }
        for store in others { store.rest() }
    }

    /// Gives the memory of stores that were removed back to the system. The allocator would keep it.
    private func giveMemoryBack() {
        guard state.withLock({ exchange(&$0.holdsMemory, with: false) }) else { return }
        malloc_trim(0)
    }

    private static func isOver(_ entry: Entry, at now: Timestamp) -> Bool {
        entry.lastUse.advanced(by: entry.store.life) <= now
    }

    /// An identifier that nobody can guess.
    private static func newIdentifier() -> String {
        String((0..<20).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() ?? "a" })
    }

    private static let isStopping = HTTPFailure(
        .serviceUnavailable, "The server is stopping; no store was made.")
}
