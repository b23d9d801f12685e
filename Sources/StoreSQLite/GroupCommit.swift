internal import Dispatch
internal import FileSystem
internal import GRDB
internal import SQLiteStorage
internal import Synchronization

/// Writes for many callers at once: all who wait while the disk is busy share the next transaction, and with it one flush
/// of the disk. Each caller's change is kept or undone by itself; all of them return when it is on disk.
final class GroupCommit: Sendable {
    /// One caller: what to write, and how to tell what came of it once the transaction is over.
    private struct Job: Sendable {
        /// Returns what to do after the commit.
        let run: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private let file: DatabaseFile
    private let waiting = Mutex<[Job]>([])
    private let writer = DispatchQueue(label: "group-commit")

    init(file: DatabaseFile) { self.file = file }

    /// How many callers wait for the next transaction.
    var waitingCount: Int { waiting.withLock { $0.count } }

    /// Writes; what `body` did is on disk when this returns, and undone when it throws.
    ///
    /// - Parameter body: does nothing but read and write the database: where another caller's fails, it is run once more.
    /// - Throws: `StorageError` for what SQLite refuses, and whatever `body` throws. Trouble with the file fails all who share
    ///   the transaction; every other error only its own caller.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                run: { database in
                    let value = try body(database)
                    return { continuation.resume(returning: value) }
                },
                fail: { continuation.resume(throwing: $0) })
            let isFirst = waiting.withLock { waiting in
                waiting.append(job)
                return waiting.count == 1
            }
            if isFirst { writer.async { self.drain() } }
        }
    }

    private func drain() {
        let jobs = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        do {
            for completion in try commit(jobs) { completion() }
        } catch {
            for job in jobs { job.fail(error) }
        }
    }

    /// Hardly any job fails, and a savepoint for each costs as much as the jobs themselves. So they are done without, and
    /// all over again, with savepoints, where one failed.
    private func commit(_ jobs: [Job]) throws -> [@Sendable () -> Void] {
        do {
            return try file.write { database in
                try jobs.map { job in
                    do { return try job.run(database) } catch {
                        throw database.isLost(by: error) ? error : JobFailure()
                    }
                }
            }
        } catch is JobFailure {
            return try file.write { database in
                try jobs.map { job in
                    switch try database.attempt({ try job.run(database) }) {
                    case .success(let completion): return completion
                    case .failure(let error):
                        let precise = (error as? DatabaseError).map { StorageError($0, path: file.path) } ?? error
                        return { job.fail(precise) }
                    }
                }
            }
        }
    }

    /// A job's own error in a transaction without savepoints.
    private struct JobFailure: Error {}
}
