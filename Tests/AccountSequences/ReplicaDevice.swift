internal import DeviceStorage
internal import FileSystem
internal import Foundation
internal import SQLiteStorage
internal import StoreModel
internal import TestSupport

/// A device with the program's own replica, on a database in memory and key files in a folder.
struct ReplicaDevice: SequenceDevice {
    /// What all devices of an account have in common.
    struct Account: Sendable {
        let identifier: AccountIdentifier
        let verifier: TransactionVerifier
        let time: TimeSource
        /// The most that a page has.
        let limit: Int
    }

    private let account: Account
    private let folder: TemporaryDirectory
    private let database: DatabaseFile
    private let replica: AccountReplica
    private var payments: [PurchaseRequest] = []
    private var unfinished: [TransactionIdentifier: FinishedTransaction] = [:]
    private var finished: [FinishedTransaction] = []

    init(_ account: Account) throws {
        try self.init(account, DatabaseFile(inMemory: AccountReplica.migrations), in: TemporaryDirectory())
    }

    private init(_ account: Account, _ database: DatabaseFile, in folder: TemporaryDirectory) throws {
        self.account = account
        self.folder = folder
        self.database = database
        replica = try AccountReplica(
            database: database, directory: DataDirectory(path: folder.path), account: account.identifier,
            verifier: account.verifier, time: account.time)
    }

    var contents: DeviceContents {
        get throws {
            let purchases = try replica.known(.purchases, limit: .max).map { TransactionIdentifier(rawValue: $0.id) }
            let signed = try replica.signed(for: purchases)
            return DeviceContents(
                credits: try replica.credits(), purchases: Dictionary(uniqueKeysWithValues: zip(purchases, signed)),
                uses: Set(try replica.known(.uses, limit: .max).map { UseIdentifier(rawValue: $0.id) }),
                isWaiting: try !payments.isEmpty || !replica.waitingUses().isEmpty)
        }
    }

    /// A copy of the database, and of the keys with the mark.
    func copy() throws -> ReplicaDevice {
        let target = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: folder.path + "/keys", toPath: target.path + "/keys")
        var copy = try ReplicaDevice(account, DatabaseFile(inMemory: database.contents()), in: target)
        (copy.payments, copy.unfinished, copy.finished) = (payments, unfinished, finished)
        return copy
    }

    mutating func pay(_ request: PurchaseRequest) { payments.append(request) }

    mutating func use(_ amount: Int, _ id: UseIdentifier, at now: Timestamp) throws {
        do { _ = try replica.ask(for: amount) } catch ReplicaError.notEnough {}
    }

    mutating func finishAll() {
        finished += unfinished.values
        unfinished = [:]
    }

    mutating func meet(_ store: some SequenceStore, receive: () throws -> Void) async throws {
        while let payment = payments.first {
            let outcome = try await store.purchase(payment)
            try receive()
            payments.removeFirst()
            try take([.payment(outcome, isFinished: false)])
        }
        for use in try replica.waitingUses() {
            let outcome = try await store.use(use)
            try receive()
            switch outcome {
            case .confirmed: try replica.confirm(use)
            case .notEnough, .taken: try replica.refuse(use.id)
            }
        }
        while let transaction = finished.first {
            try await store.finish(transaction)
            try receive()
            finished.removeFirst()
        }
        try await exchange(with: store, receive)
    }

    private mutating func exchange(with store: some SequenceStore, _ receive: () throws -> Void) async throws {
        let begun = try replica.exchangeRequest().since
        var since = begun
        while true {
            var request = try replica.exchangeRequest()
            (request.since, request.limit) = (since, account.limit)
            let page = try await store.exchange(request)
            try receive()
            guard let next = page.mark else {
                for subject in [ComparisonRequest.Subject.purchases, .uses] {
                    try await compare(subject, with: store, since: page.newest, receive)
                }
                since = page.newest
                continue
            }
            note(page.changes)
            // The mark moves with each page, but for those behind a comparison: with them it moves once, at the end.
            _ = try replica.merge(page.changes, since: since, to: next, given: page.hasMore ? nil : request)
            since = next
            guard !page.hasMore else { continue }
            try database.write { try replica.endComparison(since: begun, at: next, in: $0) }
            return
        }
    }

    private mutating func compare(
        _ subject: ComparisonRequest.Subject, with store: some SequenceStore, since newest: ReplicaMark,
        _ receive: () throws -> Void
    ) async throws {
        var after: String?
        repeat {
            let elements = try replica.known(subject, after: after, limit: account.limit)
            let isLast = elements.count < account.limit
            let request = ComparisonRequest(
                subject, elements, after: after, through: isLast ? nil : elements.last?.id)
            let page = try await store.compare(request)
            try receive()
            note(page.changes)
            _ = try database.write { try replica.merge(page, of: request, in: $0) }
            if !page.wanted.isEmpty {
                var given = ExchangeRequest(since: newest, limit: 1)
                switch subject {
                case .purchases:
                    given.purchases = try replica.signed(for: page.wanted.map(TransactionIdentifier.init(rawValue:)))
                case .uses: given.uses = try replica.uses(for: page.wanted.map(UseIdentifier.init(rawValue:)))
                }
                _ = try await store.exchange(given)
                try receive()
            }
            after = page.through ?? request.through
        } while after != nil
    }

    private mutating func take(_ changes: [AccountChange]) throws {
        note(changes)
        try replica.merge(changes)
    }

    /// The queue's part of the changes: what is not finished.
    private mutating func note(_ changes: [AccountChange]) {
        for case .payment(let outcome, let isFinished) in changes {
            guard let signed = outcome.result.signed, let date = signed.signedDate,
                let identifier = signed.unverifiedPayload?.transactionId
            else { continue }
            unfinished[identifier] =
                isFinished ? nil : FinishedTransaction(identifier: identifier, signedDate: date)
        }
    }
}
