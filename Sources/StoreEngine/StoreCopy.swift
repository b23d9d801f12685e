package import StoreDatabase
internal import StoreModel

/// Copies a store from one database to another, such as from a file to PostgreSQL, for the server's command `copy`: its
/// rows, in one transaction, and then its keys. A copy that was interrupted left nothing, or rows that no server uses
/// before a repeated copy brings the keys. One that is repeated also brings what the store has sold meanwhile.
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
                "The store in \(place) has purchases or accounts that the other one does not have, or that have gone on since "
                    + "they were copied; nothing was copied. Choose an empty place."
            }
        }
    }

    package typealias Place = (database: any DatabaseEngine, keys: any KeyStore)

    /// Each behind those that it refers to.
    static let tables = [
        "application", "account", "accountClock", "testing", "purchase", "accountUse", "accountChange", "session",
        "consumption", "notification", "notificationAttempt", "notificationAddress", "subscription", "renewalExtension",
        "device_move", "forgotten_purchase", "device_ledger",
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
            guard try ApplicationTable.identity(source) != nil else {
                throw Failure.noStore(self.source.database.name)
            }
            try forEachKey { name, key in try target.keys.key(named: name) ?? key }
            try target.database.write { target in
                try check(source, target)
                for table in Self.tables.reversed() { try target.execute("DELETE FROM \(table)") }
                for table in Self.tables { try Self.copy(table, source, target, progress) }
            }
        }
        try forEachKey { name, key in try target.keys.key(named: name) { key } }
    }

    /// Throws where `found`, which looks for a key at the target, finds another one than the source has. The key that signs
    /// comes last: rows without it are used by no server, and none makes other keys for them.
    private func forEachKey(_ found: (_ name: String, _ key: [UInt8]) throws -> [UInt8]) throws {
        for name in Self.keys.reversed() {
            guard let key = try source.keys.key(named: name) else { continue }
            guard try found(name, key) == key else { throw Failure.anotherStore(target.database.name) }
        }
    }

    /// Throws where something is at the target that the source does not have, or that has gone on since an earlier copy.
    private func check(_ source: any StoreTransaction, _ target: any StoreTransaction) throws {
        let accounts = "SELECT number, identifier, name, password FROM account"
        let purchases = "SELECT number, key, account, status, isFinished, device, modification FROM purchase"
        guard try Self.all(accounts, target, source, Self.isNotMissed),
            try Self.all(purchases, target, source, { try Self.isNotAhead($0, $1, source) })
        else { throw Failure.hasSoldMore(self.target.database.name) }
    }

    /// Whether something holds for each row of the target and the row with its number at the source. They are read page by
    /// page: there may be millions of purchases.
    private static func all(
        _ query: String, _ target: any StoreTransaction, _ source: any StoreTransaction,
        _ holds: (_ here: StoreRow, _ there: StoreRow?) throws -> Bool
    ) throws -> Bool {
        var start = Int64.min
        while true {
            let page = try target.rows(query + " WHERE number > ? ORDER BY number LIMIT 1000", [start])
            guard let last = page.last else { return true }
            let end: Int64 = last["number"]
            var missing: [Int64: StoreRow] = [:]
            for row in page { missing[row["number"] as Int64] = row }
            var holdsSoFar = true
            // The source may have many more in between.
            try source.forEachRow(query + " WHERE number > ? AND number <= ? ORDER BY number", [start, end]) { there in
                guard let here = missing.removeValue(forKey: there["number"] as Int64) else { return true }
                holdsSoFar = try holds(here, there)
                return holdsSoFar
            }
            guard holdsSoFar, try missing.values.allSatisfy({ try holds($0, nil) }) else { return false }
            start = end
        }
    }

    /// Whether an account of the target is at the source, or is one that a store removes: a visitor's without purchases.
    private static func isNotMissed(_ here: StoreRow, _ there: StoreRow?) -> Bool {
        if let there, (here["identifier"] as String) == (there["identifier"] as String) { return true }
        guard (here["password"] as String?) == nil, let name: String = here["name"] else { return false }
        return VisitorName(rawValue: name) != nil
    }

    /// Whether a purchase of the target is at the source, and as far there.
    private static func isNotAhead(
        _ here: StoreRow, _ there: StoreRow?, _ source: any StoreTransaction
    ) throws -> Bool {
        guard let there, ["key", "account"].allSatisfy({ (here[$0] as String) == (there[$0] as String) }) else {
            return false
        }
        // It has one if it was charged.
        let modification = (here["modification"] as Int64?) ?? 0
        let modificationThere = (there["modification"] as Int64?) ?? 0
        guard modification <= modificationThere else { return false }
        let status: String = here["status"]
        if modification == 0, status != (there["status"] as String) {
            return [PurchaseStatus.deferred, .interrupted].map(\.rawValue).contains(status)
        }
        guard modification == modificationThere, here["isFinished"] as Bool, !(there["isFinished"] as Bool) else {
            return true
        }
        // The device to which it moved has to deal with it again.
        guard let device: String = here["device"] else { return false }
        return try DeviceMoveTable.successor(of: device, of: here["account"], source) != nil
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
