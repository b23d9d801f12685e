/// What `PostgresEngine` counts of its connections and transactions, for the
/// server's metrics. SQLite counts nothing.
package struct DatabaseCounts: Sendable {
    package var connectionsInUse = 0
    /// Threads that wait for a connection.
    package var connectionsWaiting = 0
    /// Transactions of `DatabaseEngine.writeTogether`.
    package var batches = 0
    /// The writes that shared them.
    package var batchedWrites = 0
    /// Transactions that were tried again because they conflicted with another one (SQLSTATE 40001).
    package var serializationRetries = 0
    /// Transactions that were tried again after a deadlock (40P01).
    package var deadlockRetries = 0
    /// Connections that were lost while nobody used them, and replaced.
    package var lostConnections = 0
    /// Commits that may have succeeded or not (`StorageError.unconfirmed`).
    package var unknownCommits = 0
    /// Queries of a batch that were not read ahead.
    package var readAheadMisses = 0

    package init() {}
}
