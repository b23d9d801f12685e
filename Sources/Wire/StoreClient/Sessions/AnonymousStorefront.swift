internal import Storage
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Synchronization

/// Publishes prices on the bus while no account is signed in, in place of an `Application`, and whether
/// purchases are on for this device. `SessionEffectRunner` opens it. Purchases and restores go to the
/// `SessionCoordinator`, which signs the person in first. Other commands that need an account are refused.
final class AnonymousStorefront: Sendable {
    private struct State {
        var observation: Observation?
        var watch: FileWatch?
        /// Fetches prices, and the store's settings for an administrator.
        var question: Task<Void, Never>?
        var isClosed = false
    }

    private let remote: RemoteStore
    private let bus: EventBus
    private let store: HTTPStore
    private let settings: SettingsManager
    private let state = Mutex(State())

    init(_ remote: RemoteStore, bus: EventBus) {
        self.remote = remote
        self.bus = bus
        store = remote.anonymous()
        settings = remote.settings(of: store, bus: bus)
    }

    /// Opens it. Throws if the device's own setting cannot be read.
    func open() async throws {
        let observation = bus.commands.observe(StorefrontCommand.Name.allCases) { [weak self] command in
            self?.perform(command)
        }
        state.withLock { $0.observation = observation }
        let known = try await settings.known()
        bus.publish(
            .storeOpened(
                StoreOpened(
                    settings: known, environment: .sandbox, accountName: remote.visitorName,
                    hasAccounts: remote.hasAccounts, isAdministrator: remote.hasAdminToken,
                    storeName: remote.hasAccounts ? remote.address.description : nil,
                    productIdentifiers: BuiltInProducts.identifiers)))
        state.withLock { $0.watch = settings.watch() }
        // After a sign-out the screen has prices, and does not ask for them.
        if remote.hasAdminToken { fetchPrices() }
    }

    /// Closes it. Nothing is posted on the bus after it.
    func close() async {
        var state = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state
        }
        state.observation?.cancel()
        state.watch = nil
        state.question?.cancel()
        await state.question?.value
        await settings.close()
    }

    /// Answers every command that somebody may wait for.
    private func perform(_ command: StorefrontCommand) {
        switch command {
        case .products: fetchPrices()
        case .transactions(let place):
            bus.publish(.transactionsListed(TransactionsListed(place, entries: [])))
        case .subscriptions: bus.publish(.subscriptionsListed(SubscriptionsListed(subscriptions: [])))
        case .settings(let wanted, let known): change(from: known, to: wanted)
        case .use, .action, .inspect, .scenario, .subscriptionAction, .download, .book:
            refuse(.signInForSubscriptions)
        case .filter(let filter): bus.publish(.filterRefused(filter))
        case .clearFilters: bus.publish(.filtersChanged([]))
        // For the `SessionCoordinator`, which asks who the person is.
        case .purchase, .answer, .spend, .signIn, .signOut, .restore: break
        // The program around the screen opens pictures, and no book is open.
        case .picture, .readingPlace: break
        }
    }

    /// Says why something is not done. A visitor cannot sign in: only the store is missing.
    private func refuse(_ trouble: Trouble) {
        bus.publish(.actionFailed(remote.hasAccounts ? trouble : .storeNotReached))
    }

    /// Puts the device's own setting in force, and an administrator's changes of the store's.
    private func change(from known: StorefrontSettings, to wanted: StorefrontSettings) {
        guard remote.hasAdminToken || wanted.store == known.store else { return refuse(.notEntitled) }
        settings.change(from: known, to: wanted)
    }

    /// Asks for the prices, but not after the end: a command may still be under way on another thread then,
    /// and nobody would end the question.
    func fetchPrices() {
        let earlier = state.withLock { state -> Task<Void, Never>? in
            guard !state.isClosed else { return nil }
            return exchange(&state.question, with: Task { await fetchAllPrices() })
        }
        earlier?.cancel()
    }

    /// Fetches the prices of the store's products first, then the store's settings for an administrator, and
    /// then the prices of the content server's further products.
    private func fetchAllPrices() async {
        let listed = try? await store.productIdentifiers()
        let sold = BuiltInProducts.sold(of: listed ?? [])
        if listed != nil, !Task.isCancelled { bus.publish(.productsListed(sold)) }
        guard await fetchPrices(of: sold) else { return }
        // What they are is told as a change of them.
        if remote.hasAdminToken { _ = try? await store.currentSettings() }
        let content = remote.anonymousContent()
        guard let hosted = try? await content.hostedProducts(unlessMatching: nil)?.products,
            !Task.isCancelled
        else { return }
        bus.publish(.hostedProductsListed(hosted))
        _ = await fetchPrices(of: sold, and: hosted)
    }

    private func fetchPrices(
        of identifiers: [ProductIdentifier], and hosted: [HostedProduct] = []
    ) async -> Bool {
        do throws(StoreError) {
            let response = try await store.products(
                for: Set(identifiers + hosted.map(\.productIdentifier)))
            guard !Task.isCancelled else { return false }
            bus.publish(.productsFetched(response.deliverable(hosted: hosted)))
            return true
        } catch {
            if !Task.isCancelled { bus.publish(.requestFailed(error)) }
            return false
        }
    }
}
