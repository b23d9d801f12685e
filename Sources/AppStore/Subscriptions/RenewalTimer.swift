internal import StoreModel
internal import Synchronization

/// Wakes the store when the next renewal is due, and not before: a store without subscriptions has no timer.
final class RenewalTimer: Sendable {
    private struct State {
        var work: (@Sendable () -> Duration?)?
        var task: Task<Void, Never>?
    }

    private let time: TimeSource
    private let state = Mutex(State())

    /// A timer that is not started.
    init(time: TimeSource) { self.time = time }

    deinit { state.withLock { $0.task }?.cancel() }

    /// Does `work` now, and again whenever its time has come.
    ///
    /// - Parameter work: makes what is due; returns how long nothing will be, nil where nothing ever will.
    func start(_ work: @escaping @Sendable () -> Duration?) {
        state.withLock { $0.work = work }
        ring()
    }

    /// Something changed: what is due next may be something else.
    func ring() {
        let replaced = state.withLock { state -> Task<Void, Never>? in
            guard let work = state.work else { return nil }
            let replaced = state.task
            state.task = Task { [time] in
                while !Task.isCancelled, let pause = work() {
                    do { try await time.sleep(pause) } catch { return }
                }
            }
            return replaced
        }
        replaced?.cancel()
    }
}
