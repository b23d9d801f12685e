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

    @Test func `Work that takes the place of work under way is done next`() async throws {
        let done = Recorder<String>()
        let timer = WorkTimer(time: ManualTime().source)
        timer.start { [weak timer] in
            done.note(["first"])
            // Only once, even if the first work is done again.
            if done.calls == ["first"] {
                timer?.start {
                    done.note(["second"])
                    return nil
                }
            }
            return nil
        }
        try await done.waitForMore(than: 0)
        try await done.waitForMore(than: 1)
        #expect(done.calls == ["first", "second"])
    }
}
