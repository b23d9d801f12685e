import Foundation
import Glibc
import StoreEngine
import Synchronization
import TestSupport
import VisitorHost

/// Visitors at once over SSH, each with a key and a window of their own: each opens the store, buys, waits for all
/// others, moves the selection to and fro, and leaves.
enum VisitorsBenchmark {
    private static let keys = 20

    private struct Tally {
        var opened: [Duration] = []
        var keyTimes: [Duration] = []
        var memory: [Int] = []
        var failures: [String] = []
        var bought = 0
    }

    /// Runs the story and prints a report.
    ///
    /// - Returns: whether all of it is as it should be.
    static func run(visitors: Int) throws -> Bool {
        let host = try SSHHost("--visitor-limit", "\(visitors)", "--network-limit", "\(visitors)")
        for number in 0..<visitors { _ = try host.key("visitor\(number)") }
        let tally = Mutex(Tally())
        let visits = DispatchGroup()
        for number in 0..<visitors {
            visits.enter()
            Thread.detachNewThread {
                defer { visits.leave() }
                do {
                    try visit(of: visitors, as: "visitor\(number)", at: host, tally)
                } catch {
                    tally.withLock { $0.failures.append("\(error)") }
                }
            }
        }
        visits.wait()
        let result = tally.withLock { $0 }
        let audit = try host.audit()
        let charges = audit.accounts.map(\.charges).reduce(0, +)
        for failure in result.failures { print("FAILED       \(failure)") }
        for finding in audit.findings { print("WRONG        \(finding)") }
        print("visitors     \(visitors), \(result.bought) bought, \(charges) charges, \(audit.findings.count) findings")
        print("opened       \(spread(result.opened)) after ssh was started, all at once")
        print("key          \(spread(result.keyTimes)) to the screen, \(keys) keys each, while all are there")
        let memory = result.memory.sorted()
        if let most = memory.last {
            print("memory       \(memory[memory.count / 2]) KiB each at the median, \(most) at most")
        }
        return result.failures.isEmpty && audit.findings.isEmpty && charges == visitors && result.bought == visitors
    }

    private static func visit(of visitors: Int, as name: String, at host: SSHHost, _ tally: borrowing Mutex<Tally>)
        throws
    {
        let clock = ContinuousClock()
        let start = clock.now
        let window = try host.store(key: name)
        let opened = clock.now - start
        try window.buyFive()
        try window.wait(for: " 5 monkey credits")
        tally.withLock {
            $0.opened.append(opened)
            $0.bought += 1
        }
        try window.wait("all others") { _ in tally.withLock { $0.bought + $0.failures.count } >= visitors }
        try window.waitForRest()
        for key in 0..<keys {
            let (before, pressed) = (window.bytes.count, clock.now)
            try window.write(key.isMultiple(of: 2) ? "j" : "k")
            try window.wait("an answer to a key") { $0.bytes.count > before }
            let time = clock.now - pressed
            tally.withLock { $0.keyTimes.append(time) }
            usleep(useconds_t.random(in: 50_000..<150_000))
        }
        let memory = try residentMemory(of: host.processID(of: name))
        tally.withLock { $0.memory.append(memory) }
        _ = try window.leaveStore()
    }

    /// What a process has in memory, in KiB.
    static func residentMemory(of processID: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// The median and the 99th percentile.
    private static func spread(_ times: [Duration]) -> String {
        guard !times.isEmpty else { return "never" }
        let sorted = times.sorted()
        func milliseconds(_ time: Duration) -> String { column(time / .milliseconds(1), width: 0) }
        return "\(milliseconds(sorted[sorted.count / 2])) ms at the median, "
            + "\(milliseconds(sorted[min(sorted.count - 1, sorted.count * 99 / 100)])) ms at the 99th percentile"
    }
}
