internal import Foundation
internal import Glibc
internal import Synchronization

/// Counts the whole replica for `Application`, on a thread of its own with the lowest priority. With
/// many purchases a count takes seconds, and all other work of the program, which shares one thread,
/// would have to wait.
final class BackgroundCount: Sendable {
    private let state = Mutex<(isEnded: Bool, done: Task<Void, Never>?)>((false, nil))
    private let threadGuard: ThreadGuard

    init(threadGuard: @escaping ThreadGuard) { self.threadGuard = threadGuard }

    /// - Parameter body: asks its argument from time to time whether to go on.
    func begin(_ body: @escaping @Sendable ((Int) -> Bool) -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        // Whoever ends this waits for the task, even if it is cancelled itself. From the stream it would get
        // nothing then, and not wait.
        let done = Task { for await _ in stream {} }
        state.withLock { $0.done = done }
        Thread.detachNewThread { [self] in
            // On Linux this applies to the thread, not to the process.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            threadGuard { body { _ in state.withLock { !$0.isEnded } } }
            continuation.finish()
        }
    }

    func end() async {
        let done = state.withLock { state in
            state.isEnded = true
            return state.done
        }
        await done?.value
    }
}

/// Runs the work of a thread, so that a crash in it leaves the terminal usable. `monkeystore`
/// passes one to `Application`.
package typealias ThreadGuard = @Sendable (() -> Void) -> Void
