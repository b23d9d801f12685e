import Foundation
import GRDB
import Storage
import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import DeviceStorage

/// A device with a replica of an account, whose files can be copied, put back and edited.
final class ReplicaFixture: Sendable {
    let store: SigningStore
    let time = ManualTime()
    let directory: DataDirectory
    private let folder: TemporaryDirectory

    init(of store: SigningStore = SigningStore()) throws {
        self.store = store
        folder = try TemporaryDirectory()
        directory = try DataDirectory(path: folder.path + "/data")
    }

    var path: String { directory.file("device.sqlite") }
    var highWaterMark: URL { URL(fileURLWithPath: directory.file("keys/replica.mark")) }
    var key: URL { URL(fileURLWithPath: directory.file("keys/replica.key")) }

    /// What a start of the program opens.
    func start() throws -> AccountReplica {
        try AccountReplica(
            database: DatabaseFile(path: path, migrations: AccountReplica.migrations), directory: directory,
            account: store.account, verifier: store.verifier(), time: time.source)
    }

    func file() throws -> DatabaseFile { try DatabaseFile(path: path, migrations: AccountReplica.migrations) }

    /// Copies the database, and with `keys` the keys as well.
    func copy(_ name: String, keys: Bool = false) throws {
        try SQLiteFile(path).checkpoint()
        let target = folder.path + "/" + name
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: path, toPath: target + "/device.sqlite")
        if keys { try FileManager.default.copyItem(atPath: directory.file("keys"), toPath: target + "/keys") }
    }

    /// Puts back what was copied; the rest stays.
    func putBack(_ name: String) throws { try putBack(from: folder.path + "/" + name) }

    func putBack(from source: String) throws {
        for name in ["device.sqlite", "device.sqlite-wal", "device.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: directory.file(name))
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: source) {
            try? FileManager.default.removeItem(atPath: directory.file(name))
            try FileManager.default.copyItem(atPath: source + "/" + name, toPath: directory.file(name))
        }
    }

    func copied(_ name: String) -> String { folder.path + "/" + name }

    func edit(_ statements: String...) throws {
        try SQLiteFile(path).run(statements.joined(separator: ";"))
    }

    func rows<Value: StoreValueConvertible>(_ sql: String) throws -> [Value] {
        try SQLiteFile(path).values(sql)
    }

    // MARK: What the store says

    /// A version of a purchase, signed so many milliseconds after the purchase.
    func version(
        _ number: Int, of product: ProductIdentifier = MonkeyCredits.ten, quantity: Int = 1, delay: Int64 = 0,
        isRefunded: Bool = false, _ change: (inout TransactionPayload) -> Void = { _ in }
    ) throws -> AccountChange {
        var payload = store.payload(
            TransactionIdentifier(rawValue: String(number)), of: product, quantity: quantity,
            date: 1_795_000_000_000 + Int64(number))
        payload.signedDate.milliseconds += delay
        if isRefunded { payload.revocationDate = payload.signedDate }
        change(&payload)
        return try .signed(store.sign(payload), payload)
    }

    static let coin: ProductIdentifier = "com.example.coin"
    static let sepia = PhotoFilter.sepia.productIdentifier

    /// A period of a subscription to credits, a day each. The store signs it as period `index` + 1, or
    /// as `periodNumber`.
    func period(
        _ number: Int, of original: Int, index: Int, periodNumber: Int64? = nil,
        product: ProductIdentifier = MonkeyCredits.monthlyBunch, delay: Int64 = 0, isRefunded: Bool = false
    ) throws -> AccountChange {
        try version(number, of: product, delay: delay, isRefunded: isRefunded) { payload in
            payload.type = .autoRenewable
            payload.originalTransactionId = TransactionIdentifier(rawValue: String(original))
            payload.periodNumber = periodNumber ?? Int64(index) + 1
            payload.purchaseDate = Timestamp(milliseconds: 1_795_000_000_000 + Int64(index) * 86_400_000)
            payload.expiresDate = payload.purchaseDate.advanced(by: .seconds(86_400))
        }
    }

    func forGood(
        _ number: Int, _ product: ProductIdentifier = sepia, delay: Int64 = 0, isRefunded: Bool = false
    ) throws -> AccountChange {
        try version(number, of: product, delay: delay, isRefunded: isRefunded) { $0.type = .nonConsumable }
    }

    func use(_ amount: Int, of product: ProductIdentifier? = nil) -> Use {
        let now = time.source.now()
        return Use(id: .random(at: now), of: product, amount: amount, date: now)
    }
}

extension AccountChange {
    /// A payment that was paid or refunded.
    static func signed(_ signed: SignedTransaction, _ payload: TransactionPayload) -> AccountChange {
        let result: PurchaseOutcome.Result =
            payload.revocationDate.map { .revoked(signed, payload.transactionId, $0) }
            ?? .purchased(signed, payload.transactionId, payload.purchaseDate)
        return .payment(
            PurchaseOutcome(
                key: IdempotencyKey(rawValue: "key of \(payload.transactionId)"),
                productIdentifier: payload.productId,
                quantity: payload.quantity, result: result),
            isFinished: false)
    }

    var signed: SignedTransaction? {
        guard case .payment(let outcome, _) = self else { return nil }
        return outcome.result.signed
    }
}

extension AccountReplica {
    /// Merges answers to single requests in a transaction of its own.
    func merge(_ changes: [AccountChange]) throws { try database.write { try merge(changes, in: $0) } }

    /// Merges answers to single requests in the caller's transaction.
    func merge(_ changes: [AccountChange], in database: Database) throws {
        try merge(changes: changes, in: database)
    }

    /// Merges a page of an exchange in a transaction of its own.
    func merge(
        _ changes: [AccountChange], since: ReplicaMark, to mark: ReplicaMark, given: ExchangeRequest? = nil
    ) throws {
        _ = try database.write {
            try merge(changes: changes, ahead: [], since: since, to: mark, given: given, in: $0)
        }
    }
}
