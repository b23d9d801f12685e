import Storage
import StoreModel
import StoreRules
import StoreSQLite
import StoreServer
import Synchronization
import TestSupport
import Testing

/// A store with one customer. `device` opens the customer's storefront.
final class Shop: Sendable {
    static let account: AccountName = "jane"
    static let password = "bananas for ever"

    let place: Place
    /// The store, as its administrator sees it.
    let store: AppStore
    /// The customer, without a network between.
    let customer: AccountSession
    /// The clock that the store's delays wait for.
    let time = ManualTime(start: TimeSource.system.now())
    /// Nil for the embedded store.
    let address: StoreAtAnAddress?
    /// The content server of the embedded store.
    let content: EmbeddedContent
    private let folder: TemporaryDirectory
    /// The content server's own folder, which goes with it.
    private let books: BookFixture?
    private let clock = Mutex<Task<Void, Never>?>(nil)
    /// Close the storefronts of its customer. Open ones would ask for the store for ever.
    private let closings = Mutex<[@Sendable () async -> Void]>([])

    init(at place: Place, catalogue: Catalogue? = nil, books: BookFixture? = nil) async throws {
        self.place = place
        self.books = books
        folder = try TemporaryDirectory()
        let catalog = ContentCatalog(folders: books.map { [$0.path] } ?? [])
        let catalogue = try catalogue ?? .bundled()
        store =
            if place == .postgres {
                try AppStore(
                    testedIn: folder.path, catalogue: catalogue, time: time.source, passwordRounds: 2)
            } else {
                try AppStore(
                    directory: DataDirectory(path: folder.path), catalogue: catalogue,
                    followers: AppStore.followers, time: time.source, passwordRounds: 2)
            }
        store.startRenewals()
        content = EmbeddedContent(store: store, catalog: catalog)
        if place == .embedded {
            customer = try store.embeddedSession()
            address = nil
        } else {
            let account = try await store.createAccount(
                name: Self.account, password: Self.password
            ).0
            customer = AccountSession(store: store, account: account)
            address = try await StoreAtAnAddress(store, catalog: catalog)
        }
    }

    deinit {
        clock.withLock { $0?.cancel() }
        Task { [closings = closings.withLock { $0 }] in for close in closings { await close() } }
    }

    func closeAtEnd(_ close: @escaping @Sendable () async -> Void) {
        closings.withLock { $0.append(close) }
    }

    /// Opens the storefront on a device of its own.
    func device(isSignedIn: Bool = true) async throws -> Device {
        let device = try Device(of: self)
        if isSignedIn { try await device.signIn() }
        try await device.open()
        return device
    }

    /// What becomes of requests and answers from now on.
    func set(_ network: StoreSettings.Network) throws {
        guard let address else { return try store.set { $0.network = network } }
        (address.line.network, address.contentLine.network) = (network, network)
    }

    /// Takes the store's database away, or brings it back: the table that the store reads first. Only in
    /// SQLite.
    func setDatabase(isThere: Bool) throws {
        let (before, after) = isThere ? ("away", "testing") : ("testing", "away")
        try SQLiteFile(folder.path + "/store.sqlite").run("ALTER TABLE \(before) RENAME TO \(after)")
    }

    /// Makes the store's database refuse every purchase, as on a full disk, or take them again. Only in
    /// SQLite.
    func setDatabase(takesPurchases: Bool) throws {
        let refusal = "CREATE TRIGGER odd BEFORE INSERT ON purchase BEGIN SELECT RAISE(ABORT, 'odd'); END"
        try SQLiteFile(folder.path + "/store.sqlite").run(takesPurchases ? "DROP TRIGGER odd" : refusal)
    }

    /// From now on the store answers at once, also what it has delayed.
    func answerAtOnce() throws {
        try store.set { $0.delayMilliseconds = 0 }
        clock.withLock { clock in
            clock = Task { [time] in
                while !Task.isCancelled {
                    await time.waitForSleepers()
                    time.advance(by: .seconds(60))
                }
            }
        }
    }

    /// Who verifies receipts: the store itself, or the store at its address.
    var verification: any ReceiptVerification {
        address.map { StoreVerification(store: $0.line.address) } ?? store
    }

    /// Sends a receipt to verifyReceipt, and returns its answer.
    func verifyReceipt(_ receipt: String, at environment: StoreEnvironment = .sandbox) async throws
        -> JSONValue
    {
        let body = Array(#"{"receipt-data": "\#(receipt)"}"#.utf8)
        return try JSONValue(json: await verification.answer(to: body, at: environment))
    }

    /// Returns when the store has charged just so often, and knows that all of it was delivered and finished.
    func hasClosedBooks(charges: Int) async throws {
        let updates = customer.updates()
        guard try !areClosed(charges) else { return }
        for await _ in updates where try areClosed(charges) { return }
        Issue.record("the books: \(try store.audit())")
        throw CancellationError()
    }

    private func areClosed(_ charges: Int) throws -> Bool {
        let audit = try store.audit()
        return audit.findings.isEmpty && audit.accounts.allSatisfy(\.isClosed)
            && audit.accounts.map(\.charges).reduce(0, +) == charges
    }
}
