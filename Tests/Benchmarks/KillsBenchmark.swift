internal import FileSystem
internal import Foundation
internal import StoreCatalogue
internal import StoreEngine
internal import StoreSQLite
internal import TestSupport

/// The real program buys on one data directory, round after round: two at once, then one that is killed at a call to the disk
/// which nobody chose. After each round the store's books, the balance and the history must agree.
enum KillsBenchmark {
    private static let credits = 5

    /// - Returns: whether all books agreed.
    static func run(rounds: Int) throws -> Bool {
        let folder = try TemporaryDirectory()
        let data = folder.path + "/data"
        let environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
        func start(_ words: [String], _ more: [String: String] = [:]) throws -> ChildProcess {
            try ChildProcess(
                [BuiltProgram.path] + words + ["--data-dir", data], environment: environment.merging(more) { $1 })
        }
        func end(_ process: ChildProcess) -> (end: ProcessEnd, output: String) {
            var bytes: [UInt8] = []
            while case let piece = process.read(), !piece.isEmpty { bytes += piece }
            return (process.wait(), String(decoding: bytes, as: UTF8.self))
        }
        let buy = ["buy", "consume\(credits)credits", "--yes"]
        let log = folder.path + "/calls"
        _ = end(try start(buy))
        _ = end(try start(buy, KillSwitch(.countOnly, files: data, log: log).environment))
        let calls = try KillSwitch.calls(in: log).count
        let store = try AppStore(directory: DataDirectory(path: data), catalogue: .bundled())
        var (kills, faults) = (0, 0)
        for round in 1...rounds {
            let pair = [try start(buy), try start(buy)]
            for run in pair.map(end) where run.end != .status(0) {
                faults += 1
                print("round \(round): \(run)")
            }
            let killed = try start(
                buy, KillSwitch(.killBefore(call: .random(in: 1...calls)), files: data).environment)
            if end(killed).end != .status(0) { kills += 1 }
            let history = end(try start(["history"]))
            let audit = try store.audit()
            let charges = audit.accounts.map(\.charges).reduce(0, +)
            let balance = end(try start(["balance"])).output
            let isRight =
                history.end == .status(0) && audit.findings.isEmpty && audit.accounts.allSatisfy(\.isClosed)
                && balance == "\(credits * charges) monkey credits\n"
            if !isRight {
                faults += 1
                print("round \(round): \(balance) \(audit) \(history.output)")
            }
        }
        print("\(rounds) rounds, \(kills) kills, \(faults) faults")
        return faults == 0
    }
}
