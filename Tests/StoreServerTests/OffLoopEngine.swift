import NIOPosix
import StoreModel
import StoreRules
import Synchronization
import Testing

/// A database of which a test fails if an event loop uses it, or a server on one of Swift's own threads: all
/// connections of the loop would wait for it, or all that begin. A test can also take it away.
final class OffLoopEngine: DatabaseEngine {
    /// What goes wrong with writes for requests, with all writes (`goesAwayAfterWrite`), or with everything
    /// (`away`).
    enum Fault: Sendable {
        /// Nothing is written.
        case full
        /// It is written, and nobody is told.
        case unconfirmed
        /// It is written, and then the database is away.
        case goesAway
        /// The same, after any write.
        case goesAwayAfterWrite
        /// The database is away.
        case away
    }

    /// What goes wrong until it is set to nil.
    let fault = Mutex<Fault?>(nil)
    /// Whether a task is one of a server. The test's own tasks may use Swift's threads.
    @TaskLocal static var isServer = false

    private let engine: any DatabaseEngine

    init(_ engine: any DatabaseEngine) { self.engine = engine }

    var name: String { engine.name }
    var isShared: Bool { engine.isShared }
    var counts: DatabaseCounts? { engine.counts }

    private func check() throws {
        if MultiThreadedEventLoopGroup.currentEventLoop != nil {
            Issue.record("An event loop waits for the database.")
        }
        let isOnSwiftsThread = withUnsafeCurrentTask { $0.map { $0.unownedTaskExecutor == nil } ?? false }
        if Self.isServer, isOnSwiftsThread {
            Issue.record("One of Swift's own threads waits for the database.")
        }
        if fault.withLock({ $0 }) == .away { throw StorageError.busy(path: name) }
    }

    func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        try check()
        return try engine.read(body)
    }

    func rows(_ read: StoreRead) throws -> [StoreRow] {
        try check()
        return try engine.rows(read)
    }

    @discardableResult
    func write<Value>(
        about subject: WriteSubject?, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        try check()
        let value = try engine.write(about: subject, body)
        fault.withLock { if $0 == .goesAwayAfterWrite { $0 = .away } }
        return value
    }

    func writeTogether<Value: Sendable>(
        about subject: WriteSubject?, reading reads: @autoclosure () -> [StoreRead],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let fault = fault.withLock { $0 }
        if fault == .full { throw StorageError.full(path: name) }
        let value = try await engine.writeTogether(about: subject, reading: reads(), body)
        if fault == .unconfirmed { throw StorageError.unconfirmed(path: name) }
        if fault == .goesAway { self.fault.withLock { $0 = .away } }
        return value
    }

    func watch(onCommit: @escaping @Sendable () -> Void) -> any Sendable {
        engine.watch(onCommit: onCommit)
    }
}
