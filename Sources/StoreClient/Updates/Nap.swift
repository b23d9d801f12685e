internal import Synchronization

/// A pause that can be cut short. A ring that comes before the pause begins cuts it short, too.
final class Nap: Sendable {
    private let state = Mutex<(isRung: Bool, sleep: Task<Void, Never>?)>((false, nil))

    /// Returns when `sleep` does, or when the nap is rung, or when the task is cancelled.
    func take(_ sleep: @escaping @Sendable () async -> Void) async {
        let task = state.withLock { state -> Task<Void, Never>? in
            defer { state.isRung = false }
            guard !state.isRung else { return nil }
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

    /// Ends the nap, or the next one if there is none now.
    func ring() {
        let sleep = state.withLock { state in
            state.isRung = true
            return state.sleep
        }
        sleep?.cancel()
    }
}

/// Returns when the task is cancelled.
func sleepUntilCancelled() async {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(continuation) {}
}
