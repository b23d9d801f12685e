import NIOPosix
import StoreRules
import Testing

/// A database of which a test fails if an event loop uses it, or a server on one of Swift's own threads: all
/// connections of the loop would wait for it, or all that begin.
final class OffLoopEngine: DatabaseEngine {
    /// Whether a task is one of a server. The test's own tasks may use Swift's threads.
    @TaskLocal static var isServer = false

    private let engine: any DatabaseEngine

    init(_ engine: any DatabaseEngine) { self.engine = engine }

    var name: String { engine.name }
    var isShared: Bool { engine.isShared }
    var counts: DatabaseCounts? { engine.counts }

    private func check() {
        if MultiThreadedEventLoopGroup.currentEventLoop != nil {
            Issue.record("An event loop waits for the database.")
        }
        let isOnSwiftsThread = withUnsafeCurrentTask { $0.map { $0.unownedTaskExecutor == nil } ?? false }
        if Self.isServer, isOnSwiftsThread {
            Issue.record("One of Swift's own threads waits for the database.")
        }
    }

    func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        check()
        return try engine.read(body)
    }

    func rows(_ read: StoreRead) throws -> [StoreRow] {
        check()
        return try engine.rows(read)
    }

    @discardableResult
    func write<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        check()
        return try engine.write(body)
    }

    func writeTogether<Value: Sendable>(
        about subject: WriteSubject?, reading reads: [StoreRead],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await engine.writeTogether(about: subject, reading: reads, body)
    }

    func watch(onCommit: @escaping @Sendable () -> Void) -> any Sendable {
        engine.watch(onCommit: onCommit)
    }
}
