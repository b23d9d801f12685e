internal import ArgumentParser
internal import Foundation
internal import StoreModel
internal import TestSupport

/// Sends changed inputs, for some minutes, to one part of the product that takes input from strangers.
/// Another process, `FuzzRun`, takes them. Its crash is a finding. So is an input that takes too long, memory
/// that grows, or a finding of the target itself. The input of a finding is kept in a file.
struct FuzzCampaign: Campaign {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract:
            "Sends changed inputs to one part that takes input from strangers, and keeps those that it fails on."
    )

    static let targets = FuzzRun.targets.map(\.key)

    /// How long one input may take: much longer than any input needs, even on a busy machine.
    private static let patience = Duration.seconds(120)
    static let mostFindings = 20

    private struct Tally {
        var inputs = 0
        var findings = 0
        var memory: [Int] = []
    }

    @Argument(help: "\(FuzzCampaign.targets.joined(separator: ", ")).") var target: String
    @Option var minutes = 10
    @Option(help: "The same seed and number make the same input.") var seed = Int.random(in: 1...1_000_000)
    @Option(help: "The number of the first input.") var first = 1
    @Option(help: .hidden) var record: String?
    @Option(help: .hidden) var seconds = 60

    func validate() throws {
        guard Self.targets.contains(target) else {
            throw ValidationError("A target is \(Self.targets.joined(separator: ", ")).")
        }
    }

    func holds() throws -> Bool {
        guard let record else { return try findsNothing() }
        // The process that makes the inputs, which the campaign starts.
        try FuzzRun.run(target, seed: seed, first: first, recordPath: record, seconds: seconds)
        return true
    }

    private func findsNothing() throws -> Bool {
        let folder = try TemporaryDirectory()
        let recordPath = folder.path + "/record"
        let record = FuzzRecord(path: recordPath)
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .seconds(60 * minutes)
        // The input says more than a backtrace, and not every build can make one.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        var tally = Tally()
        var next = first
        say("\(target): seed \(seed), \(minutes) minutes")
        while clock.now < end, tally.findings < Self.mostFindings {
            let seconds = Int((end - clock.now) / .seconds(1)) + 1
            let child = try ChildProcess(
                [
                    "/proc/self/exe", "fuzz", target, "--seed", "\(seed)", "--first", "\(next)", "--record",
                    recordPath,
                    "--seconds", "\(seconds)",
                ], environment: environment)
            let before = tally.findings
            let wasHanging = Self.watch(child, record, since: start, &tally)
            let status = child.wait()
            let entry = record.entry ?? FuzzRecord.Entry()
            tally.inputs += entry.number - next + 1
            tally.findings = before + entry.findings
            if status != .status(0) {
                tally.findings += 1
                let what = wasHanging ? "no answer for \(Self.patience)" : "\(status)"
                Self.keep(record.input, of: target, number: entry.number, what)
            }
            next = entry.number + 1
        }
        return Self.report(target, tally, in: clock.now - start, seed: seed)
    }

    /// Prints the child's output and measures the child until it ends. Returns whether it had to be killed.
    private static func watch(
        _ child: ChildProcess, _ record: FuzzRecord, since start: ContinuousClock.Instant,
        _ tally: inout Tally
    ) -> Bool {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while case let piece = child.read(), !piece.isEmpty {
                FileHandle.standardOutput.write(Data(piece))
            }
            ended.signal()
        }
        let clock = ContinuousClock()
        // The entry is that of the previous process until this one has started.
        let old = record.entry
        var (last, seen) = (old, clock.now)
        while ended.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
            guard let entry = record.entry, entry != old else { continue }
            if entry != last { (last, seen) = (entry, clock.now) }
            if clock.now - seen > patience {
                child.kill()
                ended.wait()
                return true
            }
            if tally.memory.count < Int((clock.now - start) / .seconds(60)),
                let memory = try? ProcessStatus.residentMemory(of: entry.processID)
            {
                tally.memory.append(memory)
                say(
                    "minute \(tally.memory.count): input \(entry.number), memory \(megabytes(memory)), \(tally.findings + entry.findings) findings"
                )
            }
        }
        return false
    }

    private static func report(_ target: String, _ tally: Tally, in time: Duration, seed: Int) -> Bool {
        let first = tally.memory.first ?? 0
        let last = tally.memory.last ?? 0
        // A store keeps its data on the disk, and only a little of it in caches.
        let grew = last > first + first / 4 + 16_384
        let perSecond = column(Double(tally.inputs) / (time / .seconds(1)), width: 0)
        say(
            "\(target): \(tally.inputs) inputs, \(perSecond) a second, \(tally.findings) findings; memory \(megabytes(first)) "
                + "after a minute, \(megabytes(last)) at the end\(grew ? ", which is growth" : ""); seed \(seed)"
        )
        return tally.findings == 0 && !grew
    }

    /// Writes the input of a finding into a file, and prints a line.
    static func keep(_ input: [UInt8], of target: String, number: Int, _ what: String) {
        let path = NSTemporaryDirectory() + "monkeystore-fuzz-\(target)-\(number).hex"
        try? Data(Hexadecimal.encode(input).utf8).write(to: URL(fileURLWithPath: path))
        say("FINDING      input \(number): \(what)\n             \(path)")
    }

    private static func megabytes(_ kibibytes: Int) -> String {
        column(Double(kibibytes) / 1024, width: 0, unit: " MiB")
    }
}
