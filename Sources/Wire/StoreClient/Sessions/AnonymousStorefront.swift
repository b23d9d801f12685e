internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Synchronization

/// Publishes prices on the bus while no account is signed in, in place of an `Application`.
/// `SessionEffectRunner` opens it. Purchases and restores go to the `SessionCoordinator`, which signs the
/// person in first. Other commands that need an account are refused.
final class AnonymousStorefront: Sendable {
    private let bus: EventBus
    private let store: HTTPStore
    private let content: HTTPContent
    /// The visitor who will buy here once the store can be reached; nil if people sign in.
    private let visitorName: String?
    private let state = Mutex<(observation: Observation?, tasks: [Task<Void, Never>])>((nil, []))

    init(_ remote: RemoteStore, bus: EventBus) {
        self.bus = bus
        store = remote.anonymous()
        content = remote.anonymousContent()
        visitorName = remote.visitorName
    }

    func open() {
        let observation = bus.commands.observe(StorefrontCommand.Name.allCases) { [weak self] command in
            self?.perform(command)
        }
        let updates = store.updates()
        let listening = Task { [bus] in
            for await case .networkChanged(let isUp) in updates {
                bus.publish(.networkChanged(isUp: isUp))
            }
        }
        state.withLock { $0 = (observation, [listening]) }
        bus.publish(
            .storeOpened(
                StoreOpened(
                    settings: StorefrontSettings(), environment: .sandbox, accountName: visitorName,
                    hasAccounts: visitorName == nil, productIdentifiers: BuiltInProducts.identifiers)))
    }

    /// Closes it. Nothing is posted on the bus after it.
    func close() async {
        let (observation, tasks) = state.withLock { state in
            defer { state = (nil, []) }
            return state
        }
        observation?.cancel()
        for task in tasks {
            task.cancel()
            await task.value
        }
    }

    /// Answers every command that somebody may wait for.
    private func perform(_ command: StorefrontCommand) {
        switch command {
        case .products: fetchPrices()
        case .transactions(let place):
            bus.publish(.transactionsListed(TransactionsListed(place, entries: [])))
        case .subscriptions: bus.publish(.subscriptionsListed(SubscriptionsListed(subscriptions: [])))
        case .settings: refuse(.settingsNeedAccount)
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
        bus.publish(.actionFailed(visitorName == nil ? trouble : .storeNotReached))
    }

    /// Fetches the prices of the store's products first, and then those of the content server's
    /// further products.
    private func fetchPrices() {
        let task = Task { [content, store] in
            let listed = try? await store.productIdentifiers()
            let sold = BuiltInProducts.sold(of: listed ?? [])
            if listed != nil, !Task.isCancelled { bus.publish(.productsListed(sold)) }
            guard await fetchPrices(of: sold),
                let hosted = try? await content.hostedProducts(unlessMatching: nil)?.products,
                !Task.isCancelled
            else { return }
            bus.publish(.hostedProductsListed(hosted))
            _ = await fetchPrices(of: sold, and: hosted)
        }
        state.withLock { state in
            // The listening task is the first one. An earlier question is replaced.
            state.tasks.dropFirst().forEach { $0.cancel() }
            state.tasks = state.tasks.prefix(1) + [task]
        }
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
