internal import StoreEngine
internal import TestSupport

/// The real program buys on one data directory, round after round: two at once, then one that is killed at a random call to the
/// disk. After each round the store's books, the balance and the history must agree.
enum KillsBenchmark {
    private static let credits = 5

    /// - Returns: whether all books agreed.
    static func run(rounds: Int) throws -> Bool {
        let folder = try TemporaryDirectory()
        let device = CustomerDevice(in: folder.path)
        let buy = ["buy", "consume\(credits)credits", "--yes"]
        let log = folder.path + "/calls"
        try device.run(buy)
        try device.run(buy, environment: KillSwitch(.countOnly, files: device.data, log: log).environment)
        let calls = try KillSwitch.calls(in: log).count
        let store = try AppStore.bundled(in: device.data)
        var (kills, faults) = (0, 0)
        for round in 1...rounds {
            let pair = [try device.start(buy), try device.start(buy)]
            for run in pair.map({ $0.waitForOutput() }) where run.end != .status(0) {
                faults += 1
                print("round \(round): \(run)")
            }
            let killSwitch = try KillSwitch(.killBefore(call: .random(in: 1...calls)), files: device.data)
            if try device.run(buy, environment: killSwitch.environment).end != .status(0) { kills += 1 }
            let history = try device.run(["history"])
            let audit = try store.audit()
            let balance = try device.run(["balance"]).output
            let isRight =
                history.end == .status(0) && audit.findings.isEmpty && audit.accounts.allSatisfy(\.isClosed)
                && balance == "\(credits * audit.charges) monkey credits\n"
            if !isRight {
                faults += 1
                print("round \(round): \(balance) \(audit) \(history.output)")
            }
        }
        print("\(rounds) rounds, \(kills) kills, \(faults) faults")
        return faults == 0
    }
}
