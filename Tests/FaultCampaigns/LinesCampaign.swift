import ArgumentParser
import Foundation
import Glibc
import StoreRules
import TestSupport

/// Connections to a real sshd that are lost in the middle of a purchase. The campaign measures how long the
/// visitor's program runs on, and checks that everything is charged and credited once.
struct LinesCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "lines", abstract: "Loses the connections of visitors in the middle of purchases.")

    private enum Loss: String, CaseIterable {
        case clientKilled = "killed"
        case lineCut = "cut"
        case lineDead = "dead"
    }

    @Option var times = 10

    func holds() throws -> Bool {
        let host = try SSHHost()
        var (charges, isRight) = (0, true)
        print("the line is     the program ends after, at the median and at most")
        for loss in Loss.allCases {
            let visitor = loss.rawValue
            let lives = Spread(times: try (0..<times).map { _ in try Self.lose(loss, of: visitor, at: host) })
            let columns = [50, 100].map {
                column(lives.percentile($0) / .milliseconds(1), width: 10, unit: " ms")
            }
            print(column(visitor, width: 12) + columns.joined())
            charges += times
            let next = try host.store(key: visitor)
            try next.wait("\(times) purchases") { $0.screen.text.contains(" \(5 * times) monkey credits") }
            try next.waitForQuietSecond()
            isRight = isRight && next.screen.text.contains(" \(5 * times) monkey credits")
        }
        let audit = try host.audit()
        for finding in audit.findings { print("WRONG        \(finding)") }
        print("\(charges) purchases, \(audit.charges) charges, \(audit.findings.count) findings")
        return isRight && audit.findings.isEmpty && audit.charges == charges
    }

    private static func lose(_ loss: Loss, of visitor: String, at host: SSHHost) throws -> Duration {
        let line = try MeteredProxy(target: host.port)
        let window = try host.purchasing(key: visitor, port: line.port)
        defer { host.resumeStore() }
        let processID = try host.processID(of: visitor)
        // At a random frame of the spinner.
        usleep(useconds_t.random(in: 0..<250_000))
        let start = ContinuousClock.now
        switch loss {
        case .clientKilled: try host.killClient(in: window)
        case .lineCut: line.cut()
        case .lineDead: try line.goDead()
        }
        while isRunning(processID) {
            guard ContinuousClock.now - start < .seconds(300) else {
                throw ToolError(description: "the program of \(visitor) has not ended")
            }
            usleep(200)
        }
        return ContinuousClock.now - start
    }

    /// Whether a process has not ended: a zombie is still listed.
    private static func isRunning(_ processID: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8) else {
            return false
        }
        return status[status.lastIndex(of: ")")!...].dropFirst(2).first != "Z"
    }
}

extension StoreAudit {
    var charges: Int { accounts.map(\.charges).reduce(0, +) }
}
