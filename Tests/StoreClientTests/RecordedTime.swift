import StoreModel
import TestSupport

/// A clock that a test moves, and that says who begins to sleep on it for how long.
struct RecordedTime {
    let source: TimeSource
    private let time = ManualTime()
    private let naps: AsyncStream<Duration>

    init() {
        let (naps, continuation) = AsyncStream.makeStream(of: Duration.self)
        self.naps = naps
        source = TimeSource(now: time.source.now) { [time] duration in
            continuation.yield(duration)
            try await time.source.sleep(duration)
        }
    }

    /// Waits until somebody sleeps for `duration`, does `body`, and lets that time pass.
    func pass(_ duration: Duration, after body: () async -> Void = {}) async {
        for await nap in naps where nap == duration { break }
        await time.waitForSleepers()
        await body()
        time.advance(by: duration)
    }
}
