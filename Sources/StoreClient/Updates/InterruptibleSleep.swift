internal import Synchronization

/// A pause that can be cut short. An interruption before the pause begins cuts it short, too.
final class InterruptibleSleep: Sendable {
    private let state = Mutex<(isInterrupted: Bool, sleep: Task<Void, Never>?)>((false, nil))

    /// Returns when `sleep` does, or when it is interrupted, or when the task is cancelled.
    func take(_ sleep: @escaping @Sendable () async -> Void) async {
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
        state.withLock { $0 = (false, nil) }
    }

    /// Ends the pause, or the next one if there is none now.
    func interrupt() {
        let sleep = state.withLock { state in
            state.isInterrupted = true
            return state.sleep
        }
        sleep?.cancel()
    }
}

func sleepUntilCancelled() async {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(continuation) {}
}
