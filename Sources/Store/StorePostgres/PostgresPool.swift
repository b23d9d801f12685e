#if Postgres
internal import Dispatch
internal import StoreRules
internal import Synchronization

/// The connections to a database, made when they are needed, and kept.
/// `PostgresEngine` runs its transactions on them.
final class PostgresPool: Sendable {
    /// How many connections there may be at a time; others wait for one of them.
    private static let size = 16

    private let address: String
    private let places = DispatchSemaphore(value: size)
    private let idle = Mutex<[PostgresConnection]>([])
    private let counted = Mutex(DatabaseCounts())

    /// - Parameter address: a connection string or URL, as libpq knows it.
    init(address: String) { self.address = address }

    var counts: DatabaseCounts { counted.withLock { $0 } }

    func count(_ change: (inout DatabaseCounts) -> Void) { counted.withLock { change(&$0) } }

    /// A connection that nobody else has.
    func connect() throws(PostgresFailure) -> PostgresConnection { try PostgresConnection.open(address) }

    /// Calls `body` in a transaction that `begin` begins, with the answers to those statements, and leaves it
    /// to `body` how it ends. A connection that was lost while nobody used it is replaced.
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
                // A server that has gone away has taken all of them with it.
                idle.withLock { $0.removeAll() }
            }
        }
        let new = try connect()
        return (new, try new.begin(begin))
    }
}
#endif
