internal import StoreModel
internal import Synchronization

/// Listens to the kernel's reports that the network has changed, until the returned value is released.
package typealias ListenToKernel = @Sendable (_ onReport: @escaping @Sendable () -> Void) -> (any Sendable)?

/// Whether the store can be reached, for `EventStreamClient`. It counts as reachable until a request fails or
/// the stream is lost, and again when a request is answered or the stream opens. After a request has
/// failed, a small one is sent from time to time until it is answered. It is sent at once if the kernel
/// reports that the network has changed. The pauses before it are short again after such a report, and after
/// the network was up for as long as the longest pause.
final class NetworkState: Sendable {
    private struct State {
        var isUp = true
        var checking: Task<Void, Never>?
        var isClosed = false
        /// The listener to the kernel, during an outage.
        var listening: (any Sendable)?
        /// How many reports have come from the kernel.
        var kernelReports = 0
        /// The pauses of the next outage. Each outage begins with a longer one than the outage before: the
        /// check may be answered while other requests fail, as at a proxy that has trouble with one route.
        var pause = RetryPause()
        /// When the last outage ended; nil before.
        var upSince: Timestamp?
    }

    private let time: TimeSource
    private let check: @Sendable () async throws(StoreError) -> Void
    private let onChange: @Sendable (Bool) -> Void
    private let onKernelReport: @Sendable () -> Void
    private let listen: ListenToKernel
    private let state = Mutex(State())
    private let sleep = InterruptibleSleep()

    /// `check` is a request that changes nothing. `onChange` is called with each change, one call at a time.
    /// `onKernelReport` is called if the kernel reports a change during an outage.
    init(
        time: TimeSource, listen: @escaping ListenToKernel,
        check: @escaping @Sendable () async throws(StoreError) -> Void,
        onChange: @escaping @Sendable (Bool) -> Void, onKernelReport: @escaping @Sendable () -> Void = {}
    ) {
        self.listen = listen
        self.onKernelReport = onKernelReport
        self.time = time
        self.check = check
        self.onChange = onChange
    }

    /// The store has answered: it opened the stream of updates, or refused a session. Requests that failed
    /// before may still fail, so they are checked first.
    func answered() {
        if state.withLock({ $0.checking == nil }) { set(true) } else { sleep.interrupt() }
    }

    /// The stream of updates is silent, or broke off and was not opened again at once, or the store announced
    /// that it does not answer.
    func streamLost() { set(false) }

    func requestFailed() {
        set(false)
        state.withLock { state in
            guard state.checking == nil, !state.isClosed else { return }
            state.checking = Task { [weak self] in await self?.checkUntilUp() }
        }
    }

    func close() {
        let checking = state.withLock { state in
            state.isClosed = true
            state.listening = nil
            return state.checking
        }
        checking?.cancel()
    }

    private func checkUntilUp() async {
        var (pause, reports) = state.withLock { state in
            defer { state.pause.grow() }
            return (state.pause, state.kernelReports)
        }
        while !Task.isCancelled {
            // A network that has just come up may need some seconds more.
            if kernelReports != reports { (pause, reports) = (RetryPause(), kernelReports) }
            let duration = pause.next(time)
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
        // The lock is held during the call, so that changes arrive in order. The called function does not
        // call back.
        state.withLock { state in
            guard state.isUp != isUp else { return }
            state.isUp = isUp
            let now = time.now()
            if isUp {
                state.upSince = now
            } else if let upSince = state.upSince, now >= upSince.advanced(by: RetryPause.longest) {
                state.pause = RetryPause()
            }
            state.listening = isUp || state.isClosed ? nil : listen { [weak self] in self?.kernelReported() }
            onChange(isUp)
        }
    }

    /// How many times the kernel has reported that something changed.
    var kernelReports: Int { state.withLock { $0.kernelReports } }

    private func kernelReported() {
        state.withLock { state in
            state.kernelReports += 1
            state.pause = RetryPause()
        }
        sleep.interrupt()
        onKernelReport()
    }
}
