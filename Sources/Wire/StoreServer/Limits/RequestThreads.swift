internal import Foundation
internal import Hummingbird
internal import NIOCore
internal import StoreModel
internal import Synchronization

/// Threads for the work of requests, made as needed up to a limit. `StoreRoutes` runs routes on them
/// (`ThreadMiddleware`). There are only as many event loops as processors, and a request that waits for the
/// disk on one of them makes all its other connections wait.
package final class RequestThreads: TaskExecutor {
    /// Shared by the threads, which do not retain the executor and end with it.
    private final class Queue: Sendable {
        struct State {
            var jobs = CircularBuffer<UnownedJob>()
            var threads = 0
            var idle = 0
            /// Whether a thread has been woken or made and has not looked for a job yet.
            var isThreadComing = false
            var isOver = false
        }

        private enum Help { case idleThread, newThread }

        private let most: Int
        private let state = Mutex(State())
        private let wakes = DispatchSemaphore(value: 0)

        init(most: Int) { self.most = most }

        var waitingCount: Int { state.withLock { $0.jobs.count } }

        func add(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
            let help = state.withLock { state in
                state.jobs.append(job)
                return neededHelp(&state)
            }
            call(help, for: executor)
        }

        func end() {
            let threads = state.withLock { state in
                state.isOver = true
                return state.threads
            }
            for _ in 0..<threads { wakes.signal() }
        }

        /// Says which thread to call for the jobs that wait. One comes at a time, and calls the next. Waking
        /// many threads at once for short jobs costs more than the jobs.
        private func neededHelp(_ state: inout State) -> Help? {
            guard !state.jobs.isEmpty, !state.isThreadComing else { return nil }
            if state.idle > 0 {
                state.idle -= 1
                state.isThreadComing = true
                return .idleThread
            }
            guard state.threads < most else { return nil }
            state.threads += 1
            state.isThreadComing = true
            return .newThread
        }

        private func call(_ help: Help?, for executor: UnownedTaskExecutor) {
            switch help {
            case nil: break
            case .idleThread: wakes.signal()
            case .newThread: Thread.detachNewThread { [self] in run(on: executor) }
            }
        }

        private func run(on executor: UnownedTaskExecutor) {
            var isComing = true
            while true {
                let (job, help, isOver) = state.withLock { state -> (UnownedJob?, Help?, Bool) in
                    if isComing { state.isThreadComing = false }
                    guard !state.isOver else { return (nil, nil, true) }
                    let job = state.jobs.popFirst()
                    if job == nil { state.idle += 1 }
                    return (job, neededHelp(&state), false)
                }
                guard !isOver else { return }
                call(help, for: executor)
                job?.runSynchronously(on: executor)
                if job == nil { wakes.wait() }
                isComing = job == nil
            }
        }
    }

    private let mostWaiting: Int
    private let queue: Queue

    /// Threads for long work: receipts, histories, operators' requests. They leave one processor, and room at
    /// the database, for others.
    static func ofLongWork() -> RequestThreads {
        RequestThreads(
            most: min(4, max(1, ProcessInfo.processInfo.activeProcessorCount - 1)), mostWaiting: 64)
    }

    /// Threads for what a server does by itself, such as renewals and notifications. If the database hangs,
    /// they wait for it. Connections begin on Swift's own threads, which are only as many as processors.
    package static func ofOwnWork() -> RequestThreads { RequestThreads(most: 4, mostWaiting: .max) }

    /// `most` limits the threads, and `mostWaiting` limits the requests that wait for one.
    init(most: Int, mostWaiting: Int) {
        self.mostWaiting = mostWaiting
        queue = Queue(most: most)
    }

    deinit { queue.end() }

    var hasRoom: Bool { queue.waitingCount < mostWaiting }

    package func enqueue(_ job: consuming ExecutorJob) {
        queue.add(UnownedJob(job), for: asUnownedTaskExecutor())
    }
}

/// Runs the routes after it on threads of their own. It comes after `BodyLimit`, so a request that has not
/// arrived takes up no thread.
struct ThreadMiddleware: RouterMiddleware {
    let threads: RequestThreads

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        try await run { try await next(request, context) }
    }

    /// Runs work on these threads. Throws `HTTPFailure` (503) if too much waits for them.
    func run<Value>(_ work: () async throws -> Value) async throws -> Value {
        guard threads.hasRoom else {
            throw HTTPFailure(.serviceUnavailable, error: .cannotConnect)
        }
        return try await withTaskExecutorPreference(threads) { try await work() }
    }
}
