/// The database under the store's rules, SQLite or PostgreSQL: `AppStore` and
/// its parts read and write through it.
///
/// Rules are synchronous. They read what they need, decide, and write what
/// they decided, all in one transaction.
package protocol DatabaseEngine: Sendable {
    /// What a person knows the database by: the path of its file, or the address without a password.
    var name: String { get }

    /// Whether several servers may be one store on it. They learn of each
    /// other's changes only when they look.
    var isShared: Bool { get }

    /// What it has counted; nil where there is nothing to count.
    var counts: DatabaseCounts? { get }

    /// Reads from one consistent snapshot.
    ///
    /// - Throws: `StorageError` for trouble with the database, and whatever `body` throws.
    func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value

    /// Writes in a transaction that is durable when this returns; nothing is written when it throws.
    ///
    /// - Throws: `StorageError` for trouble with the database, and whatever `body` throws.
    @discardableResult
    func write<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value

    /// Writes together with others who write at the same time, without holding up a thread. What `body` did
    /// is durable when this returns, and undone when it throws; what others did is not undone.
    ///
    /// - Parameters:
    ///   - account: the account that `body` is about, if it changes nothing else that others may change at
    ///     the same time. Where several
    ///     servers share the database, they write about different accounts at once, and about one account in turn.
    ///   - reads: what `body` is known to read.
    ///   - body: does nothing but read and write the database: it may be run more than once.
    /// - Throws: `StorageError` for trouble with the database, and whatever `body` throws.
    func writeTogether<Value: Sendable>(
        about account: String?, reading reads: [StoreRead],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value

    /// Calls `onCommit` after commits of other programs, and perhaps after those of this one,
    /// until the watch is released. Several commits may be told in one call, and a call may come
    /// although nothing was committed.
    ///
    /// - Throws: `StorageError` where commits cannot be watched.
    func watch(onCommit: @escaping @Sendable () -> Void) throws -> any DatabaseWatch
}

extension DatabaseEngine {
    package var counts: DatabaseCounts? { nil }

    /// Writes together with others, about anything.
    package func writeTogether<Value: Sendable>(
        reading reads: [StoreRead] = [], _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await writeTogether(about: nil, reading: reads, body)
    }
}

/// Ends watching commits when it is released.
package protocol DatabaseWatch: Sendable {}
