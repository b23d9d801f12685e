internal import Crypto
internal import FileSystem
internal import GRDB
internal import SQLiteStorage

/// The two files that `CreditManager` and `Entitlements` each keep outside the database: `keys/<name>.key`, with which
/// their ledger is sealed, and `keys/<name>.mark`, which shows how long it was at least. On this device only the mark
/// reveals a ledger that was set back to an earlier copy.
///
/// Both are made at the first run, the mark first, by one program at a time. After a crash in between both are made
/// anew: nothing is sealed yet. So where there is a key and no mark, the mark was removed, even if the ledger is empty.
///
/// An earlier version made the key alone, and the mark after the first entry. Its keys lack the last byte,
/// `madeAfterMark`, and get it at the first start of this version. If there is no mark at that start, an empty ledger
/// was never written to; one with a single entry belongs to a program that was killed just after the commit; a longer
/// one has lost its mark. (A ledger that was emptied with its mark before that start looks like one never written to.)
struct LedgerFiles: Sendable {
    let seal: LedgerMAC
    let mark: LedgerHighWaterMark

    /// The last byte of a key that was made after its mark.
    private static let madeAfterMark: UInt8 = 1
    private static let keySize = 32

    /// Opens the files of the ledger in `database`, and makes them where nothing was sealed yet.
    ///
    /// - Parameter head: reads the ledger's head; throws where it does not hold.
    /// - Throws: `StorageError.keyMissing` when the key is gone and the ledger is not empty; other trouble with the files.
    init(
        directory: DataDirectory, name: String, database: DatabaseFile, isEmpty: (Database) throws -> Bool,
        head: (Database, LedgerMAC) throws -> LedgerHead
    ) throws(StorageError) {
        func mark(_ seal: LedgerMAC) -> LedgerHighWaterMark {
            LedgerHighWaterMark(directory: directory, name: name, seal: seal)
        }
        let file = name + ".key"
        let path = directory.file("keys/" + file)
        do {
            // Tables that cannot be read are noticed here, before anything is built on them.
            _ = try database.read(isEmpty)
            if let key = try directory.key(named: file), key.count == Self.keySize + 1 {
                seal = LedgerMAC(key: key.prefix(Self.keySize))
            } else {
                // One program at a time: the others find what the first has made.
                seal = try database.write { database in
                    guard var key = try directory.key(named: file) else {
                        guard try isEmpty(database) else { throw StorageError.keyMissing(path: path) }
                        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
                        let seal = LedgerMAC(key: key)
                        try mark(seal).renew(at: .empty)
                        try directory.replaceKey(named: file, with: key + [Self.madeAfterMark])
                        return seal
                    }
                    let seal = LedgerMAC(key: key.prefix(Self.keySize))
                    if key.count == Self.keySize {
                        if try mark(seal).read() == nil, let head = try Self.sound({ try head(database, seal) }),
                            head.sequence <= 1
                        {
                            try mark(seal).renew(at: head)
                        }
                        key.append(Self.madeAfterMark)
                        try directory.replaceKey(named: file, with: key)
                    }
                    guard key.count == Self.keySize + 1 else { throw StorageError.damaged(path: path) }
                    return seal
                }
            }
        } catch {
            throw StorageError(wrapping: error, path: database.path)
        }
        self.mark = mark(seal)
        // Where the mark cannot be read, nothing can be checked, so nothing is begun.
        _ = try self.mark.read()
    }

    /// Makes a new mark for a ledger that was restored from a backup, in which there are none. A ledger that does not
    /// hold gets none. Returns false where the ledger has no key, and so no entries.
    static func renewMark(
        directory: DataDirectory, name: String, database: DatabaseFile,
        head: (Database, LedgerMAC) throws -> LedgerHead
    ) throws -> Bool {
        guard let key = try directory.key(named: name + ".key") else { return false }
        let seal = LedgerMAC(key: key.prefix(keySize))
        if let head = try sound({ try database.read { try head($0, seal) } }) {
            try LedgerHighWaterMark(directory: directory, name: name, seal: seal).renew(at: head)
        }
        return true
    }

    /// The head of a ledger; nil where the ledger does not hold. Trouble with the database says nothing about the ledger.
    private static func sound(_ head: () throws -> LedgerHead) throws -> LedgerHead? {
        do { return try head() } catch CreditError.tampered, EntitlementError.tampered { return nil }
    }
}
