import ArgumentParser
import Glibc
import StoreRules
import Synchronization
import TestSupport

/// Many visitors at once over SSH, each with a key and a window of their own. Each opens the store, buys,
/// waits for all others, moves the selection up and down, and leaves.
struct VisitorsCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "visitors", abstract: "Many visitors buy over SSH at once.")

    private static let keys = 20

    private struct Tally {
        var opened = Spread()
        var keyTimes = Spread()
        var memory: [Int] = []
        var failures: [String] = []
        var bought = 0
    }

    @Option var visitors = 100

    func holds() async throws -> Bool {
        let visitors = visitors
        let host = try SSHHost("--visitor-limit", "\(visitors)", "--network-limit", "\(visitors)")
        for number in 0..<visitors { _ = try host.key("visitor\(number)") }
        let tally = Mutex(Tally())
        await onThreads(visitors) { number in
            do {
                try Self.visit(of: visitors, as: "visitor\(number)", at: host, tally)
            } catch {
                tally.withLock { $0.failures.append("\(error)") }
            }
        }
        let result = tally.withLock { $0 }
        let audit = try host.audit()
        for failure in result.failures { print("FAILED       \(failure)") }
        for finding in audit.findings { print("WRONG        \(finding)") }
        let charges = audit.charges
        print(
            "visitors     \(visitors), \(result.bought) bought, \(charges) charges, \(audit.findings.count) findings"
        )
        print("opened       \(result.opened) after ssh was started, all at once")
        print("key          \(result.keyTimes) to the screen, \(Self.keys) keys each, while all are there")
        let memory = result.memory.sorted()
        if let most = memory.last {
            print("memory       \(memory[memory.count / 2]) KiB each at the median, \(most) at most")
        }
        return result.failures.isEmpty && audit.findings.isEmpty && charges == visitors
            && result.bought == visitors
    }

    private static func visit(
        of visitors: Int, as name: String, at host: SSHHost, _ tally: borrowing Mutex<Tally>
    ) throws {
        let clock = ContinuousClock()
        let start = clock.now
        let window = try host.store(key: name)
        let opened = clock.now - start
        try window.buyFive()
        tally.withLock {
            $0.opened.times.append(opened)
            $0.bought += 1
        }
        try window.wait("all others") { _ in tally.withLock { $0.bought + $0.failures.count } >= visitors }
        try window.waitForQuietSecond()
        for key in 0..<keys {
            let (before, pressed) = (window.bytes.count, clock.now)
            try window.write(key.isMultiple(of: 2) ? "j" : "k")
            try window.wait("an answer to a key") { $0.bytes.count > before }
            let time = clock.now - pressed
            tally.withLock { $0.keyTimes.times.append(time) }
            usleep(useconds_t.random(in: 50_000..<150_000))
        }
        let memory = try ProcessStatus.residentMemory(of: host.processID(of: name))
        tally.withLock { $0.memory.append(memory) }
        _ = try window.leaveStore()
    }
}
