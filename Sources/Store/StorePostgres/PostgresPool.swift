#if Postgres
internal import Dispatch
internal import StoreRules
internal import Synchronization

/// The connections to a database, made as needed and kept. `PostgresEngine` runs its transactions on them.
final class PostgresPool: Sendable {
    /// The most connections at a time. Others wait for one of them.
    private static let size = 16

    private let address: String
    private let places = DispatchSemaphore(value: size)
    private let idle = Mutex<[PostgresConnection]>([])
    private let counted = Mutex(DatabaseCounts())

    /// - Parameter address: a connection string or URL in libpq's format.
    init(address: String) { self.address = address }

    var counts: DatabaseCounts { counted.withLock { $0 } }

    func count(_ change: (inout DatabaseCounts) -> Void) { counted.withLock { change(&$0) } }

    /// A connection that is not shared.
    func connect() throws(PostgresFailure) -> PostgresConnection { try PostgresConnection.open(address) }

    /// Begins a transaction with `begin`, and calls `body` with the answers to those statements. `body`
    /// decides how the transaction ends. A connection that was lost while nobody used it is replaced.
    func withTransaction<Value>(
        _ begin: [PostgresStatement], _ body: (PostgresConnection, [PostgresResult]) throws -> Value
    ) throws -> Value {
        count { $0.connectionsWaiting += 1 }
        places.wait()
        count {
            $0.connectionsWaiting -= 1
            $0.connectionsInUse += 1
        }
        defer {
            count { $0.connectionsInUse -= 1 }
            places.signal()
        }
        let (connection, results) = try begun(begin)
        defer { if !connection.isLost { idle.withLock { $0.append(connection) } } }
        do { return try body(connection, results) } catch {
            connection.rollBack()
            throw error
        }
    }

    private func begun(_ begin: [PostgresStatement]) throws -> (PostgresConnection, [PostgresResult]) {
        while let known = idle.withLock({ $0.popLast() }) {
            do { return (known, try known.begin(begin)) } catch {
                guard known.isLost else {
                    known.rollBack()
                    idle.withLock { $0.append(known) }
                    throw error
                }
                count { $0.lostConnections += 1 }
                // If the server has gone away, all idle connections are lost too.
                idle.withLock { $0.removeAll() }
            }
        }
        let new = try connect()
        return (new, try new.begin(begin))
    }
}
#endif
