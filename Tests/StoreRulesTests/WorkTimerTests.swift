import Dispatch
import TestSupport
import Testing

@testable import StoreRules

@Suite(.timeLimit(.minutes(5))) struct WorkTimerTests {
    private final class QueueExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "queue-executor")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @Test func `A timer works where it is told to, also when it is woken`() async {
        let (places, place) = AsyncStream.makeStream(of: Bool.self)
        let timer = WorkTimer(time: ManualTime().source)
        timer.start(on: QueueExecutor()) {
            place.yield(withUnsafeCurrentTask { $0.map { $0.unownedTaskExecutor != nil } ?? false })
            return nil
        }
        let first = await places.first { _ in true }
        timer.wake()
        let second = await places.first { _ in true }
        #expect(first == true && second == true)
    }
}
