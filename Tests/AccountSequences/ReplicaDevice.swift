internal import DeviceStorage
internal import Foundation
internal import PaymentQueueKit
internal import Storage
internal import StoreModel
internal import TestSupport

/// A device with the program's own journal, replica and exchange, on a database
/// in memory and key files in a folder.
struct ReplicaDevice: SequenceDevice {
    /// What all devices of an account have in common.
    struct Account: Sendable {
        let identifier: AccountIdentifier
        let verifier: TransactionVerifier
        let time: TimeSource
        /// The most changes that a page has.
        let limit: Int
    }

    private static let empty = Result {
        try DatabaseFile(inMemory: PaymentJournal.migrations + AccountReplica.migrations).contents()
    }

    private let account: Account
    private let folder: TemporaryDirectory
    private let database: DatabaseFile
    private let replica: AccountReplica
    private let journal: PaymentJournal
    private var finished: Set<FinishedTransaction> = []

    init(_ account: Account) throws {
        try self.init(account, DatabaseFile(inMemory: Self.empty.get()), in: TemporaryDirectory())
    }

    private init(_ account: Account, _ database: DatabaseFile, in folder: TemporaryDirectory) throws {
        self.account = account
        self.folder = folder
        self.database = database
        journal = PaymentJournal(file: database)
        replica = try AccountReplica(
            database: database, directory: DataDirectory(path: folder.path), account: account.identifier,
            verifier: account.verifier, time: account.time)
    }

    var contents: DeviceContents {
        get throws {
            let purchases = try replica.known(.purchases, limit: .max).map {
                TransactionIdentifier(rawValue: $0.id)
            }
            let signed = try replica.signed(for: purchases)
            return DeviceContents(
                credits: try replica.credits(),
                purchases: Dictionary(uniqueKeysWithValues: zip(purchases, signed)),
                uses: Set(try replica.known(.uses, limit: .max).map { UseIdentifier(rawValue: $0.id) }),
                told: Set(try purchases.filter { try journal.key(named: $0.rawValue) != nil }),
                finished: finished,
                isWaiting: try journal.nextToSend(except: []) != nil || !replica.waitingUses().isEmpty)
        }
    }

    /// A copy of the database, and of the keys and the high-water mark.
    func copy() throws -> ReplicaDevice {
        let target = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: folder.path + "/keys", toPath: target.path + "/keys")
        var copy = try ReplicaDevice(account, DatabaseFile(inMemory: database.contents()), in: target)
        copy.finished = finished
        return copy
    }

    mutating func pay(_ request: PurchaseRequest) throws {
        let payment = Payment(product: request.productIdentifier, quantity: request.quantity)
        try journal.add(
            PaymentTransaction(
                key: request.key, payment: payment, state: .purchasing, addedDate: account.time.now()))
    }

    mutating func use(_ amount: Int, _ id: UseIdentifier, at now: Timestamp) throws {
        do { _ = try replica.ask(for: amount) } catch ReplicaError.notEnough {}
    }

    mutating func finishAll() throws {
        for transaction in try journal.unfinished() where transaction.state.canFinish {
            guard try journal.finish(transaction) != nil, let identifier = transaction.transactionIdentifier,
                let signedDate = transaction.signedDate
            else { continue }
            finished.insert(FinishedTransaction(identifier: identifier, signedDate: signedDate))
        }
    }

    mutating func meet(_ store: some StoreService) async throws {
        var exchange = StoreExchange(journal: journal, replica: replica, store: store, time: account.time)
        exchange.limits = (account.limit, account.limit)
        while let payment = try journal.nextToSend(except: []) {
            _ = try await exchange.take(store.purchase(PurchaseRequest(payment)))
        }
        for use in try replica.waitingUses() { try await replica.take(store.use(use), of: use) }
        try await exchange.run()
    }
}
