internal import AsyncHTTPClient
internal import Hummingbird
internal import Logging
internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import Synchronization

/// A store that a test made for itself through `TestStoreRoutes`; `TestStores` keeps it. It is in memory and
/// signs as the server's own store does. It shares nothing else with it: it also has its own API key and
/// shared secret.
final class TestStore: Sendable {
    static let mostSnapshots = 16

    /// The store on its database. A reset or a restore replaces it with another one, on another database. A
    /// move replaces only what it sells.
    struct Running: Sendable {
        let served: ServedStore
        fileprivate let engine: SQLiteEngine
        fileprivate let sending: Task<Void, Never>

        var catalogue: Catalogue { served.store.assortment.catalogue }
    }

    private struct State {
        var running: Running
        var isEnded = false
        var snapshots: [String: [UInt8]] = [:]
    }

    let identifier: String
    let created: Timestamp
    let life: Duration
    private let environment: TestStoreEnvironment
    private let keys = TestKeys()
    /// The key of the Server API that the test brought; nil if the store made one.
    private let apiKey: ServerAPIKey?
    /// The catalogue that a reset restores.
    private let catalogue: Catalogue
    private let initial: [UInt8]
    private let state: Mutex<State>
    /// Changes of the state follow one another. They may take long, and event loops wait for `state`.
    private let changes = Mutex<Void>(())

    /// Makes a store in `engine`. `prepare` fills it, and a reset restores these contents.
    init(
        identifier: String, life: Duration, engine: SQLiteEngine, application: WantedApplication,
        catalogue: Catalogue, apiKey: ServerAPIKey?, in environment: TestStoreEnvironment,
        prepare: (AppStore) async throws -> Void
    ) async throws {
        self.identifier = identifier
        self.life = life
        self.environment = environment
        self.catalogue = catalogue
        created = environment.time.now()
        self.apiKey = apiKey
        let store = try environment.open(engine, keys, catalogue, application, as: identifier)
        try await prepare(store)
        initial = try engine.contents()
        let served = try ServedStore(
            store, key: apiKey, options: environment.options, time: environment.time)
        state = Mutex(State(running: environment.run(served, on: engine, as: identifier)))
    }

    var running: Running { state.withLock { $0.running } }
    /// The version of its application, which no database keeps.
    var version: String { running.served.store.application.version }
    var snapshots: [String] { state.withLock { $0.snapshots.keys.sorted() } }

    /// Frees the memory of the database until the next use, unless it is being used.
    func rest() {
        // A store that cannot rest goes on as it is.
        try? running.engine.rest()
    }

    func respond(to request: Request, context: StoreContext) async throws -> Response {
        try await environment.responder.respond(to: request, context: context.asking(running.served))
    }

    func copy(identifier: String, life: Duration) async throws -> TestStore {
        let running = running
        return try await TestStore(
            identifier: identifier, life: life, engine: try SQLiteEngine(inMemory: running.engine.contents()),
            application: WantedApplication(version: version), catalogue: running.catalogue,
            apiKey: apiKey, in: environment,
            prepare: { _ in })
    }

    /// Restores everything to the state in which the store was made.
    func reset() throws {
        try replace { _ in (initial, catalogue) }
    }

    /// Sells in another country or language from now on. `place` makes it from the one before.
    func move(to place: (CatalogueSettings) throws -> CataloguePlace) throws {
        try changes.withLock { _ in
            let before = running
            let catalogue = before.catalogue.moved(to: try place(before.catalogue.settings))
            let served = ServedStore(inPlaceOf: before.served, sellingFrom: catalogue)
            environment.startRenewals(of: served)
            set(Running(served: served, engine: before.engine, sending: before.sending))
        }
    }

    /// Keeps what the store holds now as a snapshot with a name. It replaces a snapshot of that name.
    func takeSnapshot(named name: String) throws {
        try changes.withLock { _ in
            let contents = try running.engine.contents()
            try state.withLock { try Self.keep(contents, named: name, &$0) }
        }
    }

    func snapshotFile(named name: String) throws -> [UInt8] {
        try SnapshotFile.bytes(of: state.withLock { try Self.snapshot(name, $0.snapshots) })
    }

    /// Keeps a snapshot of another store of the same application under a name. It replaces a snapshot of that
    /// name. What was signed with another key is signed again.
    func takeSnapshot(file: [UInt8], named name: String) throws {
        let running = running
        let engine = try SnapshotFile.engine(
            on: file, for: running.served.store.application, at: environment.time.now())
        let store = try environment.open(
            engine, keys, running.catalogue, WantedApplication(version: version), as: identifier)
        try store.takeReceivedContents()
        try AdminRoutes.check(store.settings(), at: environment.time.now())
        let contents = try engine.contents()
        try state.withLock { try Self.keep(contents, named: name, &$0) }
    }

    private static func keep(_ contents: [UInt8], named name: String, _ state: inout State)
        throws(HTTPFailure)
    {
        guard state.snapshots[name] != nil || state.snapshots.count < mostSnapshots else {
            throw HTTPFailure(
                .conflict, "A store has at most \(mostSnapshots) snapshots. Remove one; nothing was kept.")
        }
        state.snapshots[name] = contents
    }

    /// Restores everything from a snapshot. The country and the language stay.
    func restoreSnapshot(named name: String) throws {
        try replace { (try Self.snapshot(name, $0.snapshots), $0.running.catalogue) }
    }

    func removeSnapshot(named name: String) throws {
        try state.withLock { state in
            _ = try Self.snapshot(name, state.snapshots)
            state.snapshots[name] = nil
        }
    }

    /// Ends the store and the sending of notifications. Returns the sending task, which ends soon.
    @discardableResult
    func end() -> Task<Void, Never> {
        let running = state.withLock { state in
            state.isEnded = true
            return state.running
        }
        return Self.end(running)
    }

    /// Replaces the store with one that has other contents.
    private func replace(_ make: (State) throws -> ([UInt8], Catalogue)) throws {
        try changes.withLock { _ in
            let before = state.withLock { $0 }
            let (contents, catalogue) = try make(before)
            let engine = SQLiteEngine(inMemory: contents)
            let store = try environment.open(
                engine, keys, catalogue, WantedApplication(version: version), as: identifier)
            let served = try ServedStore(
                store, key: apiKey, options: environment.options, time: environment.time)
            let sending = Self.end(before.running)
            set(environment.run(served, on: engine, after: sending, as: identifier))
        }
    }

    private func set(_ running: Running) {
        let isEnded = state.withLock { state in
            state.running = running
            return state.isEnded
        }
        // Removing the store does not wait for a change that is under way.
        if isEnded { Self.end(running) }
    }

    @discardableResult
    private static func end(_ running: Running) -> Task<Void, Never> {
        running.served.store.end()
        running.sending.cancel()
        return running.sending
    }

    private static func snapshot(_ name: String, _ snapshots: [String: [UInt8]]) throws -> [UInt8] {
        guard let snapshot = snapshots[name] else {
            throw HTTPFailure(.notFound, "The store has no snapshot of that name.")
        }
        return snapshot
    }
}

/// What all test stores have in common.
struct TestStoreEnvironment: Sendable {
    /// The server's own store. Test stores sign as it does.
    let store: AppStore
    let options: ServerOptions
    let client: HTTPClient
    let time: TimeSource
    let logger: Logger
    /// Answers the requests for all of them.
    let responder: RouterResponder<StoreContext>
    /// The database of a store before its first account.
    let empty: [UInt8]
    private let threads = RequestThreads.ofOwnWork()

    init(
        store: AppStore, options: ServerOptions, resources: RequestResources, client: HTTPClient,
        time: TimeSource, logger: Logger
    ) throws(StorageError) {
        self.store = store
        self.options = options
        self.client = client
        self.time = time
        self.logger = logger
        responder = StoreRoutes(
            options: options, time: time, logger: logger, resources: resources.uncounted
        ).forwardedRouter().buildResponder()
        empty = try SQLiteEngine().contents()
    }

    func open(
        _ engine: SQLiteEngine, _ keys: TestKeys, _ catalogue: Catalogue, _ application: WantedApplication,
        as identifier: String
    ) throws(StorageError) -> AppStore {
        try AppStore(
            database: engine, keys: keys, catalogue: catalogue, application: application,
            signer: store.signer, followers: AppleServing.followersOfTestStores, time: time,
            passwordRounds: Self.passwordRounds,
            log: { [logger] in logger.notice("store \(identifier): \($0)") })
    }

    /// Starts what a store does by itself. It sends notifications once `former` has ended.
    func run(
        _ served: ServedStore, on engine: SQLiteEngine, after former: Task<Void, Never>? = nil,
        as identifier: String
    ) -> TestStore.Running {
        startRenewals(of: served)
        return TestStore.Running(
            served: served, engine: engine, sending: sending(from: served.store, after: former, identifier))
    }

    func startRenewals(of served: ServedStore) { served.store.startRenewals(on: threads) }

    /// Test passwords protect nothing, and test stores are made by the hundred.
    private static let passwordRounds = 2

    private func sending(
        from store: AppStore, after former: Task<Void, Never>?, _ identifier: String
    ) -> Task<Void, Never> {
        Task { [self] in
            await former?.value
            await AppleServing.send(
                from: store, with: client, time: time, logger: logger, name: "store \(identifier): ",
                threads: threads)
        }
    }
}
