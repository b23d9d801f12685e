internal import StoreModel
internal import Synchronization

/// Whether the way to the store is open, as far as is known: it is until something fails, and is again when something works.
/// After a request has failed, a small one is sent from time to time until it arrives.
final class NetworkState: Sendable {
    private struct State {
        var isUp = true
        var checking: Task<Void, Never>?
        var isClosed = false
    }

    private let time: TimeSource
    private let jitter: @Sendable () -> Double
    private let check: @Sendable () async throws(StoreError) -> Void
    private let onChange: @Sendable (Bool) -> Void
    private let state = Mutex(State())
    private let sleep = InterruptibleSleep()

    /// - Parameters:
    ///   - check: a request that changes nothing.
    ///   - onChange: told of each change, one call at a time.
    init(
        time: TimeSource, jitter: @escaping @Sendable () -> Double,
        check: @escaping @Sendable () async throws(StoreError) -> Void,
        onChange: @escaping @Sendable (Bool) -> Void
    ) {
        self.time = time
        self.jitter = jitter
        self.check = check
        self.onChange = onChange
    }

    /// The stream of updates is open. Requests that failed before may still fail, so that is looked at first.
    func streamOpened() {
        if state.withLock({ $0.checking == nil }) { set(true) } else { sleep.interrupt() }
    }

    /// The stream of updates broke off, or the store said that it does not answer.
    func streamLost() { set(false) }

    /// A request was not answered.
    func requestFailed() {
        set(false)
        state.withLock { state in
            guard state.checking == nil, !state.isClosed else { return }
            state.checking = Task { [weak self] in await self?.checkUntilUp() }
        }
    }

    /// Ends the looking.
    func close() {
        let checking = state.withLock { state in
            state.isClosed = true
            return state.checking
        }
        checking?.cancel()
    }

    private func checkUntilUp() async {
        var pause = RetryPause()
        while !Task.isCancelled {
            let duration = pause.next(jitter: jitter())
            await sleep.take { [time] in try? await time.sleep(duration) }
            guard !Task.isCancelled, await isAnswered() else { continue }
            state.withLock { $0.checking = nil }
            return set(true)
        }
    }

    private func isAnswered() async -> Bool {
        do throws(StoreError) {
            try await check()
            return true
        } catch {
            return !error.isNetworkFailure
        }
    }

    private func set(_ isUp: Bool) {
        // The lock is held while others are told, so that they hear it in the right order; they do not come back here.
        state.withLock { state in
            guard state.isUp != isUp else { return }
            state.isUp = isUp
            onChange(isUp)
        }
    }
}
