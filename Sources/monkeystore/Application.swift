internal import AppStore
internal import DurableStorage
internal import EventBus
internal import PaymentCore
internal import Purchasing
internal import StoreModel

/// Everything behind the screen, wired: the device's files, the store, the queue, and the managers on the bus.
final class Application: Sendable {
    let bus: EventBus
    let catalogue: Catalogue
    let store: AppStore
    let queue: PaymentQueue
    let journal: PaymentJournal
    let credits: CreditManager
    let purchases: InAppPurchaseManager
    let spending: SpendingManager
    private let settings: SettingsManager
    private let transactions: TransactionManager
    private let desk: ConfirmationDesk

    /// Opens the data directory and wires what lives there. Nothing is sent before `start`.
    ///
    /// - Throws: `StorageError`, `CatalogueError`.
    init(options: StoreOptions, bus: EventBus) throws {
        self.bus = bus
        let directory = try DataDirectory(path: options.dataDirectory)
        catalogue = try options.catalogue.map(Catalogue.init(contentsOfFile:)) ?? .bundled()
        store = try AppStore(directory: directory, catalogue: catalogue)
        let file = try DatabaseFile(
            path: directory.file("device.sqlite"),
            migrations: PaymentJournal.migrations + Restrictions.migrations + CreditManager.migrations)
        journal = PaymentJournal(file: file)
        credits = try CreditManager(database: file, directory: directory, verifier: store.verifier(), time: .system)
        let desk = ConfirmationDesk(bus: bus, environment: store.environment) { [store] in
            (try? await store.settings())?.disablesDialogs != true
        }
        self.desk = desk
        queue = PaymentQueue(file: file, store: store) { await desk.confirm($0, product: $1) }
        purchases = InAppPurchaseManager(
            bus: bus, queue: queue, credits: credits, account: store.account,
            selling: MonkeyCredits.productIdentifiers)
        spending = SpendingManager(bus: bus, credits: credits)
        settings = SettingsManager(
            bus: bus, restrictions: Restrictions(file: file), store: store, testing: store)
        transactions = TransactionManager(bus: bus, journal: journal, testing: store)
    }

    /// Says what there is, looks through the ledger, and then delivers what an earlier run left unfinished.
    func start() async throws {
        let settings = try await settings.current()
        bus.post(
            StoreOpened(
                settings: settings, environment: store.environment, accountName: "this device",
                productIdentifiers: MonkeyCredits.productIdentifiers))
        spending.audit()
        purchases.start()
    }

    /// Ends the work. A sheet that is still open counts as cancelled; what is on its way is in the journal.
    func close() async {
        desk.close()
        purchases.stop()
        await queue.close()
    }
}
