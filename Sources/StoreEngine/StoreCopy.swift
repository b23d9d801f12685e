package import StoreDatabase

/// Copies a store from one database to another, such as from a file to PostgreSQL, for the server's command `copy`: its
/// keys and its rows, in one transaction. A copy that was interrupted left nothing, and one that is repeated brings
/// what the store has sold meanwhile.
package struct StoreCopy {
    /// Why a store is not copied. Nothing is.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case noStore(String)
        case anotherStore(String)
        case hasSoldMore(String)

        package var description: String {
            switch self {
            case .noStore(let place): "There is no store in \(place); nothing was copied."
            case .anotherStore(let place):
                "Another store is in \(place), with keys of its own; nothing was copied. Choose an empty place."
            case .hasSoldMore(let place):
                "The store in \(place) has purchases that the other one does not have; nothing was copied. Choose an empty place."
            }
        }
    }

    package typealias Place = (database: any DatabaseEngine, keys: any KeyStore)

    /// Each behind those that it refers to.
    static let tables = [
        "application", "account", "accountClock", "testing", "purchase", "session", "consumption", "notification",
        "notificationAttempt",
        "notificationAddress", "subscription", "renewalExtension", "device_move", "forgotten_purchase", "device_ledger",
        "unpaidCheck", "retention",
    ]
    private static let keys = ["store-signing", "store-certificates", "shared-secret", ServerAPIKey.fileName]

    private let source: Place
    private let target: Place

    package init(from source: Place, to target: Place) {
        self.source = source
        self.target = target
    }

    package var targetName: String { target.database.name }

    /// Copies, and tells `progress` how many rows of a table are copied, every 100,000 rows and at its end.
    package func run(progress: (_ table: String, _ rows: Int) -> Void) throws {
        try source.database.read { source in
            try copyKeys(source)
            try target.database.write { target in
                try check(source, target)
                for table in Self.tables.reversed() { try target.execute("DELETE FROM \(table)") }
                for table in Self.tables { try Self.copy(table, source, target, progress) }
            }
        }
    }

    private func copyKeys(_ rows: any StoreTransaction) throws {
        guard try ApplicationTable.identity(rows) != nil else { throw Failure.noStore(source.database.name) }
        for name in Self.keys {
            guard let key = try source.keys.key(named: name) else { continue }
            guard try target.keys.key(named: name, make: { key }) == key else {
                throw Failure.anotherStore(target.database.name)
            }
        }
    }

    /// The newest payment of the target came with an earlier copy.
    private func check(_ source: any StoreTransaction, _ target: any StoreTransaction) throws {
        let sql = "SELECT number, key FROM purchase ORDER BY number DESC LIMIT 1"
        guard let newest = try target.row(sql) else { return }
        let number: Int64 = newest["number"]
        let key: String = newest["key"]
        let known = try source.value(String.self, "SELECT key FROM purchase WHERE number = ?", [number])
        guard known == key else { throw Failure.hasSoldMore(self.target.database.name) }
    }

    private static func copy(
        _ table: String, _ source: any StoreTransaction, _ target: any StoreTransaction,
        _ progress: (_ table: String, _ rows: Int) -> Void
    ) throws {
        var count = 0
        // So many rows are inserted at once: each statement may cost a way over a network.
        var rows: [StoreRow] = []
        func insert() throws {
            guard let columns = rows.first?.columns else { return }
            let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
            try target.execute(
                "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
                    + rows.map { _ in row }.joined(separator: ", "),
                StoreArguments(values: rows.flatMap(\.values)))
            rows = []
        }
        // A payment that repeats another one comes after it.
        let order = table == "purchase" ? " ORDER BY number" : ""
        try source.forEachRow("SELECT * FROM \(table)\(order)", []) { row in
            rows.append(row)
            count += 1
            if rows.count == 100 { try insert() }
            if count % 100_000 == 0 { progress(table, count) }
            return true
        }
        try insert()
        progress(table, count)
    }
}
