internal import StoreModel

/// Copies a store from one database to another, such as from a file to PostgreSQL, for the server's command
/// `copy`. It copies the rows in one transaction, and then the keys. If a copy is interrupted, it leaves
/// nothing, or rows that no server uses until another copy brings the keys.
///
/// If the place already has the store, the copy is a merge (`StoreMerge`): it brings what is missing there,
/// and does not replace newer data by older. So a store can be copied there and back any number of times.
package struct StoreCopy {
    /// Why a store is not copied. Nothing is copied then.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case noStore(String)
        case anotherStore(String)

        package var description: String {
            switch self {
            case .noStore(let place): "There is no store in \(place); nothing was copied."
            case .anotherStore(let place):
                "Another store is in \(place); nothing was copied. Choose an empty place."
            }
        }
    }

    /// What a copy did.
    package struct Outcome: Hashable, Sendable {
        /// Whether the place was empty before, so that it now has only this store.
        package var wasEmpty = false
        /// The names of accounts that were not copied, because the place has other accounts with these names.
        package var leftBehind: [String] = []
    }

    package typealias Place = (database: any DatabaseEngine, keys: any KeyStore)

    /// How many rows are inserted at once, and how many accounts or uses are read at once. Each statement may
    /// cost a network round trip.
    typealias Limits = (inserted: Int, read: Int)

    private static let keys = [
        TransactionSigner.keyName, CertificateChain.fileName, AppStore.secretName, ServerAPIKey.fileName,
    ]

    private let source: Place
    private let target: Place
    private let followers: [any FactFollower]
    var limits: Limits = (inserted: 100, read: 1000)

    /// - Parameter followers: follow what a merge does at the target.
    package init(from source: Place, to target: Place, followers: [any FactFollower] = []) {
        self.source = source
        self.target = target
        self.followers = followers
    }

    package var targetName: String { target.database.name }

    /// Copies, and tells `progress` how many rows of a table are copied, every 100,000 rows and at its end.
    @discardableResult
    package func run(progress: (_ table: String, _ rows: Int) -> Void) throws -> Outcome {
        try source.database.readPatiently { source -> Outcome in
            guard let account = try AccountTable.embedded(source) else {
                throw Failure.noStore(self.source.database.name)
            }
            try TransactionSigner.checkKey(in: self.source.keys, of: account, in: self.source.database)
            // Each place would make certificates of its own.
            guard try self.source.keys.key(named: CertificateChain.fileName) != nil else {
                throw StorageError.keyMissing(path: self.source.keys.name(of: CertificateChain.fileName))
            }
            try forEachKey { name, key in try target.keys.key(named: name) ?? key }
            guard let known = try target.database.read(AccountTable.embedded) else {
                try target.database.write { target in
                    for table in StoreTables.names.reversed() { try target.execute("DELETE FROM \(table)") }
                    for table in StoreTables.names { try copy(table, source, target, progress) }
                }
                try bringKeys()
                return Outcome(wasEmpty: true)
            }
            // The rows say whose they are, even if a key is missing: it was lost, or a copy was interrupted.
            guard known == account else { throw Failure.anotherStore(target.database.name) }
            // Without them, the store would make keys of its own.
            try bringKeys()
            let store = try AppStore(
                database: target.database, keys: target.keys, catalogue: .bundled(),
                application: WantedApplication(), renewsCertificates: false, followers: followers)
            return try target.database.write { target in
                let merge = StoreMerge(from: source, to: target, store: store, limits: limits)
                return Outcome(leftBehind: try merge.run(progress: progress))
            }
        }
    }

    /// Brings the keys that the target lacks.
    private func bringKeys() throws {
        try forEachKey { name, key in try target.keys.key(named: name) { key } }
    }

    /// Calls `found`, which looks for a key at the target. Throws if it finds a different key from the
    /// source's. The signing key comes last: no server uses rows without it, or makes other keys for them.
    private func forEachKey(_ found: (_ name: String, _ key: [UInt8]) throws -> [UInt8]) throws {
        for name in Self.keys.reversed() {
            guard let key = try source.keys.key(named: name) else { continue }
            guard try found(name, key) == key else { throw Failure.anotherStore(target.database.name) }
        }
    }

    private func copy(
        _ table: String, _ source: any StoreTransaction, _ target: any StoreTransaction,
        _ progress: (_ table: String, _ rows: Int) -> Void
    ) throws {
        var count = 0
        // A payment that repeats another one must come after it.
        let order = table == "purchase" ? " ORDER BY number" : ""
        try source.forEachBatch("SELECT * FROM \(table)\(order)", [], of: limits.inserted) { rows in
            try target.insert(rows, into: table)
            count += rows.count
            if count % 100_000 == 0 { progress(table, count) }
        }
        progress(table, count)
    }
}

extension StoreTransaction {
    /// Calls `body` with the rows of a query, at most `limit` at a time.
    func forEachBatch(
        _ sql: String, _ arguments: StoreArguments, of limit: Int, _ body: ([StoreRow]) throws -> Void
    ) throws {
        var rows: [StoreRow] = []
        try forEachRow(sql, arguments) { row in
            rows.append(row)
            if rows.count == limit {
                try body(rows)
                rows = []
            }
            return true
        }
        if !rows.isEmpty { try body(rows) }
    }

    /// Inserts rows. PostgreSQL has the names of all columns in lower case.
    ///
    /// - Parameter conflict: what to do with rows that are already there, in SQL.
    func insert(_ rows: [StoreRow], into table: String, conflict: String = "") throws {
        guard let columns = rows.first?.columns else { return }
        let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        try execute(
            "INSERT INTO \(table) (\(columns.map { "\"\($0.lowercased())\"" }.joined(separator: ", "))) VALUES "
                + rows.map { _ in row }.joined(separator: ", ") + " " + conflict,
            StoreArguments(values: rows.flatMap(\.values)))
    }
}
