#if Postgres
internal import Dispatch
internal import Synchronization

/// The connections to a database. They are made when they are needed, and kept.
final class PostgresPool: Sendable {
    /// How many connections there may be at a time; others wait for one of them.
    private static let size = 16

    private let address: String
    private let places = DispatchSemaphore(value: size)
    private let idle = Mutex<[PostgresConnection]>([])

    /// - Parameter address: a connection string or URL, as libpq knows it.
    init(address: String) { self.address = address }

    /// A connection that nobody else has.
    func connect() throws(PostgresFailure) -> PostgresConnection { try PostgresConnection.open(address) }

    /// Calls `body` in a transaction that `begin` begins, and leaves it to `body` how it ends. A connection that was lost while nobody
    /// used it is replaced.
    func withTransaction<Value>(_ begin: String, _ body: (PostgresConnection) throws -> Value) throws -> Value {
        places.wait()
        defer { places.signal() }
        let connection = try begun(begin)
        defer { if !connection.isLost { idle.withLock { $0.append(connection) } } }
        do { return try body(connection) } catch {
            connection.rollBack()
            throw error
        }
    }

    private func begun(_ begin: String) throws -> PostgresConnection {
        while let known = idle.withLock({ $0.popLast() }) {
            do { try known.run(begin) } catch {
                guard known.isLost else { throw error }
                // A server that has gone away has taken all of them with it.
                idle.withLock { $0.removeAll() }
                continue
            }
            return known
        }
        let new = try connect()
        try new.run(begin)
        return new
    }
}
#endif
