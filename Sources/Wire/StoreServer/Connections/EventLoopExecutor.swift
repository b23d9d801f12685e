internal import NIOCore

/// Runs the task of a connection on the connection's event loop, for `RequestChannel`. On Swift's own threads, a
/// request and its answer would each be handed to another thread, which has to wake up first. What takes long,
/// or waits for the disk, runs on threads of its own (`ThreadMiddleware`).
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
