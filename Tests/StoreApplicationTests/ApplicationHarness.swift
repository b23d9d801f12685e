import DeviceStorage
import Glibc
import PaymentQueueKit
import Storage
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import StoreSQLite
import Synchronization
import TestSupport
import Testing
import monkeystore

typealias Event = StorefrontEvent

/// The production application without a screen: real files, the real store, a real bus, and a clock that only
/// the test moves. `restart` ends the program and starts it again. The parts of the application can be used
/// as members of this class.
@dynamicMemberLookup
final class ApplicationHarness: Sendable {
    typealias MakeContent = @Sendable (AppStore) -> any ContentService

    enum Habit: Sendable {
        case confirms, cancels, leavesOpen
    }

    let bus: EventBus
    let recorder: BusRecorder
    let time: ManualTime
    let store: AccountSession
    let application: Application
    let folder: TemporaryDirectory
    private let shop: AppStore
    /// Whether the store is in another device's folder.
    private let isGuest: Bool
    private let content: MakeContent
    private let habit: Mutex<Habit>
    private let user = Mutex<Observation?>(nil)

    /// Starts a first run in a new folder, or another run in an existing one.
    ///
    /// - Parameters:
    ///   - shop: the store of another device, which shares its account with this one.
    ///   - deviceFolder: the data directory of the device, if `folder` is only for one of its accounts.
    init(
        bus: EventBus = EventBus(), folder: TemporaryDirectory? = nil, shop: AppStore? = nil,
        time: ManualTime = ManualTime(),
        catalogue: Catalogue? = nil, content: @escaping MakeContent = { _ in NoContent() },
        environment: StoreEnvironment = .sandbox, user habit: Habit = .confirms,
        deviceFolder: TemporaryDirectory? = nil
    ) async throws {
        self.bus = bus
        self.time = time
        self.folder = try folder ?? TemporaryDirectory()
        self.habit = Mutex(habit)
        let directory = try DataDirectory(path: self.folder.path)
        isGuest = shop != nil
        let shop =
            try shop
            ?? AppStore(
                directory: directory, catalogue: catalogue ?? .bundled(), followers: AppStore.followers,
                time: time.source)
        self.shop = shop
        store = try shop.embeddedSession()
        self.content = content
        var open = try OpenStore.embedded(shop, content: content(shop), in: directory)
        open.environment = environment
        if let deviceFolder { open.dataDirectory = try DataDirectory(path: deviceFolder.path) }
        application = try Application(store: open, bus: bus, time: time.source)
        // After the application's own observers: what is recorded has reached them.
        recorder = BusRecorder(bus)
        let token = bus.observe(.confirmationRequested) { [weak self] event in
            guard case .confirmationRequested(let sheet) = event else { return }
            self?.answer(sheet)
        }
        user.withLock { $0 = token }
        try await application.start()
    }

    subscript<Part>(dynamicMember part: KeyPath<Application, Part>) -> Part { application[keyPath: part] }

    func close() async { await application.close() }

    /// Ends this run, changes something meanwhile, starts the next run, and waits until its queue is idle.
    func restart(
        catalogue: Catalogue? = nil, meanwhile: (ApplicationHarness) async throws -> Void = { _ in }
    ) async throws -> ApplicationHarness {
        await close()
        await application.queue.settle()
        try await meanwhile(self)
        let next = try await ApplicationHarness(
            folder: folder, shop: isGuest ? shop : nil, time: time, catalogue: catalogue, content: content)
        await next.queue.settle()
        return next
    }

    /// Runs the queue until the store has nothing new for this device. What the device finishes comes back
    /// as a change.
    func catchUp() async throws {
        repeat {
            await application.queue.settle()
        } while try await !store.exchange(application.replica.exchangeRequest()).changes.isEmpty
    }

    /// Another device of the account, with files of its own.
    func otherDevice() async throws -> ApplicationHarness {
        let other = try await ApplicationHarness(shop: shop, time: time, content: content)
        await other.queue.settle()
        return other
    }

    /// Another account on the same device.
    func otherAccount() async throws -> ApplicationHarness {
        try await ApplicationHarness(time: time, content: content, deviceFolder: folder)
    }

    /// A second program on the same files.
    func secondProgram() async throws -> ApplicationHarness {
        let second = try await ApplicationHarness(folder: folder, time: time, content: content)
        await second.queue.settle()
        return second
    }

    /// Somebody else who acts for the account, through another program on the store's files. That may have a
    /// clock of its own.
    func sibling(time: ManualTime? = nil) throws -> AccountSession {
        try appStore(time: time).embeddedSession()
    }

    /// The device's store, as its operator sees it.
    func appStore(time: ManualTime? = nil) throws -> AppStore {
        try AppStore.bundled(in: folder.path, time: (time ?? self.time).source)
    }

    /// Whether a file of the data directory is there.
    func hasFile(_ name: String) -> Bool { access(folder.path + "/" + name, F_OK) == 0 }

    func remove(_ name: String) { _ = Glibc.remove(folder.path + "/" + name) }

    /// Makes a folder where a file would be, so that the file cannot be read or written.
    func block(_ name: String) throws {
        guard mkdir(folder.path + "/" + name, 0o700) == 0 else {
            throw ToolError(description: "\(name) is not blocked: \(String(cString: strerror(errno)))")
        }
    }

    /// Puts a link to nowhere in place of the folder with the keys and the high-water mark: nothing is found
    /// in it, and nothing can be made there.
    func loseKeys() {
        Glibc.rename(folder.path + "/keys", folder.path + "/lost")
        symlink(folder.path + "/nowhere", folder.path + "/keys")
    }

    /// Copies the device's database; its keys and its high-water mark stay.
    func saveDeviceFile() throws {
        try SQLiteFile(folder.path + "/device.sqlite").copy(to: folder.path + "/copy.sqlite")
    }

    /// Puts the copy back.
    func putDeviceFileBack() {
        for name in ["device.sqlite", "device.sqlite-wal", "device.sqlite-shm"] { remove(name) }
        Glibc.rename(folder.path + "/copy.sqlite", folder.path + "/device.sqlite")
    }

    /// Weak references to all parts.
    var weakParts: [() -> AnyObject?] {
        let parts: [any AnyObject & Sendable] = [
            self, application, store, shop, application.replica, application.account, application.queue,
            application.purchases, application.hosted, application.settings, application.transactions,
            application.confirmation, application.subscriptions, application.letters, application.clock,
            recorder,
        ]
        return parts.map { part in { [weak part] in part } }
    }

    private func answer(_ sheet: ConfirmationRequested) {
        switch habit.withLock({ $0 }) {
        case .confirms: bus.send(.answer(key: sheet.key, isConfirmed: true))
        case .cancels: bus.send(.answer(key: sheet.key, isConfirmed: false))
        case .leavesOpen: break
        }
    }

    /// Fetches the prices, if necessary, and adds a payment.
    func buy(
        _ product: ProductIdentifier = MonkeyCredits.five, quantity: Int = 1
    ) async throws -> IdempotencyKey {
        if recorder.all(Event.productsFetched).isEmpty { try await fetchProducts() }
        return try #require(application.purchases.purchaseProduct(product, quantity: quantity))
    }

    @discardableResult
    func fetchProducts() async throws -> ProductsResponse {
        bus.send(.products)
        return try await recorder.first(Event.productsFetched)
    }

    @discardableResult
    func bought(
        _ product: ProductIdentifier = MonkeyCredits.five, quantity: Int = 1
    ) async throws -> PaymentTransaction {
        let key = try await buy(product, quantity: quantity)
        return try await recorder.first(Event.transactionSucceeded) { $0.key == key }
    }

    func failure(of key: IdempotencyKey) async throws -> PaymentTransaction {
        try await recorder.first(Event.transactionFailed) { $0.key == key }
    }

    /// Sends the command of the transactions screen.
    func perform(_ action: TransactionAction, on key: IdempotencyKey) { bus.send(.action(action, on: key)) }

    /// Changes the settings, as the settings screen does, and waits until they are in force.
    func set(_ change: (inout StorefrontSettings) -> Void) async throws {
        let known = try await application.settings.current()
        var wanted = known
        change(&wanted)
        let count = recorder.all(Event.settingsChanged).count
        bus.send(.settings(wanted, from: known))
        try await recorder.first(Event.settingsChanged, skipping: count) { $0 == wanted }
    }

    /// The keys of the store's paid or refunded transactions that are not finished.
    func unsettled() async throws -> [IdempotencyKey] {
        try await store.unsettledPurchases(including: []).map(\.key)
    }

    /// Changes a file of this device, as a user can with the sqlite3 program.
    func edit(_ statement: String, _ values: [String] = [], in name: String = "device.sqlite") throws {
        try SQLiteFile(folder.path + "/" + name).run(statement, values)
    }

    /// Sets the journal back to a moment when a transaction was delivered but not finished. The store may
    /// have heard of the finish already; the journal then has no signed transaction any more.
    func unfinish(_ transaction: PaymentTransaction) throws {
        let signed = try #require(transaction.signedTransaction).rawValue
        try edit("UPDATE payment_journal SET isFinished = 0, owesFinish = 0, signedTransaction = ?", [signed])
    }

    /// Renames a column of the replica, so that nothing can be merged into it, or restores it.
    func setReplicaWritable(_ isWritable: Bool) throws {
        try hide("digest", of: "replica_purchase", !isWritable)
    }

    /// The same for a column that is needed to read the replica.
    func setReplicaReadable(_ isReadable: Bool) throws { try hide("sums", of: "replica_sums", !isReadable) }

    private func hide(_ column: String, of table: String, _ isHidden: Bool) throws {
        let (old, new) = isHidden ? (column, "hidden") : ("hidden", column)
        try edit("ALTER TABLE \(table) RENAME COLUMN \(old) TO \(new)")
    }
}

/// A content server without content.
struct NoContent: ContentService {
    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList? {
        nil
    }

    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        throw StoreError(content: .noSuchContent)
    }
}

extension Trouble {
    /// Whether the error is about the file.
    func isAbout(_ file: String) -> Bool {
        switch self {
        case .storage(let error), .highWaterMarkNotKept(let error): error.description.contains(file)
        case .paymentKept(let error): error.description.contains(file)
        default: false
        }
    }
}
