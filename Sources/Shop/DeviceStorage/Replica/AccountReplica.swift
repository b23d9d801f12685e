internal import Crypto
internal import GRDB
package import Storage
package import StoreEvents
package import StoreModel
internal import Synchronization

/// This device's replica of an account: its purchases, each in the version that the store signed last, and
/// its uses of credits and pieces. The exchange with the store merges what is new. Managers and commands read
/// the numbers, ask for uses, and report findings.
///
/// Every number is a sum over the two sets, so it does not matter in which order, how often, or from how old
/// a copy something comes. The sums are kept in one row, which is sealed with the device's key and updated
/// with each change. A copy of the sums that only grow, the high-water mark, is kept outside the database.
/// Programs that use the same files take turns.
///
/// A purchase needs no seal: the store signed it for this application and account. If anything else is not
/// valid, there is one repair. All rows are checked and counted again. The exchange with the store begins
/// again at the account's first change, so the store tells everything once more. What is known to have been
/// used stays used. Nothing is withheld meanwhile.
///
/// Nothing here shows that the whole folder, with its key and its high-water mark, was replaced by an earlier
/// copy. A store that was not replaced with it does notice: it does not know the replica's mark
/// (`ReplicaMark`), or tells what has happened since.
package final class AccountReplica: Sendable {
    let database: DatabaseFile
    let verifier: TransactionVerifier
    let time: TimeSource
    private let directory: DataDirectory
    private let account: AccountIdentifier
    /// The seal with the device's key.
    private let sealing: Mutex<ReplicaSeal>
    private let found = Mutex<[AccountFinding]>([])
    /// While the file of the high-water mark cannot be made, this run keeps the high-water mark here.
    /// `trouble` says why the file cannot be made, until somebody has asked.
    private let kept = Mutex<(highWaterMark: HighWaterMark?, trouble: StorageError?)>((nil, nil))
    /// The purchases of owned products that have been verified already.
    let verified = Mutex<[SignedTransaction: AccountPurchase]>([:])

    /// The sums' serial number that this program last wrote or saw.
    private let seen = Mutex<Int64>(0)

    private static let keyName = "replica.key"

    /// Opens the replica in `database`. Its key and its high-water mark, in `keys/` of `directory`, are made
    /// at the first run.
    ///
    /// - Parameter time: the store's clock, by which subscriptions run out.
    /// - Throws: `StorageError` for trouble with the files.
    package init(
        database: DatabaseFile, directory: DataDirectory, account: AccountIdentifier,
        verifier: TransactionVerifier,
        time: TimeSource
    ) throws(StorageError) {
        self.database = database
        self.directory = directory
        self.account = account
        self.verifier = verifier
        self.time = time
        let key: [UInt8]
        do {
            if let known = try Self.key(in: directory) {
                key = known
            } else {
                // One program at a time: the others find the key that the first has made.
                key = try database.write { _ in
                    if let known = try Self.key(in: directory) { return known }
                    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
                    let seal = ReplicaSeal(key: key)
                    try HighWaterMarkFile(directory: directory, seal: seal).renew(at: HighWaterMark())
                    try directory.replaceKey(named: Self.keyName, with: key)
                    return key
                }
            }
        } catch {
            throw StorageError(wrapping: error, path: database.path)
        }
        sealing = Mutex(ReplicaSeal(key: key))
        // If the high-water mark cannot be read, nothing can be checked, so nothing is started.
        _ = try highWaterMarkFile.read()
    }

    private var seal: ReplicaSeal { sealing.withLock { $0 } }
    private var highWaterMarkFile: HighWaterMarkFile { HighWaterMarkFile(directory: directory, seal: seal) }

    /// Takes over the key in the folder, if another program has made a new one since this one read it. Only a
    /// write transaction may call this. Returns false if there is no other key.
    private func takeNewKey() throws(StorageError) -> Bool {
        guard let key = try Self.key(in: directory) else { return false }
        return sealing.withLock { seal in
            guard key != seal.key else { return false }
            seal = ReplicaSeal(key: key)
            return true
        }
    }

    /// The replica's key; nil if it is missing or has the wrong length.
    private static func key(in directory: DataDirectory) throws(StorageError) -> [UInt8]? {
        try directory.key(named: keyName).flatMap { $0.count == 32 ? $0 : nil }
    }

    /// Makes the high-water mark of a replica that was restored from a backup, which has none. If the sums
    /// are not valid, makes none: the repair then reports that it is missing. Throws `StorageError`.
    package static func renewHighWaterMark(database: DatabaseFile, directory: DataDirectory) throws {
        guard let key = try key(in: directory) else { return }
        let seal = ReplicaSeal(key: key)
        let highWaterMark: HighWaterMark
        switch try database.read({ try StoredSums.fetch($0, seal: seal) }) {
        case .sealed(let sums): highWaterMark = sums.highWaterMark
        // Nothing has been bought yet.
        case .missing: highWaterMark = HighWaterMark()
        case .edited: return
        }
        try HighWaterMarkFile(directory: directory, seal: seal).renew(at: highWaterMark)
    }

    // MARK: Checks

    /// What was found and repaired since the last call.
    package func takeFindings() -> [AccountFinding] { found.withLock { exchange(&$0, with: []) } }

    /// Why the high-water mark cannot be made, if that is news. This run goes on without its file.
    package func takeTrouble() -> StorageError? {
        kept.withLock { kept in
            defer { kept.trouble = nil }
            return kept.trouble
        }
    }

    /// Whether another program has written since this program last wrote or asked.
    package func wasWrittenElsewhere() throws(ReplicaError) -> Bool {
        // Looked at while the serial number is read: this program writes nothing in between.
        try reading { _, sums in
            seen.withLock { seen in
                defer { seen = sums.serial }
                return seen != sums.serial
            }
        }
    }

    /// The number of rows. A count looks at each of them.
    package func rowCount() throws(ReplicaError) -> Int { try reading { $1.purchases.count + $1.uses.count } }

    /// Only checks the sums, and repairs the replica if they are not valid: for each start of the program.
    package func check() throws(ReplicaError) {
        let serial = try reading { $1.serial }
        seen.withLock { $0 = max($0, serial) }
    }

    /// Verifies and counts all rows, and repairs the replica if they do not match the
    /// sums: for the background.
    ///
    /// - Parameter progress: is told how many rows were looked at, every `progressInterval` rows;
    ///   false ends the count.
    /// - Returns: how many rows there are.
    /// - Throws: `ReplicaError.interrupted` if `progress` ended it.
    package func recount(
        progressInterval: Int = 1000, progress: (Int) -> Bool = { _ in true }
    ) throws(ReplicaError) -> (purchases: Int, uses: Int) {
        try precisely {
            func holds(_ database: Database, _ sums: ReplicaSums) throws -> Bool {
                var counter = ReplicaWriter(database: database, seal: seal, verifier: verifier, sums: sums)
                let bad = try counter.count(progressInterval: progressInterval, progress: progress)
                return bad.purchases.isEmpty && bad.uses.isEmpty && sums.hasRows(of: counter.sums)
            }
            let (sums, isSound) = try reading(long: true) { ($1, try holds($0, $1)) }
            if isSound { return (sums.purchases.count, sums.uses.count) }
            return try database.write { database in
                try writing(database) { writer in
                    // Another program may have repaired it in the meantime.
                    if try !holds(database, writer.sums) { throw ReplicaWriter.Unsound() }
                    return (writer.sums.purchases.count, writer.sums.uses.count)
                }
            }
        }
    }

    /// Reads the sums, empty ones if they are not valid or not of this account, and what is not valid.
    /// `highWaterMark` was read before, with the same seal.
    private func look(
        _ database: Database, _ highWaterMark: HighWaterMark?, _ seal: ReplicaSeal
    ) throws -> (sums: ReplicaSums, finding: AccountFinding?) {
        let nothing = ReplicaSums(of: account)
        // A new key comes with a high-water mark at the beginning, and stays new until something is sealed
        // with it, however many programs were killed before.
        let isKeyNew = highWaterMark == HighWaterMark()
        switch try StoredSums.fetch(database, seal: seal) {
        case .sealed(let sums) where sums.account != account: return (nothing, .anotherAccount)
        case .sealed(let sums): return (sums, finding(highWaterMark, for: sums))
        case .edited(let named):
            guard isKeyNew || highWaterMark == nil else { return (nothing, .sumsEdited) }
            // If neither seal is valid, another key has made both. That may be another account's key.
            let isOurs = named == nil || named == account
            return (nothing, isOurs ? .keyMissing : .anotherAccount)
        case .missing:
            let isEmpty = try Bool.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT NOT EXISTS (SELECT 1 FROM replica_purchase) AND NOT EXISTS (SELECT 1 FROM replica_use)
                        """))
            guard isEmpty == true else { return (nothing, isKeyNew ? .keyMissing : .sumsMissing) }
            return (nothing, finding(highWaterMark, for: nothing))
        }
    }

    /// What the high-water mark shows about valid sums, or about a replica without rows.
    private func finding(_ highWaterMark: HighWaterMark?, for sums: ReplicaSums) -> AccountFinding? {
        switch highWaterMark {
        case nil: .highWaterMarkMissing
        case let known? where known.isAhead(of: sums.highWaterMark): .olderCopy
        default: nil
        }
    }

    // MARK: Reading and writing

    /// Reads from one snapshot whose sums are valid. If they are not, repairs the replica first.
    ///
    /// - Parameter isLong: whether it takes long, so that nothing may wait for it.
    func reading<Value>(
        long isLong: Bool = false, _ body: (Database, ReplicaSums) throws -> Value
    ) throws(ReplicaError) -> Value {
        try precisely {
            let file = highWaterMarkFile
            let (highWaterMark, _) = try highWaterMark(in: file)
            func read(_ database: Database) throws -> Value? {
                let look = try look(database, highWaterMark, file.seal)
                return look.finding == nil ? try body(database, look.sums) : nil
            }
            if let value = try isLong ? database.readLong(read) : database.read(read) { return value }
            return try database.write { database in try writing(database) { try body(database, $0.sums) } }
        }
    }

    /// Writes in one transaction of its own.
    func write<Value>(_ body: (inout ReplicaWriter) throws -> Value) throws(ReplicaError) -> Value {
        try precisely { try database.write { try writing($0, body) } }
    }

    /// Writes in the caller's transaction, and moves the high-water mark on when that is committed. If
    /// something is not valid, the replica is repaired first.
    func writing<Value>(_ database: Database, _ body: (inout ReplicaWriter) throws -> Value) throws -> Value {
        let file = highWaterMarkFile
        let (highWaterMark, isKept) = try highWaterMark(in: file)
        let look = try look(database, highWaterMark, file.seal)
        var finding = look.finding
        // If another program has sealed the sums with a new key, they are valid.
        if let finding, [.keyMissing, .sumsEdited, .sumsMissing, .anotherAccount].contains(finding),
            try takeNewKey()
        {
            return try writing(database, body)
        }
        var writer = ReplicaWriter(
            database: database, seal: file.seal, verifier: verifier, sums: look.sums)
        if finding == nil, let beyond = look.sums.beyond, try writer.beyondCount() != beyond {
            finding = .rowsEdited
        }
        if let finding { try writer.repair(finding, highWaterMark) }
        let value: Value
        do {
            value = try body(&writer)
        } catch is ReplicaWriter.Unsound {
            let unsound = finding ?? .rowsEdited
            finding = unsound
            try writer.repair(unsound, highWaterMark)
            value = try body(&writer)
        }
        writer.sums.beyond = try writer.beyondCount()
        guard writer.sums != look.sums || finding != nil else { return value }
        writer.sums.serial += 1
        try writer.sums.save(database, seal: file.seal)
        let after = writer.sums.highWaterMark
        let isHighWaterMarkNew = highWaterMark == nil || isKept
        self.database.afterCommit { [self, finding, serial = writer.sums.serial] in
            seen.withLock { $0 = serial }
            if isHighWaterMarkNew { renew(file, at: after) } else { file.advance(to: after) }
            if let finding { found.withLock { $0.append(finding) } }
        }
        return value
    }

    /// The account's high-water mark in the file, or the one that this run keeps because the file cannot be
    /// made. Without that one, each read would find that the high-water mark is missing, and repair the replica.
    /// Another account's says nothing about this one: it is as good as missing.
    private func highWaterMark(
        in file: HighWaterMarkFile
    ) throws(StorageError) -> (highWaterMark: HighWaterMark?, isKept: Bool) {
        if let kept = kept.withLock({ $0.highWaterMark }) { return (kept, true) }
        let known = try file.read()
        return (known?.isValid(for: account) == true ? known : nil, false)
    }

    /// Makes the file. If that is not possible, keeps the high-water mark for this run, and the next commit
    /// tries again.
    private func renew(_ file: HighWaterMarkFile, at highWaterMark: HighWaterMark) {
        do {
            try file.renew(at: highWaterMark)
            kept.withLock { $0.highWaterMark = nil }
        } catch {
            let trouble = StorageError(wrapping: error, path: directory.path)
            kept.withLock { kept in
                if kept.highWaterMark == nil { kept.trouble = trouble }
                kept.highWaterMark = highWaterMark
            }
        }
    }

    func precisely<Value>(_ body: () throws -> Value) throws(ReplicaError) -> Value {
        do { return try body() } catch {
            throw error as? ReplicaError ?? .storage(StorageError(wrapping: error, path: database.path))
        }
    }
}
