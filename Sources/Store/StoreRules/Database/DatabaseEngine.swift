package import StoreModel

/// The database under the store's rules, SQLite or PostgreSQL: `AppStore` and
/// its parts read and write through it.
///
/// Rules are synchronous. They read what they need, decide, and write what
/// they decided, all in one transaction.
package protocol DatabaseEngine: StoreReader, Sendable {
    /// The database's name for people: the path of its file, or its address without a password.
    var name: String { get }

    /// Whether several servers may share it as one store. They learn of each other's changes only when
    /// they check.
    var isShared: Bool { get }

    /// What it has counted; nil if it counts nothing.
    var counts: DatabaseCounts? { get }

    /// Whether its disk has room, as far as that can be seen from here.
    var hasRoom: Bool { get }

    /// What the database itself finds damaged in what it has stored, a line each. Empty if nothing is, or if it
    /// has no such check, like PostgreSQL.
    ///
    /// - Throws: `StorageError` for trouble with the database.
    func damage() throws -> [String]

    /// Reads from one consistent snapshot.
    ///
    /// - Throws: `StorageError` for trouble with the database, and any error of `body`.
    func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value

    /// Reads from one consistent snapshot, for a command: each statement may take minutes. A read for a request
    /// ends sooner, because somebody waits for its answer.
    ///
    /// - Throws: like `read`.
    func readPatiently<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value

    /// Writes in a transaction. It is durable when this returns. If this throws anything but
    /// `StorageError.unconfirmed` or `.uncertain`, nothing is written.
    ///
    /// - Parameter subject: what `body` is about, if it changes nothing else that others may change at the same
    ///   time.
    /// - Throws: `StorageError` for trouble with the database, and any error of `body`.
    @discardableResult
    func write<Value>(
        about subject: WriteSubject?, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value

    /// Writes together with others who write at the same time, without blocking a thread. What `body` did is
    /// durable when this returns. It is undone if this throws, except as with `write`; what others did is not
    /// undone.
    ///
    /// - Parameters:
    ///   - subject: what `body` is about, if it changes nothing else that others may change at the same time.
    ///   - reads: what `body` is known to read. Only a database that fetches it ahead asks for it.
    ///   - body: only reads and writes the database, because it may run more than once.
    /// - Throws: `StorageError` for trouble with the database, and any error of `body`.
    func writeTogether<Value: Sendable>(
        about subject: WriteSubject?, reading reads: @autoclosure () -> [StoreRead],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value

    /// Says that a server uses it, and how many servers do. A single one need not tell others what it commits.
    func setServerCount(_ count: Int)

    /// Calls `onCommit` after commits of other programs, and perhaps after those of this one, until the watch
    /// that it returns is released. One call may stand for several commits, and a call may come although
    /// nothing was committed.
    func watch(onCommit: @escaping @Sendable () -> Void) -> any Sendable
}

/// What a write is about. If several servers share the database, they write about different subjects at the
/// same time, and about one subject in turn.
package enum WriteSubject: Hashable, Sendable {
    case account(AccountIdentifier)
    /// An environment's notifications to developers' servers: who sends them, and with what result.
    case outbox(StoreEnvironment)
}

extension DatabaseEngine {
    package var counts: DatabaseCounts? { nil }
    package var hasRoom: Bool { true }
    package func damage() throws -> [String] { [] }
    package func setServerCount(_ count: Int) {}
    package func readPatiently<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        try read(body)
    }

    /// Writes about anything.
    @discardableResult
    package func write<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        try write(about: nil, body)
    }

    /// Writes together with others, about anything.
    package func writeTogether<Value: Sendable>(
        reading reads: @autoclosure () -> [StoreRead] = [],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await writeTogether(about: nil, reading: reads(), body)
    }
}
