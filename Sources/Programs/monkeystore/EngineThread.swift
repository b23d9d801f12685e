internal import CursesTerminal
internal import Dispatch
internal import Foundation
internal import Synchronization
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// The one thread that runs all asynchronous work of the program, and sleeps if there is nothing to do.
/// `Program` installs it instead of Swift's own pool, which is built on Dispatch. Dispatch checks the
/// pool once a second: a waiting storefront would wake 60 times and use 3 ms of processor time each
/// minute, and would have 7 threads after its first frame. With this thread it does not wake, and has 4
/// threads. No supported API does the same: a task's own executor applies neither to the tasks that it
/// starts nor to a sleep.
final class EngineThread: TaskExecutor, SchedulingExecutor {
    private struct Work {
        var ready: [UnownedJob] = []
        var delayed: [(due: DispatchTime, job: UnownedJob)] = []
        var hasThread = false

        /// Moves what is due at `now` to what is ready.
        mutating func wake(at now: DispatchTime) {
            ready += delayed.filter { $0.due <= now }.sorted { $0.due < $1.due }.map(\.job)
            delayed.removeAll { $0.due <= now }
        }
    }

    private let work = Mutex(Work())
    private let arrived = DispatchSemaphore(value: 0)

    /// Makes this the thread that tasks and actors run on. Call it before the first task.
    static func install() { _createExecutors(factory: Factory.self) }

    private enum Factory: ExecutorFactory {
        static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
        static let defaultExecutor: any TaskExecutor = EngineThread()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        add { $0.ready.append(job) }
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        guard let delay = delay as? Duration else { fatalError("\(C.self) does not count in seconds") }
        let job = UnownedJob(job)
        let due = DispatchTime.now() + (delay / .seconds(1))
        add { $0.delayed.append((due, job)) }
    }

    private func add(_ change: (inout Work) -> Void) {
        let isFirst = work.withLock { work in
            change(&work)
            defer { work.hasThread = true }
            return !work.hasThread
        }
        // Not before there is a job, because the thread inherits the signals that are blocked by then.
        if isFirst { Thread.detachNewThread { CursesTerminal.guardThread { self.run() } } }
        arrived.signal()
    }

    private func run() -> Never {
        while true {
            let (jobs, due) = work.withLock { work in
                work.wake(at: .now())
                defer { work.ready.removeAll(keepingCapacity: true) }
                return (work.ready, work.delayed.map(\.due).min())
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if jobs.isEmpty { _ = arrived.wait(timeout: due ?? .distantFuture) }
        }
    }
}
