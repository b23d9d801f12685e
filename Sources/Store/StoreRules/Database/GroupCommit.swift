internal import Dispatch
internal import Synchronization

/// Writes for many callers at once: those who wait while the database is busy share the next transaction, at
/// most `mostJobs` of them, and with it one flush of the disk. Each caller's change is kept or undone by
/// itself; all of them return when it is durable. Writes about a subject and writes about anything do not share
/// a transaction: on PostgreSQL, one about anything stops all other servers. `SQLiteEngine`, which gives no
/// subjects, and `PostgresEngine` write through it.
package final class GroupCommit: Sendable {
    /// Tells a caller the result of its job when the transaction is over.
    package typealias Completion = @Sendable () -> Void

    /// Writes in a transaction that is durable when this returns. The transaction is only about `subjects`
    /// (nil for anything), and is known to read `reads`. Throws `JobFailure` if a caller's statement failed.
    package typealias Write =
        @Sendable (
            _ subjects: Set<WriteSubject>?, _ reads: [StoreRead],
            _ body: (any StoreTransaction) throws -> [Completion]
        ) throws -> [Completion]

    /// One caller: what to write, and how to tell the result.
    private struct Job: Sendable {
        let subject: WriteSubject?
        let reads: [StoreRead]
        let run: @Sendable (any StoreTransaction) throws -> Completion
        let fail: @Sendable (any Error) -> Void
    }

    /// How many callers share a transaction at most. While their jobs compute, PostgreSQL gets no statement,
    /// and it ends a transaction that is idle for 15 seconds. Nobody who shares it would know what became of
    /// their write.
    package static let mostJobs = 256

    private let write: Write
    private let jobError: @Sendable (any Error) -> any Error
    private let waiting = Mutex<[Job]>([])
    private let writer = DispatchQueue(label: "group-commit")

    /// - Parameter jobError: what a caller is told of an error that was only its own.
    package init(write: @escaping Write, jobError: @escaping @Sendable (any Error) -> any Error) {
        self.write = write
        self.jobError = jobError
    }

    /// How many callers wait for a transaction.
    package var waitingCount: Int { waiting.withLock { $0.count } }

    /// Writes. What `body` did is durable when this returns, and undone if this throws (see
    /// `DatabaseEngine.write` for two errors after which nobody knows).
    ///
    /// - Parameters:
    ///   - subject: what `body` is about, if it changes nothing else that others may change at the same time.
    ///   - reads: what `body` is known to read.
    ///   - body: only reads and writes the database, because it runs again if another caller's job fails.
    /// - Throws: trouble with the database, for all who share the transaction; other errors of `body` only
    ///   for its own caller.
    package func write<Value: Sendable>(
        about subject: WriteSubject? = nil, reading reads: [StoreRead] = [],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                subject: subject, reads: reads,
                run: { transaction in
                    let value = try body(transaction)
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

    /// Writes for the one who has waited longest, and for the next of the others who have a subject if that one
    /// has, or have none if it has none. While anybody waits, one drain is queued: by the first who waits, or by
    /// the drain before it, if that leaves others waiting.
    private func drain() {
        let (jobs, areMore) = waiting.withLock { waiting in
            let isAboutAnything = waiting.first?.subject == nil
            var (jobs, others): ([Job], [Job]) = ([], [])
            for job in waiting {
                if (job.subject == nil) == isAboutAnything, jobs.count < Self.mostJobs {
                    jobs.append(job)
                } else {
                    others.append(job)
                }
            }
            waiting = others
            return (jobs, !others.isEmpty)
        }
        if areMore { writer.async { self.drain() } }
        do {
            for completion in try commit(jobs) { completion() }
        } catch {
            for job in jobs { job.fail(error) }
        }
    }

    /// Hardly any job fails, and a savepoint for each would cost as much as the jobs themselves. So the jobs
    /// run without savepoints first. If one fails, all of them run again, with savepoints.
    private func commit(_ jobs: [Job]) throws -> [Completion] {
        let subjects = jobs.contains { $0.subject == nil } ? nil : Set(jobs.compactMap(\.subject))
        let reads = jobs.flatMap(\.reads)
        do {
            return try write(subjects, reads) { transaction in
                try jobs.map { job in
                    do { return try job.run(transaction) } catch { throw JobFailure(error: error) }
                }
            }
        } catch is JobFailure {
            return try write(subjects, reads) { transaction in
                try jobs.map { job in
                    switch try transaction.attempt({ try job.run(transaction) }) {
                    case .success(let completion): return completion
                    case .failure(let error): return { [jobError] in job.fail(jobError(error)) }
                    }
                }
            }
        }
    }
}

/// The error of a job in a transaction without savepoints.
package struct JobFailure: Error {
    package let error: any Error

    package init(error: any Error) { self.error = error }
}
