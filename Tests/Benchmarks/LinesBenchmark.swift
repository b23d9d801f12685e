import Foundation
import Glibc
import StoreEngine
import TestSupport

/// Lines over a real sshd that go in the middle of a purchase: how long the visitor's program outlives its line, and whether all is
/// charged and credited once.
enum LinesBenchmark {
    private enum Loss: String, CaseIterable {
        case clientKilled = "killed"
        case lineCut = "cut"
        case lineDead = "dead"
    }

    /// Runs the story and prints a table.
    ///
    /// - Returns: whether the store's books and the visitors' balances are right.
    static func run(times: Int) throws -> Bool {
        let host = try SSHHost()
        var (charges, isRight) = (0, true)
        print("the line is     the program ends after, at the median and at most")
        for loss in Loss.allCases {
            let visitor = loss.rawValue
            let lives = try (0..<times).map { _ in try lose(loss, of: visitor, at: host) }.sorted()
            func milliseconds(_ time: Duration) -> String { column(time / .milliseconds(1), width: 10, unit: " ms") }
            print("\(visitor)".padding(toLength: 12, withPad: " ", startingAt: 0), terminator: "")
            print(milliseconds(lives[times / 2]) + milliseconds(lives[times - 1]))
            charges += times
            let next = try host.store(key: visitor)
            try next.wait("\(times) purchases") { $0.screen.text.contains(" \(5 * times) monkey credits") }
            try next.waitForRest()
            isRight = isRight && next.screen.text.contains(" \(5 * times) monkey credits")
        }
        let audit = try host.audit()
        let counted = audit.accounts.map(\.charges).reduce(0, +)
        for finding in audit.findings { print("WRONG        \(finding)") }
        print("\(charges) purchases, \(counted) charges, \(audit.findings.count) findings")
        return isRight && audit.findings.isEmpty && counted == charges
    }

    private static func lose(_ loss: Loss, of visitor: String, at host: SSHHost) throws -> Duration {
        let line = try MeteredProxy(target: host.port)
        let window = try host.purchasing(key: visitor, port: line.port, delayMilliseconds: 2_000)
        let processID = try host.processID(of: visitor)
        // Somewhere in the spinner's turn.
        usleep(useconds_t.random(in: 0..<250_000))
        let start = ContinuousClock.now
        switch loss {
        case .clientKilled: try host.killClient(in: window)
        case .lineCut: line.cut()
        case .lineDead: try line.goDead()
        }
        while isRunning(processID) { usleep(200) }
        return ContinuousClock.now - start
    }

    /// Whether a process has not ended: one that nobody has asked for its end is still listed.
    private static func isRunning(_ processID: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8) else { return false }
        return status[status.lastIndex(of: ")")!...].dropFirst(2).first != "Z"
    }
}
