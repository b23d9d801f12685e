import EventBus
import GRDB
import Glibc
import PaymentQueueKit
import SQLiteStorage
import StoreApplication
import StoreEngine
import StoreModel
import Synchronization
import TestSupport
import Testing

/// The application without a screen, wired as the program wires it: real files, the real store, a real bus, and a clock
/// that only the test moves. `restart` is the program ending and starting again.
final class ApplicationHarness: Sendable {
    /// The content server of a store.
    typealias MakeContent = @Sendable (AppStore) -> any ContentService

    /// What the user does with a confirmation sheet.
    enum Habit: Sendable {
        case confirms, cancels, leavesOpen
    }

    let bus: EventBus
    let recorder: BusRecorder
    let time: ManualTime
    let store: AccountSession
    let credits: CreditManager
    let entitlements: Entitlements
    let owned: EntitlementManager
    let queue: PaymentQueue
    let purchases: InAppPurchaseManager
    let spending: SpendingManager
    let settings: SettingsManager
    let transactions: TransactionManager
    let confirmation: PaymentConfirmation
    let subscriptions: SubscriptionManager
    let letters: LetterManager
    let clock: StoreClock
    let hosted: HostedProductManager
    private let folder: TemporaryDirectory
    private let content: MakeContent
    private let habit: Mutex<Habit>
    private let user = Mutex<Observation?>(nil)

    /// A first run in a folder of its own, or a run on a folder that is there; started.
    init(
        bus: EventBus = EventBus(), folder: TemporaryDirectory? = nil, time: ManualTime = ManualTime(),
        catalogue: Catalogue? = nil, content: @escaping MakeContent = { _ in NoContent() },
        user habit: Habit = .confirms
    ) async throws {
        self.bus = bus
        self.time = time
        self.folder = try folder ?? TemporaryDirectory()
        self.habit = Mutex(habit)
        recorder = BusRecorder(bus)
        let directory = try DataDirectory(path: self.folder.path)
        let whole = try AppStore(directory: directory, catalogue: catalogue ?? .bundled(), time: time.source)
        let store = try whole.embeddedSession()
        self.store = store
        self.content = content
        let file = try DatabaseFile(
            path: directory.file("device.sqlite"),
            migrations: PaymentJournal.migrations + Restrictions.migrations + CreditManager.migrations
                + Entitlements.migrations + DownloadJournal.migrations + HostedProductManager.migrations)
        credits = try CreditManager(
            database: file, directory: directory, verifier: store.verifier(), time: time.source)
        clock = StoreClock(bus: bus, time: time.source)
        entitlements = try Entitlements(
            database: file, directory: directory, verifier: store.verifier(), time: clock.source)
        owned = EntitlementManager(bus: bus, entitlements: entitlements, time: clock.source)
        subscriptions = SubscriptionManager(bus: bus, entitlements: entitlements, store: store, testing: store)
        letters = LetterManager(bus: bus, entitlements: entitlements, time: clock.source)
        let confirmation = PaymentConfirmation(
            bus: bus, environment: store.account.environment,
            current: { try? await store.products(for: [$0]).products.first }
        ) {
            (try? await store.settings())?.disablesDialogs != true
        }
        self.confirmation = confirmation
        queue = PaymentQueue(file: file, store: store, time: time.source, jitter: { 0.5 }) {
            await confirmation.confirm($0, product: $1)
        }
        let service = content(whole)
        let downloads = DownloadQueue(
            file: file, folder: try ContentFolder(in: directory), service: service,
            receipt: { () async throws(StoreError) in try await store.appReceipt() }, time: time.source, jitter: { 0.5 }
        )
        hosted = HostedProductManager(
            bus: bus, file: file, downloads: downloads, content: service, entitlements: entitlements)
        purchases = InAppPurchaseManager(
            bus: bus, queue: queue, credits: credits, entitlements: entitlements,
            account: store.account.identifier, hosted: hosted, selling: BuiltInProducts.identifiers)
        spending = SpendingManager(bus: bus, credits: credits)
        settings = SettingsManager(bus: bus, restrictions: Restrictions(file: file), store: store, testing: store)
        transactions = TransactionManager(bus: bus, journal: PaymentJournal(file: file), testing: store)
        let token = bus.observe { [weak self] (sheet: ConfirmationRequested) in self?.answer(sheet) }
        user.withLock { $0 = token }
        try await start()
    }

    private func start() async throws {
        let settings = try await settings.current()
        bus.post(
            StoreOpened(
                settings: settings, environment: store.account.environment, accountName: "this device",
                productIdentifiers: BuiltInProducts.identifiers))
        spending.audit()
        owned.audit()
        await hosted.start()
        purchases.start()
        subscriptions.refresh()
    }

    /// Ends this run.
    func close() async {
        confirmation.close()
        purchases.stop()
        await hosted.close()
        await spending.close()
        await owned.close()
        await settings.close()
        await transactions.close()
        await subscriptions.close()
        await letters.close()
        clock.close()
        await queue.close()
    }

    /// Ends this run, lets something happen to the files, and starts the next one, which has done all it can do.
    func restart(
        catalogue: Catalogue? = nil, meanwhile: (ApplicationHarness) async throws -> Void = { _ in }
    ) async throws -> ApplicationHarness {
        await close()
        await queue.settle()
        try await meanwhile(self)
        let next = try await ApplicationHarness(folder: folder, time: time, catalogue: catalogue, content: content)
        await next.queue.settle()
        return next
    }

    /// Another program's store on the same files.
    func sibling() throws -> AccountSession { try appStore().embeddedSession() }

    /// The store behind the device, as its operator sees it.
    func appStore() throws -> AppStore {
        try AppStore(directory: DataDirectory(path: folder.path), catalogue: .bundled(), time: time.source)
    }

    /// Removes a file of this device.
    func remove(_ name: String) { _ = Glibc.remove(folder.path + "/" + name) }

    /// Looks at the parts without keeping them.
    var weakParts: [() -> AnyObject?] {
        let parts: [any AnyObject & Sendable] = [
            self, store, credits, entitlements, owned, queue, purchases, spending, settings, transactions, confirmation,
            subscriptions, letters, clock, recorder, folder,
        ]
        return parts.map { part in { [weak part] in part } }
    }

    private func answer(_ sheet: ConfirmationRequested) {
        switch habit.withLock({ $0 }) {
        case .confirms: bus.post(ConfirmationAnswered(key: sheet.key, isConfirmed: true))
        case .cancels: bus.post(ConfirmationAnswered(key: sheet.key, isConfirmed: false))
        case .leavesOpen: break
        }
    }

    /// Fetches the prices, if need be, and adds a payment.
    func buy(_ product: ProductIdentifier = MonkeyCredits.five, quantity: Int = 1) async throws -> IdempotencyKey {
        if recorder.all(ProductsFetched.self).isEmpty {
            bus.post(ProductsRequested())
            try await recorder.first(ProductsFetched.self)
        }
        return try #require(purchases.purchaseProduct(product, quantity: quantity))
    }

    /// Buys, and waits for the success.
    @discardableResult
    func bought(
        _ product: ProductIdentifier = MonkeyCredits.five, quantity: Int = 1
    ) async throws -> PaymentTransaction {
        let key = try await buy(product, quantity: quantity)
        return try await recorder.first(TransactionSucceeded.self) { $0.transaction.key == key }.transaction
    }

    /// Waits until a transaction is posted as failed.
    func failure(of key: IdempotencyKey) async throws -> PaymentTransaction {
        try await recorder.first(TransactionFailed.self) { $0.transaction.key == key }.transaction
    }

    /// Has something done to a transaction, as the transactions screen does.
    func perform(_ action: TransactionAction, on key: IdempotencyKey) {
        bus.post(TransactionActionRequested(key: key, action: action))
    }

    /// Changes the settings, as the settings screen does, and waits until they are in force.
    func set(_ change: (inout StorefrontSettings) -> Void) async throws {
        var wanted = try await settings.current()
        change(&wanted)
        let count = recorder.all(SettingsChanged.self).count
        bus.post(SettingsChangeRequested(settings: wanted))
        try await recorder.first(SettingsChanged.self, skipping: count) { $0.settings == wanted }
    }

    /// The keys of what the store has that was paid, or refunded, and not finished.
    func unsettled() async throws -> [IdempotencyKey] {
        try await store.unsettledPurchases(including: []).map(\.key)
    }

    /// Does what somebody with the sqlite3 program can do to a file of this device.
    func edit(_ statement: String, _ values: [String] = [], in name: String = "device.sqlite") throws {
        let other = try DatabaseQueue(path: folder.path + "/" + name)
        try other.write { try $0.execute(sql: statement, arguments: StatementArguments(values)) }
        try other.close()
    }

    /// Takes a column of the ledger away from the program, or gives it back.
    func setLedgerWritable(_ isWritable: Bool) throws {
        let (old, new) = isWritable ? ("hidden", "amount") : ("amount", "hidden")
        try edit("ALTER TABLE credit_ledger RENAME COLUMN \(old) TO \(new)")
    }
}

/// A content server without content.
struct NoContent: ContentService {
    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList? { nil }

    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        throw StoreError(content: .noSuchContent)
    }
}
