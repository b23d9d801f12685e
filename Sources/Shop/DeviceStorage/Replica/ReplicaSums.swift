internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import Storage
internal import StoreModel

/// The sums over all rows of a replica, and up to where it has everything: one sealed row, written in each
/// transaction that changes the others. `ReplicaWriter` keeps it up to date; the account's numbers are read
/// from it alone.
struct ReplicaSums: Hashable, Codable {
    /// Credits, or pieces of one product.
    struct Tally: Hashable, Codable {
        var bought = 0
        /// Used by confirmed uses.
        var used = 0
        /// Deducted for the uses that wait for the store.
        var waiting = 0
        /// Used, as the high-water mark says, by uses that are no longer here. If such a use comes back, its
        /// amount is subtracted.
        var missing = 0

        /// The part that only grows.
        var gone: Int { used + missing }
        var available: Int { bought - gone - waiting }

        /// Counts a use that may or may not be one of the missing ones.
        mutating func take(_ amount: Int) {
            used += amount
            missing = max(missing - amount, 0)
        }
    }

    /// How many rows a table has, and a sum over their seals. If rows were edited, removed or replaced, the
    /// sum is another one.
    struct Rows: Hashable, Codable {
        var count = 0
        var digest: UInt64 = 0

        /// Adds (1) or removes (-1) a row, by its seal.
        mutating func add(_ sign: Int, _ seal: [UInt8]) {
            let row = seal.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            (count, digest) = (count + sign, sign > 0 ? digest &+ row : digest &- row)
        }
    }

    /// The account that they belong to.
    let account: AccountIdentifier
    /// Grows with each change of the sums, and never falls.
    var serial: Int64 = 0
    var mark = ReplicaMark.beginning
    var purchases = Rows()
    var uses = Rows()
    /// How many rows were beyond the mark when this was saved; nil before that. The store tells them again, and a
    /// row that somebody has removed in between would count twice.
    var beyond: Int?
    private var tallies: [TallyName: Tally] = [:]

    init(of account: AccountIdentifier) { self.account = account }

    /// The tally of a product; for nil, of credits.
    subscript(product: ProductIdentifier?) -> Tally {
        get { tallies[TallyName(product)] ?? Tally() }
        set { tallies[TallyName(product)] = newValue }
    }

    var products: [ProductIdentifier] { tallies.keys.compactMap(\.product) }

    /// The copy for outside the database.
    var highWater: HighWater {
        HighWater(serial: serial, used: tallies.compactMapValues { $0.gone > 0 ? $0.gone : nil })
    }

    /// Whether a new count of the rows gives the same.
    func hasRows(of counted: ReplicaSums) -> Bool {
        (purchases, uses) == (counted.purchases, counted.uses)
            && Set(tallies.keys).union(counted.tallies.keys).allSatisfy { key in
                let (mine, other) = (tallies[key] ?? Tally(), counted.tallies[key] ?? Tally())
                return (mine.bought, mine.used, mine.waiting) == (other.bought, other.used, other.waiting)
            }
    }

    /// Takes over what is known to have been used, since the rows may have fewer uses.
    mutating func raise(to water: HighWater) {
        serial = max(serial, water.serial)
        for (key, used) in water.used {
            var tally = tallies[key] ?? Tally()
            tally.missing = max(tally.missing, used - tally.used)
            tallies[key] = tally
        }
    }
}

/// What a tally counts: pieces of a product, or credits. In JSON it is the name of a member.
struct TallyName: Hashable, Codable, CodingKeyRepresentable {
    /// What an encoded name begins with.
    private static let encoded = "="

    /// Nil for credits.
    let product: ProductIdentifier?

    init(_ product: ProductIdentifier?) { self.product = product }

    init?(codingKey: some CodingKey) {
        let name = codingKey.stringValue
        guard name.hasPrefix(Self.encoded) else {
            self.init(name.isEmpty ? nil : ProductIdentifier(rawValue: name))
            return
        }
        guard let bytes = Base64URL.decode(name.dropFirst(Self.encoded.count)) else { return nil }
        self.init(ProductIdentifier(rawValue: String(decoding: bytes, as: UTF8.self)))
    }

    /// The product's identifier; empty for credits. Foundation's JSON takes two names for one if they differ
    /// only in Unicode's normal form, so a name that is not ASCII is encoded.
    var codingKey: any CodingKey {
        guard let name = product?.rawValue else { return "".codingKey }
        let isPlain = !name.isEmpty && !name.hasPrefix(Self.encoded) && name.utf8.allSatisfy { $0 < 0x80 }
        return (isPlain ? name : Self.encoded + Base64URL.encode(name.utf8)).codingKey
    }
}

/// The part of the sums that only grows.
struct HighWater: Hashable, Codable {
    var serial: Int64 = 0
    var used: [TallyName: Int] = [:]

    mutating func raise(to other: HighWater) {
        serial = max(serial, other.serial)
        used.merge(other.used, uniquingKeysWith: max)
    }

    /// Whether this has writes or uses that `other` does not know.
    func isAhead(of other: HighWater) -> Bool {
        serial > other.serial || used.contains { $0.value > other.used[$0.key, default: 0] }
    }
}

/// The row with the sums, as it was found.
enum StoredSums {
    case sealed(ReplicaSums)
    case edited
    case missing

    static func fetch(_ database: Database, seal: ReplicaSeal) throws -> StoredSums {
        let statement = try database.cachedStatement(sql: "SELECT sums, seal FROM replica_sums WHERE id = 1")
        guard let row = try Row.fetchOne(statement) else { return .missing }
        guard let text = String.fromDatabaseValue(row[0]),
            let sums: ReplicaSums = seal.decode(
                text.utf8, sealed: ReplicaSeal.bytes(row[1]), as: "replica sums")
        else { return .edited }
        return .sealed(sums)
    }
}

extension ReplicaSums {
    func save(_ database: Database, seal: ReplicaSeal) throws {
        let (text, sealed) = try seal.encode(self, as: "replica sums")
        try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO replica_sums (id, sums, seal) VALUES (1, ?, ?)"
        )
        .execute(arguments: [text, ReplicaSeal.blob(sealed)])
    }
}

/// The high-water mark: a sealed copy, outside the database in `keys/replica.mark`, of what the sums may
/// never fall below. `AccountReplica` reads it before the database, and moves it on after each commit. A
/// database that was replaced by an earlier copy has a valid seal, but the mark shows that it was further,
/// and how much was used. The mark is made before the replica's key. So if there is a key and no mark, or no
/// valid one, somebody removed the mark.
///
/// It moves on without fsync, so it may be a little behind the database, and is never ahead. Its bytes are
/// overwritten in place, and only get more. With a few products they fit into one sector, so a power failure
/// leaves either the old or the new bytes.
struct ReplicaHighWaterMark: Sendable {
    private static let name = "replica.mark"
    /// No account uses up so many products that its mark is longer.
    private static let mostBytes = 1 << 24
    private static let sealSize = 32

    let directory: DataDirectory
    let seal: ReplicaSeal

    /// Nil if there is no valid mark. Read it before the database, or in a write transaction.
    ///
    /// - Throws: `StorageError` if it cannot be read. It may be valid then.
    func read() throws(StorageError) -> HighWater? {
        guard let descriptor = try opened(O_RDONLY, patience: .seconds(5)) else { return nil }
        defer { close(descriptor) }
        return try water(descriptor)
    }

    /// Moves the mark on, never back. If it is missing or not valid, it stays so, for a check to find. If it
    /// cannot be written now, as when a program that is stopped has locked it, it stays behind until the next
    /// time.
    func advance(to water: HighWater) {
        guard let descriptor = try? opened(O_RDWR, patience: .milliseconds(250)) else { return }
        defer { close(descriptor) }
        guard let before = try? self.water(descriptor), water.isAhead(of: before) else { return }
        var after = before
        after.raise(to: water)
        guard let bytes = try? bytes(of: after) else { return }
        var written = 0
        while written < bytes.count {
            let count = pwrite(descriptor, Array(bytes[written...]), bytes.count - written, off_t(written))
            guard count > 0 else { return }
            written += count
        }
    }

    /// Makes the mark, or replaces one that is not valid. It is on the disk when this returns.
    func renew(at water: HighWater) throws {
        try directory.replaceKey(named: Self.name, with: bytes(of: water), most: Self.mostBytes)
    }

    private var path: String { directory.file("keys/" + Self.name) }

    private func bytes(of water: HighWater) throws -> [UInt8] {
        let (text, sealed) = try seal.encode(water, as: "replica mark")
        return sealed + text.utf8
    }

    /// The mark, opened and locked; the caller closes it. Nil if there is no mark.
    private func opened(_ mode: Int32, patience: Duration) throws(StorageError) -> Int32? {
        // If a pipe is in its place, this does not wait for it.
        let descriptor = open(path, mode | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StorageError(errno: errno, path: path)
        }
        // A program that reads while another one writes may get half of each version.
        guard FileLock.wait(for: descriptor, isShared: mode == O_RDONLY, patience: patience) else {
            defer { close(descriptor) }
            throw errno == EAGAIN ? StorageError.busy(path: path) : StorageError(errno: errno, path: path)
        }
        return descriptor
    }

    private func water(_ descriptor: Int32) throws(StorageError) -> HighWater? {
        guard let status = FileStatus(descriptor: descriptor) else {
            throw StorageError(errno: errno, path: path)
        }
        guard status.isFile else { throw .unusable(path: path, reason: "not a file") }
        guard (Self.sealSize...Self.mostBytes).contains(Int(status.size)) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.size))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw StorageError(errno: errno, path: path) }
        guard count == bytes.count else { throw .unusable(path: path, reason: "not read to its end") }
        return seal.decode(
            bytes.dropFirst(Self.sealSize), sealed: Array(bytes.prefix(Self.sealSize)), as: "replica mark")
    }
}
