internal import Foundation
internal import Glibc

/// Nanoseconds per call of `body`: the median of several samples of about 20 milliseconds each.
func nanosecondsPerCall(samples: Int = 9, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    func nanoseconds(for calls: Int) -> Double {
        clock.measure { for _ in 0..<calls { body() } } / .nanoseconds(1)
    }
    // The first guess also warms up caches and anything that is made lazily.
    let calls = max(100, Int(20e6 / (nanoseconds(for: 1000) / 1000)))
    return (0..<samples).map { _ in nanoseconds(for: calls) / Double(calls) }.sorted()[samples / 2]
}

/// How long answers took, and how many did not come.
struct Spread: CustomStringConvertible, Sendable {
    var times: [Duration] = []
    var refused = 0

    /// The time within which so many hundredths of the answers came.
    func percentile(_ hundredths: Int) -> Duration {
        let sorted = times.sorted()
        return sorted.isEmpty
            ? .seconds(3600) : sorted[min(sorted.count - 1, sorted.count * hundredths / 100)]
    }

    var description: String {
        func text(_ duration: Duration) -> String { column(duration / .milliseconds(1), width: 7) }
        return "\(times.count) answered, \(refused) refused,\(text(percentile(50))) ms at the median,"
            + "\(text(percentile(99))) at the 99th percentile,\(text(times.max() ?? .zero)) at most"
    }
}

/// A number with one decimal, right-aligned.
func column(_ number: Double, width: Int, unit: String = "") -> String {
    let tenths = Int((number * 10).rounded())
    let text = "\(tenths / 10).\(tenths % 10)\(unit)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Text, left-aligned in a column.
func column(_ text: String, width: Int) -> String {
    text.padding(toLength: width, withPad: " ", startingAt: 0)
}

/// Prints a line at once, for readers of a long run.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Runs work once for each number, on a thread of its own, and returns when all have ended.
func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) async {
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
func giveWay() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }
