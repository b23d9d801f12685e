internal import Synchronization

/// A pause that can be cut short. An interruption before the pause begins also cuts it short, unless it
/// is forgotten.
package final class InterruptibleSleep: Sendable {
    private let state = Mutex<(isInterrupted: Bool, sleep: Task<Void, Never>?)>((false, nil))

    package init() {}

    /// Returns when `sleep` does, or when it is interrupted, or when the task is cancelled.
    package func take(_ sleep: @escaping @Sendable () async -> Void) async {
        let task = state.withLock { state -> Task<Void, Never>? in
            defer { state.isInterrupted = false }
            guard !state.isInterrupted else { return nil }
            state.sleep = Task { await sleep() }
            return state.sleep
        }
        guard let task else { return }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        // Another pause may have begun, which can still be cut short.
        state.withLock { if $0.sleep == task { $0 = (false, nil) } }
    }

    /// Ends the pause. If nobody pauses now, the next pause ends at once.
    package func interrupt() {
        let sleep = state.withLock { state in
            state.isInterrupted = true
            return state.sleep
        }
        sleep?.cancel()
    }

    /// Forgets an earlier interruption, so that the next pause has its full length.
    package func forgetInterruption() { state.withLock { $0.isInterrupted = false } }
}

/// Returns when the task is cancelled.
package func sleepUntilCancelled() async {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(continuation) {}
}
