internal import Foundation
internal import Synchronization

/// Threads for requests to read, write and compute on. Swift's own are as few as there are processors: whoever waits for a disk there
/// makes everybody wait. As many as are needed are made, up to a limit.
final class RequestThreads: TaskExecutor {
    /// What the threads share. They do not keep the executor, and end when it does.
    private final class Queue: Sendable {
        struct State {
            var jobs: [UnownedJob] = []
            var threads = 0
            /// How many of them have nothing to do.
            var idle = 0
            var isOver = false
        }

        let state = Mutex(State())
        /// Counts jobs that nobody has taken.
        let jobs = DispatchSemaphore(value: 0)

        /// Waits for the next job; nil when there will be none.
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

    /// Threads for what customers ask for all the time: many, because most of them wait for the disk.
    static func ofCustomers() -> RequestThreads { RequestThreads(most: 16, mostWaiting: 1024) }

    /// Threads for what takes long: receipts, histories, and what operators do. They leave a processor to the others, and room at the
    /// database.
    static func ofLongWork() -> RequestThreads {
        RequestThreads(most: min(4, max(1, ProcessInfo.processInfo.activeProcessorCount - 1)), mostWaiting: 64)
    }

    /// A thread for streams of updates to begin on. When many come at once, as after a restart, each waits for the one before, and
    /// other requests do not wait for them.
    static func ofStreams() -> RequestThreads { RequestThreads(most: 1, mostWaiting: 4096) }

    /// - Parameters:
    ///   - most: how many threads there may be.
    ///   - mostWaiting: how many requests may wait for one.
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

    /// Whether one more request may wait.
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
