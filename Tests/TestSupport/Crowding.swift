internal import Foundation
internal import Glibc

/// Runs work once for each number, on a thread of its own, and returns when all have ended.
package func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) async {
    await withTaskGroup { group in
        for number in 0..<count {
            group.addTask {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        work(number)
                        continuation.resume()
                    }
                }
            }
        }
    }
}

/// Lets other threads have the processors first, as if this thread's work were done on another machine.
package func giveWay() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }
