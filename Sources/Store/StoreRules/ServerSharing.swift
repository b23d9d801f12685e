internal import Crypto
package import Storage
internal import StoreModel
internal import Synchronization

/// The table in which the servers on one database say that they run, and which catalogue they sell from.
/// `ServerCount` counts them; `ServerSharing` says how long they rely on what they know.
enum ServerTable {
    /// Says that a server runs, and returns how many run, including this one.
    static func checkIn(
        _ server: String, selling catalogue: String, at now: Timestamp, _ database: any StoreTransaction
    ) throws -> Int {
        try database.execute("DELETE FROM server WHERE seen < ?", [oldest(at: now)])
        try database.execute(
            """
            INSERT INTO server VALUES (?, ?, ?)
            ON CONFLICT (identifier) DO UPDATE SET seen = excluded.seen, catalogue = excluded.catalogue
            """, [server, now, catalogue])
        return try database.value(Int.self, "SELECT count(*) FROM server") ?? 1
    }

    /// Whether a server runs that sells from another catalogue, or does not say which one.
    ///
    /// - Parameter former: a server that is left out if it has not been heard of since the moment.
    static func hasOtherCatalogue(
        than catalogue: String, without former: (server: String, since: Timestamp)? = nil, at now: Timestamp,
        _ database: any StoreTransaction
    ) throws -> Bool {
        let sql = """
            SELECT count(*) FROM server
            WHERE seen >= ? AND coalesce(catalogue, '') <> ? AND (identifier <> ? OR seen > ?)
            """
        let count = try database.value(
            Int.self, sql, [oldest(at: now), catalogue, former?.server ?? "", former?.since ?? now])
        return (count ?? 0) > 0
    }

    private static func oldest(at now: Timestamp) -> Timestamp {
        now.advanced(by: .zero - ServerSharing.serverLife)
    }

    static func checkOut(_ server: String, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM server WHERE identifier = ?", [server])
    }

    /// Takes out a server that may have been killed, if it sells from this catalogue. If it runs after all, it
    /// soon checks in again. One with another catalogue stays: until it had checked in, subscriptions that
    /// only it can renew would be ended.
    static func checkOut(
        _ server: String, selling catalogue: String, _ database: any StoreTransaction
    ) throws {
        try database.execute(
            "DELETE FROM server WHERE identifier = ? AND catalogue = ?", [server, catalogue])
    }
}

/// Counts the servers that share a store's database, because they share the limits of requests. Each server
/// has one for each store.
package final class ServerCount: Sendable {
    private let store: AppStore
    /// This server's name among them.
    private let own = randomUUID()
    private let count = Atomic(1)
    /// Whether the log has said that another server sells from another catalogue.
    private let isOtherCatalogueKnown = Atomic(false)
    /// The name of the server before this one in its data directory. It was killed, or it runs in another
    /// data directory, of which this one is a copy. With it is the moment of this start.
    private let former = Mutex<(server: String, since: Timestamp)?>(nil)
    /// Whether it was tried to check that one out.
    private let isFormerOut = Atomic(false)
    private let timer: WorkTimer
    /// Whether this server has checked out. It is locked during each write, so that a check-in under way does
    /// not come after that.
    private let hasCheckedOut = Mutex(false)
    /// The file in a data directory with the name of the server that runs there, or ran there last.
    private static let nameFile = "server-name"

    package init(of store: AppStore) {
        self.store = store
        timer = WorkTimer(time: store.time)
    }

    /// How many servers share the store, including this one.
    package var value: Int { count.load(ordering: .relaxed) }

    /// Counts now and every 30 seconds. A single server does not count.
    ///
    /// - Parameter directory: the server's own data directory, whose lock it holds. If a server with the same
    ///   catalogue was killed there, that one no longer counts.
    package func start(on executor: any TaskExecutor, in directory: DataDirectory? = nil) {
        guard store.database.isShared else { return }
        if let directory { takeOver(directory) }
        timer.start(on: executor) { [weak self] in
            self?.checkInUnlessOut()
            return ServerSharing.workCheck
        }
    }

    /// Puts this server's name in the place of that of the server before it.
    private func takeOver(_ directory: DataDirectory) {
        do {
            let before = try directory.firstBytes(of: Self.nameFile, most: own.utf8.count)
                .map { String(decoding: $0, as: UTF8.self) }
            if let before, before.isUUID {
                let now = store.time.now()
                former.withLock { $0 = (before, now) }
            }
            try directory.replaceFile(named: Self.nameFile, with: Array(own.utf8))
        } catch { store.log("If this server is killed, it counts for a while: \(error)") }
    }

    private func checkInUnlessOut() { hasCheckedOut.withLock { if !$0 { checkIn() } } }

    private func checkIn() {
        do {
            let (before, catalogue) = (former.withLock { $0 }, store.assortment.digest)
            let isOut = isFormerOut.load(ordering: .relaxed)
            let (count, hasOther) = try store.database.write { database in
                if let before, !isOut {
                    try ServerTable.checkOut(before.server, selling: catalogue, database)
                }
                let now = store.time.now()
                let count = try ServerTable.checkIn(own, selling: catalogue, at: now, database)
                // The one before may have been killed so that this one sells from a new catalogue. If it checks
                // in again, it runs.
                let hasOther = try ServerTable.hasOtherCatalogue(
                    than: catalogue, without: before, at: now, database)
                return (count, hasOther)
            }
            isFormerOut.store(true, ordering: .relaxed)
            self.count.store(count, ordering: .relaxed)
            store.database.setServerCount(count)
            if !isOtherCatalogueKnown.exchange(hasOther, ordering: .relaxed), hasOther {
                store.log(
                    """
                    Another server of this store sells from another catalogue. What only one of them knows is sold and renewed \
                    there only. Start all of them with the same catalogue.
                    """)
            }
        } catch { store.log("The other servers were not counted: \(error)") }
    }

    /// Takes this server out of the count, so that the others may do more at once.
    package func stop() {
        guard store.database.isShared else { return }
        timer.end()
        hasCheckedOut.withLock { hasCheckedOut in
            hasCheckedOut = true
            do { try store.database.write { try ServerTable.checkOut(own, $0) } } catch {
                store.log("The other servers count this one for a while: \(error)")
            }
        }
    }
}

extension AppStore {
    /// Whether another server on the database sells from another catalogue. A product that is missing here is
    /// then not gone from the store: that server may have it.
    func hasOtherCatalogue(_ database: any StoreTransaction) throws -> Bool {
        guard self.database.isShared else { return false }
        return try ServerTable.hasOtherCatalogue(than: assortment.digest, at: time.now(), database)
    }
}

extension Assortment {
    /// A digest of what is on sale: two servers with the same products, prices and terms have the same digest.
    var digest: String {
        let lines = onSale.map { product in
            let words = [
                product.identifier.rawValue, product.kind.rawValue, "\(product.price.milliunits)",
                product.price.currency,
            ]
            return (words + (plans[product.identifier]?.terms.words ?? [])).joined(separator: "\t")
        }
        let text = lines.sorted().joined(separator: "\n")
        return Hexadecimal.encode(SHA256.hash(data: Array(text.utf8)).prefix(16))
    }
}

extension CatalogueSubscription {
    fileprivate var words: [String] { [group, "\(level)", period.description] + offers.flatMap(\.words) }
}

extension CatalogueOffer {
    fileprivate var words: [String] {
        [
            "\(kind.rawValue)", identifier, mode.rawValue, "\(priceMilliunits)", period.description,
            "\(periodCount)",
        ] + customers.map(\.rawValue).sorted()
    }
}

/// How long a server that shares its store's database with others relies on what it knows.
package enum ServerSharing {
    /// How long a session counts before it is checked again. If another server ends it, it may go on that
    /// long here.
    static let sessionCheck = Duration.seconds(2)
    /// The longest wait before a check for work that only another server knew of when it died.
    static let workCheck = Duration.seconds(30)
    /// How far apart the servers' clocks may be.
    package static let clockDifference = Duration.seconds(60)
    /// How long a claim on work lasts. After that another server does the work, because the first one may
    /// have died.
    package static let claim = Duration.seconds(120)
    /// How far ahead a claim may end. One that ends later does not count: its server's clock is wrong.
    package static let longestClaim = claim + clockDifference
    /// How long a server counts as running after it was last heard of.
    static let serverLife = Duration.seconds(150)
}

extension DatabaseEngine {
    /// How long to wait before the next check for work.
    ///
    /// - Parameter pause: how long nothing is due that this server knows of; nil until it hears of something.
    package func longestWait(_ pause: Duration?) -> Duration? {
        isShared ? min(pause ?? ServerSharing.workCheck, ServerSharing.workCheck) : pause
    }
}
