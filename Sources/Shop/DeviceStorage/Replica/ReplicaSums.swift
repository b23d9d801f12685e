internal import FoundationEssentials
internal import GRDB
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
    /// The mark up to which the replica has everything.
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
    var highWaterMark: HighWaterMark {
        HighWaterMark(
            account: account, serial: serial, used: tallies.compactMapValues { $0.gone > 0 ? $0.gone : nil })
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
    mutating func raise(to highWaterMark: HighWaterMark) {
        serial = max(serial, highWaterMark.serial)
        for (key, used) in highWaterMark.used {
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

/// The part of the sums that only grows. `HighWaterMarkFile` keeps it outside the database.
struct HighWaterMark: Hashable, Codable {
    /// Whose it is; nil at the beginning, when nobody has used anything, and in files of earlier builds.
    var account: AccountIdentifier?
    var serial: Int64 = 0
    var used: [TallyName: Int] = [:]

    /// Whether it may be an account's: its own, or one that names nobody.
    func isValid(for account: AccountIdentifier?) -> Bool {
        self.account == nil || self.account == account
    }

    mutating func raise(to other: HighWaterMark) {
        account = other.account
        serial = max(serial, other.serial)
        used.merge(other.used, uniquingKeysWith: max)
    }

    /// Whether this has writes or uses that `other` does not know.
    func isAhead(of other: HighWaterMark) -> Bool {
        serial > other.serial || used.contains { $0.value > other.used[$0.key, default: 0] }
    }
}

/// The row with the sums, as it was found.
enum StoredSums {
    case sealed(ReplicaSums)
    /// The seal is not valid. The text may say whose they are.
    case edited(of: AccountIdentifier?)
    case missing

    /// The part of the text that can be used without a valid seal.
    private struct Owner: Decodable {
        let account: AccountIdentifier
    }

    static func fetch(_ database: Database, seal: ReplicaSeal) throws -> StoredSums {
        let statement = try database.cachedStatement(sql: "SELECT sums, seal FROM replica_sums WHERE id = 1")
        guard let row = try Row.fetchOne(statement) else { return .missing }
        guard let text = String.fromDatabaseValue(row[0]) else { return .edited(of: nil) }
        guard
            let sums: ReplicaSums = seal.decode(
                text.utf8, sealed: ReplicaSeal.bytes(row[1]), as: "replica sums")
        else {
            return .edited(of: try? JSONDecoder().decode(Owner.self, from: Data(text.utf8)).account)
        }
        return .sealed(sums)
    }
}

extension ReplicaSums {
    func save(_ database: Database, seal: ReplicaSeal) throws {
        let (text, sealed) = try seal.encode(self, as: "replica sums")
        try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO replica_sums (id, sums, seal) VALUES (1, ?, ?)"
        )
        .execute(arguments: [text, Data(sealed)])
    }
}
