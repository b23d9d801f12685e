package import Storage
public import StoreModel
internal import Synchronization

/// The queue of payments between the application and the store: the counterpart of `SKPaymentQueue`.
///
/// The application adds payments. A payment is confirmed, written to the journal with its idempotency key,
/// and sent. The store's answer is written to the journal and handed to the application's observers, which
/// deliver and finish it. If the program ends in between, the journal says at the next start how to go on:
/// unanswered payments are sent again under the same key, and unfinished transactions are handed out again.
/// Another program on the same journal sends them, too, when its network is back.
///
/// One habit of StoreKit's is left out on purpose: here an unfinished consumable does not stop the
/// user from buying another.
public actor PaymentQueue {
    /// The confirmation sheet's answer for a payment.
    public enum Consent: Hashable, Sendable {
        /// The payment is cancelled.
        case refused
        /// The payment may be sent. One piece may cost `priceLimit` at most; nil if nobody was asked.
        case given(priceLimit: Money?)
    }

    /// Asks the person who must agree before a payment is sent: the confirmation sheet.
    public typealias Authorization = @Sendable (PaymentTransaction, Product) async -> Consent

    typealias Added = (transaction: PaymentTransaction, product: Product)

    let journal: PaymentJournal
    let replica: any Replica
    let exchanging: StoreExchange
    let onAccountNews: @Sendable (AccountNews) -> Void
    let restrictions: Restrictions
    let store: any StoreService
    let time: TimeSource
    let authorization: Authorization

    nonisolated let observers = ObserverList()
    /// Those that have not got the unfinished transactions yet: empty, unless the journal could not be read.
    nonisolated let newcomers = ObserverList()
    /// Payments that wait for the user's confirmation, oldest first. They are not on disk: nothing
    /// is at stake yet.
    nonisolated let added = Mutex<[Added]>([])
    /// Transactions that a restore brought and nobody has finished. They are not on disk: the store has them,
    /// and brings them again.
    nonisolated let restored = RestoredList()
    private nonisolated let products = Mutex<[ProductIdentifier: Product]>([:])

    /// The transactions that the observers of this program know as purchasing or as deferred.
    var known: [IdempotencyKey: PaymentTransactionState] = [:]
    /// Payments whose answer can never be written to the journal. This program does not send them again.
    var unwritable: Set<IdempotencyKey> = []
    /// Payments that the store answered with an error, until they are sent again. Other payments do
    /// not wait for them.
    var notTaken: Set<IdempotencyKey> = []
    /// The pauses before those are sent again. They grow until the store has taken all of them.
    var notTakenPause = RetryPause()
    /// The pauses before the queue asks again for purchases that were not proved. They grow until all are
    /// proved. Each time, everything after those purchases comes again.
    var notProvedPause = PaymentQueue.newNotProvedPause
    static var newNotProvedPause: RetryPause { RetryPause(longest: .seconds(3600)) }
    /// How the last restore ended, if no observer has been there to hear of it.
    var untoldRestoreEnd: Result<Void, StoreError>?
    var isClosed = false
    /// Whether an exchange is wanted that has not begun. One may be asked for during another, and one that
    /// failed is wanted again.
    var wantsExchange = false
    var running: [Work: Task<Void, Never>] = [:]
    /// The callers that wait for a kind of work, or for all kinds (nil).
    var idleWaiters: [(work: Work?, continuation: CheckedContinuation<Void, Never>)] = []
    /// How many calls have returned before the queue began what they ask for.
    nonisolated let asked = Mutex(0)
    var listening: Task<Void, Never>?
    /// How often the network has come back. An attempt that began before the last time may be made again at
    /// once.
    var networkReturns = 0
    /// `networkReturns` when the store was last brought up to date: by an exchange, or before payments
    /// (`sending`) or uses (`using`) were sent, and then even if it failed. Missing before the first time,
    /// and after a payment or a use could not be sent: then it is done again first. See `bringStoreUpToDate`.
    var broughtUpToDate: [Work: Int] = [:]
    var pauses: [Work: Pause] = [:]

    /// A queue that does nothing until an observer registers.
    ///
    /// - Parameters:
    ///   - file: has the migrations of `PaymentJournal`, and those of the replica.
    ///   - restrictions: the device's switch, which all its customers share.
    ///   - replica: the copy of the account in `file`; nil for a file with the migrations of `MarkOnly`.
    ///   - isOnlyDevice: whether nobody but this device buys for the account.
    ///   - onAccountNews: is told about the account, apart from the transactions that observers get.
    ///   - authorization: is called once for each payment before it is sent.
    package init(
        file: DatabaseFile, restrictions: Restrictions, store: any StoreService,
        replica: (any Replica)? = nil, isOnlyDevice: Bool = false, time: TimeSource = .system,
        onAccountNews: @escaping @Sendable (AccountNews) -> Void = { _ in },
        authorization: @escaping Authorization
    ) {
        journal = PaymentJournal(file: file, isOnlyDevice: isOnlyDevice)
        self.replica = replica ?? MarkOnly(file: file)
        exchanging = StoreExchange(journal: journal, replica: self.replica, store: store, time: time)
        self.onAccountNews = onAccountNews
        self.restrictions = restrictions
        self.store = store
        self.time = time
        self.authorization = authorization
    }

    /// The tables of a queue without a replica.
    package static var migrations: [DatabaseFile.Migration] {
        PaymentJournal.migrations + MarkOnly.migrations
    }

    /// A queue that keeps its journal in a folder of its own. It does nothing until an observer registers.
    ///
    /// A folder belongs to one customer. The payments that wait in it are charged to the customer of the
    /// service with which it is opened, even if another customer added them.
    ///
    /// - Parameters:
    ///   - directory: the path of the folder, which is made if it is missing. Programs that use the same
    ///     folder share the queue.
    ///   - service: where payments go.
    ///   - authorization: is called once for each payment before it is sent.
    /// - Throws: `StorageError` if the folder or the journal in it cannot be used.
    public init(
        directory: String, service: PaymentService, authorization: @escaping Authorization
    ) throws(StorageError) {
        let directory = try DataDirectory(path: directory)
        let file = try DatabaseFile(
            path: directory.file("payments.sqlite"), migrations: Self.migrations)
        self.init(
            file: file, restrictions: Restrictions(in: directory), store: service.store,
            authorization: authorization)
    }

    deinit { listening?.cancel() }

    /// Whether purchases are allowed on this device. If they are not, only new payments are refused:
    /// transactions in the queue are still delivered. A device whose files cannot be read may not buy.
    public nonisolated var canMakePayments: Bool { (try? restrictions.allowsPayments()) ?? false }

    /// Allows or forbids purchases on this device, for all queues on the same folder, until it is called
    /// again: the switch that StoreKit leaves to the device's settings.
    ///
    /// - Throws: `StorageError` if that cannot be kept in the queue's folder.
    public nonisolated func setCanMakePayments(_ isAllowed: Bool) throws(StorageError) {
        try restrictions.setAllowsPayments(isAllowed)
    }

    /// The transactions that have not left the queue: those in the journal, then restored ones, then
    /// those that wait for confirmation, each oldest first.
    ///
    /// - Throws: `StorageError`.
    public nonisolated func transactions() throws(StorageError) -> [PaymentTransaction] {
        // Read first: a payment that goes from here to the journal meanwhile is in both, not in neither.
        let waiting = added.withLock { $0.map(\.transaction) }
        do {
            let known = try journal.unfinished() + restored.all
            let keys = Set(known.map(\.key))
            return known + waiting.filter { !keys.contains($0.key) }
        } catch {
            throw StorageError(journal: error)
        }
    }

    /// Adds a payment and returns at once. The payment is copied, so the same one added twice is
    /// bought twice. Observers hear of it, first as `purchasing`. On a device that may not buy,
    /// it fails with `paymentNotAllowed`.
    ///
    /// - Returns: the key that the transaction will carry.
    /// - Throws: `PaymentError` for a product that no products request has brought, or for a quantity that
    ///   cannot be bought at once: outside 1…10, or more than one piece of a restorable product.
    @discardableResult
    public nonisolated func add(_ payment: Payment) throws(PaymentError) -> IdempotencyKey {
        guard Payment.quantities.contains(payment.quantity) else { throw .quantityOutOfRange }
        guard let product = products.withLock({ $0[payment.productIdentifier] }) else {
            throw .unknownProduct
        }
        guard product.kind.quantities.contains(payment.quantity) else { throw .quantityOutOfRange }
        let now = time.now()
        let transaction = PaymentTransaction(
            key: .random(at: now), payment: payment, state: .purchasing, addedDate: now)
        added.withLock { $0.append((transaction, product)) }
        soon { $0.authorizeAdded() }
        return transaction.key
    }

    /// Registers an observer, which is not retained. The observer is handed every unfinished transaction of
    /// the journal, also those that the store has not answered, and the queue starts to work. Without an
    /// observer, the queue does not talk to the store.
    public nonisolated func add(_ observer: any PaymentTransactionObserver) {
        observers.add(observer)
        soon { $0.start(for: observer) }
    }

    /// Removes an observer. When the last one is gone, the queue waits for the next.
    public nonisolated func remove(_ observer: any PaymentTransactionObserver) { observers.remove(observer) }

    /// Takes a delivered, failed, restored or changed transaction out of the queue. `removedTransactions`
    /// follows, also if another program has taken it out, or if it could not be journaled. May be repeated.
    /// If the store has signed the transaction again since, for a refund or the reversal of one, it stays in
    /// the queue without an error: the new version still has to be dealt with, and observers get it. A paid
    /// transaction that this queue does not have is left alone, also without an error.
    ///
    /// - Throws: `FinishError.notFinishable` if the queue has it as purchasing or deferred, or the caller's
    ///   copy is from that time; `FinishError.storage` if the journal cannot be written.
    public nonisolated func finishTransaction(_ transaction: PaymentTransaction) throws(FinishError) {
        let finished: PaymentTransaction
        do {
            guard !added.withLock({ $0.contains { $0.transaction.key == transaction.key } }) else {
                throw FinishError.notFinishable(.purchasing)
            }
            if let finished = restored.remove(transaction.key)?.finished {
                return soon { $0.tellRemoved(finished) }
            }
            guard let left = try journal.finish(transaction) else { return }
            finished = left
        } catch {
            throw (error as? FinishError) ?? .storage(StorageError(journal: error))
        }
        soon { $0.finished(finished) }
    }

    /// Ends the queue's work: nothing new is sent, and no answer is taken any more. What is under way is in
    /// the journal, and goes on at the next start.
    ///
    /// Waits for an open sheet, so that a payment that was just confirmed gets into the journal. The
    /// authorization is not cancelled: close its sheet yourself if nobody is to answer it. Do not call this
    /// in the authorization, which would never end. A payment that nobody was asked about yet is dropped, and
    /// so is one that is added afterwards, although `add` returns a key for it.
    public func close() async {
        isClosed = true
        listening?.cancel()
        pauses.values.forEach { $0.task.cancel() }
        await running[.authorizing]?.value
    }

    /// Whether a products request has brought a product, so that it can be bought.
    package nonisolated func sells(_ product: ProductIdentifier) -> Bool {
        products.withLock { $0[product] != nil }
    }

    /// Notes the products of a products request: these can be bought.
    nonisolated func learn(_ response: ProductsResponse) {
        products.withLock { known in
            for product in response.products { known[product.identifier] = product }
            for identifier in response.invalidProductIdentifiers { known[identifier] = nil }
        }
    }
}
