internal import StoreDatabase
internal import StoreModel
internal import Synchronization

/// The servers that share a store's database and run.
enum ServerTable {
    /// Says that a server runs.
    ///
    /// - Returns: how many servers run, with this one.
    static func checkIn(_ server: String, at now: Timestamp, _ database: any StoreTransaction) throws -> Int {
        let end = now.advanced(by: .zero - ServerSharing.serverLife).milliseconds
        try database.execute("DELETE FROM server WHERE seen < ?", [end])
        let sql = "INSERT INTO server VALUES (?, ?) ON CONFLICT (identifier) DO UPDATE SET seen = excluded.seen"
        try database.execute(sql, [server, now.milliseconds])
        return try database.value(Int.self, "SELECT count(*) FROM server") ?? 1
    }

    static func checkOut(_ server: String, _ database: any StoreTransaction) throws {
        try database.execute("DELETE FROM server WHERE identifier = ?", [server])
    }
}

extension AppStore {
    /// How many servers are this store, with this one.
    package var serverCount: Int { countedServers.load(ordering: .relaxed) }

    /// Counts the servers that share the database, now and every 30 seconds. A server that is alone has nothing to count.
    package func startCountingServers() {
        guard isShared else { return }
        countOfServers.start { [weak self] in
            guard let self else { return nil }
            do {
                let count = try database.write { try ServerTable.checkIn(serverIdentifier, at: time.now(), $0) }
                countedServers.store(count, ordering: .relaxed)
            } catch { log("The other servers were not counted: \(error)") }
            return ServerSharing.workCheck
        }
    }

    /// Ends being counted: the other servers may do more at once.
    package func stopCountingServers() {
        guard isShared else { return }
        do { try database.write { try ServerTable.checkOut(serverIdentifier, $0) } } catch {
            log("The other servers count this one for a while: \(error)")
        }
    }
}
