internal import StoreDatabase
internal import StoreModel
internal import Synchronization

/// The table in which the servers on one database say that they run. The server's program has `AppStore` count them,
/// because they share the limits of requests; `ServerSharing` says how long they rely on what they know.
enum ServerTable {
    /// Says that a server runs, and returns how many run, with this one.
    static func checkIn(_ server: String, at now: Timestamp, _ database: any StoreTransaction) throws -> Int {
        try database.execute("DELETE FROM server WHERE seen < ?", [now.advanced(by: .zero - ServerSharing.serverLife)])
        let sql = "INSERT INTO server VALUES (?, ?) ON CONFLICT (identifier) DO UPDATE SET seen = excluded.seen"
        try database.execute(sql, [server, now])
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

/// How long a server that shares its store's database with others relies on what it knows.
enum ServerSharing {
    /// How long a session counts without another look at it. A sign-out at another server counts after that.
    static let sessionCheck = Duration.seconds(2)
    /// The longest wait before a look for work that another server knows of, and has died with.
    static let workCheck = Duration.seconds(30)
    /// How long work that a server has claimed is its own. After that another server does it: the first one may have died. The
    /// servers' clocks may be a minute apart.
    static let claim = Duration.seconds(120)
    /// How long a server counts as running that was not heard of again.
    static let serverLife = Duration.seconds(150)
}

extension DatabaseEngine {
    /// How long to wait before the next look for work. `pause`: how long nothing is due that this server knows of; nil
    /// for until it hears of something.
    func longestWait(_ pause: Duration?) -> Duration? {
        isShared ? min(pause ?? ServerSharing.workCheck, ServerSharing.workCheck) : pause
    }
}
