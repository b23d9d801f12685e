internal import Glibc

/// How the store, the queue and the screens get the time, and wait. It is a parameter, so that a test can
/// move the clock.
package struct TimeSource: Sendable {
    /// The wall clock, for dates that people and the store read. It may jump.
    package let now: @Sendable () -> Timestamp
    /// Waits for a duration on a clock that does not jump; throws
    /// `CancellationError` when the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void
    /// Random numbers in 0..<1, for the length of a `RetryPause`. They are here because a test that moves the
    /// clock has to know how far.
    package let random: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> Timestamp,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    package static let system = TimeSource(
        now: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        },
        sleep: { try await Task.sleep(for: $0) })
}

extension TimeSource {
    /// The value of `work`. If the work takes longer than `limit`, it is cancelled, and `error` is thrown.
    package func limit<Value: Sendable>(
        to limit: Duration, orThrow error: any Error, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask(operation: work)
            group.addTask {
                try await sleep(limit)
                throw error
            }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
