internal import Foundation
internal import Glibc
internal import TestSupport

/// The process that makes the inputs and gives them to a target, for `FuzzCampaign`.
enum FuzzRun {
    static var targets: KeyValuePairs<String, any FuzzTarget.Type> {
        [
            "routes": RoutesTarget.self, "sign-in": SignInTarget.self, "receipts": ReceiptsTarget.self,
            "tokens": TokensTarget.self, "catalogue": CatalogueTarget.self, "keys": KeysTarget.self,
            "backup": BackupTarget.self, "pictures": PicturesTarget.self,
        ]
    }

    private static let inputsBetweenCheckUps = 1000

    /// Makes and takes inputs for some seconds, from number `first` on. Each one is written down before it
    /// is taken.
    static func run(_ name: String, seed: Int, first: Int, recordPath: String, seconds: Int) throws {
        signal(SIGPIPE, SIG_IGN)
        let folder = (recordPath as NSString).deletingLastPathComponent + "/\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard let kind = targets.first(where: { $0.key == name })?.value else { preconditionFailure(name) }
        let target = try kind.init(folder: folder)
        let record = FuzzRecord(path: recordPath)
        let end = ContinuousClock.now + .seconds(seconds)
        var entry = FuzzRecord.Entry()
        for number in first... {
            var random = SeededGenerator(
                seed: UInt64(bitPattern: Int64(seed)) &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
            let input = target.input(&random)
            (entry.number, entry.processID) = (number, target.processID)
            record.write(entry, input)
            func find(_ what: String) {
                entry.findings += 1
                FuzzCampaign.keep(input, of: name, number: number, what)
                record.write(entry, input)
            }
            do {
                let watched = target.processID
                let before = processorTime(with: watched)
                if let what = try target.take(input) { find(what) }
                let time = processorTime(with: watched) - before
                // If the watched process has ended meanwhile, its whole time would be counted.
                if target.processID == watched, time > target.mostProcessorTime {
                    find("took \(column(time, width: 0)) s of the processors")
                }
                let isLast = ContinuousClock.now >= end
                if isLast || number % inputsBetweenCheckUps == 0, let what = try target.checkUp() {
                    find(what)
                }
                if isLast { return }
            } catch { find("\(error)") }
            if entry.findings >= FuzzCampaign.mostFindings { return }
        }
    }

    /// The processor time, in seconds, of this process, of the processes that it started and that have ended,
    /// and of the watched one.
    private static func processorTime(with watched: Int32) -> Double {
        let own = [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, who in
            var usage = rusage()
            getrusage(__rusage_who_t(who.rawValue), &usage)
            return [usage.ru_utime, usage.ru_stime].reduce(sum) {
                $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
            }
        }
        guard watched != getpid(), let other = try? ProcessStatus.processorTime(of: watched) else {
            return own
        }
        return own + other / .seconds(1)
    }
}

/// Waits on this thread for asynchronous work.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let (result, isThere) = (Recorder<Result<Value, any Error>>(), DispatchSemaphore(value: 0))
    Task.detached {
        do { result.note([.success(try await work())]) } catch { result.note([.failure(error)]) }
        isThere.signal()
    }
    isThere.wait()
    return try result.calls[0].get()
}
