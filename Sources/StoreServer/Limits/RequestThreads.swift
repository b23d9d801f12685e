internal import Foundation
internal import Synchronization

/// Threads for the work of requests, made as needed up to a limit. Swift's own are as few as the processors: a request that waits for
/// the disk there makes all others wait.
final class RequestThreads: TaskExecutor {
    /// Shared by the threads, which do not retain the executor and end with it.
    private final class Queue: Sendable {
        struct State {
            var jobs: [UnownedJob] = []
            var threads = 0
            var idle = 0
            var isOver = false
        }

        let state = Mutex(State())
        /// Counts jobs that no thread has taken.
        let jobs = DispatchSemaphore(value: 0)

        /// Waits for the next job; nil at the end.
        func next() -> UnownedJob? {
            state.withLock { $0.idle += 1 }
            jobs.wait()
            return state.withLock { state in
                state.idle -= 1
                return state.isOver ? nil : state.jobs.removeFirst()
            }
        }
    }

    private let most: Int
    private let mostWaiting: Int
    private let queue = Queue()

    /// Threads for the frequent requests of customers: many, because most of them wait for the disk.
    static func ofCustomers() -> RequestThreads { RequestThreads(most: 16, mostWaiting: 1024) }

    /// Threads for long work: receipts, histories, and the requests of operators. They leave a processor and room at the database to
    /// others.
    static func ofLongWork() -> RequestThreads {
        RequestThreads(most: min(4, max(1, ProcessInfo.processInfo.activeProcessorCount - 1)), mostWaiting: 64)
    }

    /// A thread on which streams of updates begin. When many come at once, as after a restart, each waits for the one before, and
    /// other requests do not.
    static func ofStreams() -> RequestThreads { RequestThreads(most: 1, mostWaiting: 4096) }

    /// `most` limits the threads, and `mostWaiting` the requests that wait for one.
    init(most: Int, mostWaiting: Int) {
        self.most = most
        self.mostWaiting = mostWaiting
    }

    deinit {
        let threads = queue.state.withLock { state in
            state.isOver = true
            return state.threads
        }
        for _ in 0..<threads { queue.jobs.signal() }
    }

    var hasRoom: Bool { queue.state.withLock { $0.jobs.count } < mostWaiting }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = queue.state.withLock { state in
            state.jobs.append(job)
            guard state.jobs.count > state.idle, state.threads < most else { return false }
            state.threads += 1
            return true
        }
        queue.jobs.signal()
        guard needsThread else { return }
        let executor = asUnownedTaskExecutor()
        Thread.detachNewThread { [queue] in
            while let job = queue.next() { job.runSynchronously(on: executor) }
        }
    }
}
