package import DeviceStorage
package import PaymentQueueKit
internal import Storage
package import StoreEvents
package import StoreModel
internal import Synchronization

/// Everything except the screen, put together: the device's files, the store, the queue, and the managers, to
/// which it passes the bus's commands. `monkeystore` makes one for its screen or a command, and
/// `SessionCoordinator` makes one for the signed-in account.
package final class Application: Sendable {
    package let bus: EventBus
    package let queue: PaymentQueue
    package let journal: PaymentJournal
    package let replica: AccountReplica
    package let account: AccountManager
    package let hosted: HostedProductManager
    package let purchases: InAppPurchaseManager
    private let store: OpenStore
    private let watches = Mutex<[FileWatch?]>([])
    private let commands = Mutex<Observation?>(nil)
    private let counter: BackgroundCount
    package let settings: SettingsManager
    package let transactions: TransactionManager
    private let filters: PhotoFilterManager
    package let subscriptions: SubscriptionManager
    package let letters: LetterManager
    package let clock: StoreClock
    package let confirmation: PaymentConfirmation

    /// Puts together everything that uses the files of the store's account. Nothing is sent before `start`.
    ///
    /// - Parameters:
    ///   - time: the clock for dates and pauses.
    ///   - unheard: commands that it does not hear on the bus: the caller passes them on with `perform`.
    ///   - threadGuard: runs the work of a thread that the application starts.
    /// - Throws: `StorageError`.
    package init(
        store: OpenStore, bus: EventBus, time: TimeSource = .system,
        unheard: Set<StorefrontCommand.Name> = [], threadGuard: @escaping ThreadGuard = { $0() }
    ) throws {
        self.bus = bus
        counter = BackgroundCount(threadGuard: threadGuard)
        self.store = store
        let (file, service) = (store.file, store.service)
        journal = PaymentJournal(file: file)
        clock = StoreClock(bus: bus, time: time)
        replica = try AccountReplica(
            database: file, directory: store.directory, account: store.account, verifier: store.verifier,
            time: clock.source)
        // Before anything else is written: if the files cannot be used, nothing starts.
        try replica.check()
        account = AccountManager(bus: bus, replica: replica, time: clock.source)
        confirmation = PaymentConfirmation(bus: bus, environment: store.environment, store: service)
        queue = PaymentQueue(
            file: file, restrictions: Restrictions(in: store.dataDirectory), store: service, replica: replica,
            isOnlyDevice: store.accountName == nil, time: time,
            onAccountNews: { [weak account] in account?.take($0) }, authorization: confirmation.confirm)
        account.send(through: queue)
        let downloads = DownloadQueue(
            file: file, folder: try ContentFolder(in: store.directory), service: store.content,
            receipt: service.appReceipt, time: time)
        hosted = HostedProductManager(
            bus: bus, store: store, downloads: downloads, replica: replica, account: account)
        purchases = InAppPurchaseManager(
            bus: bus, queue: queue, store: store, account: account, hosted: hosted,
            deliverers: [hosted, AccountDeliverer(account: account)], time: time)
        subscriptions = SubscriptionManager(
            bus: bus, queue: queue, replica: replica, store: service, time: clock.source)
        letters = LetterManager(bus: bus, replica: replica, time: clock.source)
        settings = SettingsManager(bus: bus, in: store.dataDirectory, store: service)
        transactions = TransactionManager(
            bus: bus, queue: queue, journal: journal, replica: replica, store: service)
        filters = PhotoFilterManager(bus: bus, file: file)
        let heard = StorefrontCommand.Name.allCases.filter { !unheard.contains($0) }
        let token = bus.commands.observe(heard) { [weak self] in self?.perform($0) }
        commands.withLock { $0 = token }
    }

    /// Carries out a command, whether it came over the bus or not.
    package func perform(_ command: StorefrontCommand) {
        switch command {
        case .products: purchases.requestAllProductData()
        case .purchase(let product, let quantity): purchases.request(product, quantity: quantity)
        case .answer(let key, let isConfirmed, let priceLimit):
            confirmation.resume(key, with: isConfirmed ? .given(priceLimit: priceLimit) : .refused)
        case .restore: purchases.restore()
        case .spend(let credits): account.request(credits)
        case .use(let product): account.request(1, of: product)
        case .transactions(let place): transactions.request(place)
        case .action(let action, let key): transactions.request(action, on: key)
        case .inspect(let key): transactions.inspect(key)
        case .scenario(let scenario): transactions.play(scenario)
        case .subscriptions: subscriptions.request()
        case .subscriptionAction(let action, let original): subscriptions.request(action, on: original)
        case .settings(let wanted, let known): settings.change(from: known, to: wanted)
        case .download(let action, let product): hosted.request(action, of: product)
        // The letter is part of the program.
        case .book(BuiltInProducts.keepersLetter): letters.request()
        case .book(let product): hosted.requestBook(product)
        case .readingPlace(let place, let product): hosted.keep(place, in: product)
        case .filter(let filter): filters.toggle(filter)
        case .clearFilters: filters.clear()
        // Handled by the `SessionCoordinator`, and by the program around the screen.
        case .signIn, .signOut, .picture: break
        }
    }

    /// Whether so many commands wait that no more should be given: they come faster than a
    /// disk can take them.
    package static var isOverloaded: Bool { WorkQueue.waitingCount > 1000 }

    /// Publishes what there is, and then delivers what an earlier run left unfinished.
    package func start() async throws {
        let known = try await settings.known()
        bus.publish(
            .storeOpened(
                StoreOpened(
                    settings: known, environment: store.environment, accountName: store.accountName,
                    hasAccounts: store.hasAccounts, isAdministrator: store.isAdministrator,
                    productIdentifiers: purchases.listedProducts)))
        bus.publish(.hostedProductsListed(hosted.products))
        try account.start()
        await hosted.start()
        purchases.start()
        subscriptions.refresh()
        // Other programs on the same data may buy, fetch and spend, too, and switch filters and purchases on
        // and off.
        let watches = [
            store.file.watch { [account, hosted, filters] in
                account.fileMayHaveChanged()
                hosted.fileMayHaveChanged()
                filters.fileMayHaveChanged()
            },
            settings.watch(),
        ]
        self.watches.withLock { $0 = watches }
    }

    /// Verifies and counts everything that the account has here, while the storefront is in use.
    package func recountInBackground() { counter.begin { [account] in account.recount(progress: $0) } }

    /// Ends the work. Nothing is posted on the bus after it. What another program on the same data has completed
    /// is published before, because it is no longer on its way. A sheet that is still open counts as cancelled.
    /// What is under way is in the journal. Everything else that the person asked for before is done.
    package func close() async {
        // No more of the bus's commands are taken.
        commands.withLock { $0.take() }?.cancel()
        await queue.handOutChangedElsewhere()
        // Before the sheet is closed: a queue that somebody observes would ask about the next payment.
        let questions = purchases.stop()
        confirmation.close()
        for question in questions { await question.value }
        await counter.end()
        watches.withLock { $0 = [] }
        let managers: [any Manager] = [
            hosted, account, settings, transactions, filters, subscriptions, letters,
        ]
        for manager in managers { await manager.close() }
        clock.close()
        await queue.close()
    }
}
