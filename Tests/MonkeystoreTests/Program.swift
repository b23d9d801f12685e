import DeviceStorage
import Foundation
import StoreModel
import StoreRules
import Subprocess
import Synchronization
import TestSupport
import Testing

@testable import monkeystore

/// The real program, run to its end on a data directory of its own.
struct Program: Sendable {
    typealias Run = FinishedProgram

    let folder: TemporaryDirectory
    /// The data directory; it does not exist before the first run.
    let data: String

    /// A program whose data directory is at `data`, or in a folder of its own.
    init(data: String? = nil) throws {
        folder = try TemporaryDirectory()
        self.data = data ?? folder.path + "/data"
    }

    func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Run {
        try await run(arguments, environment: environment)
    }

    /// Runs it while something happens at one of its calls to the disk: for paths with `files`, or the
    /// data directory.
    @discardableResult
    func run(
        _ arguments: String..., under action: KillSwitch.Action, files: String? = nil
    ) async throws -> Run {
        try await run(arguments, environment: KillSwitch(action, files: files ?? data).environment)
    }

    /// Runs it, and expects success.
    @discardableResult
    func succeed(
        _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Run {
        try await succeed(arguments, sourceLocation: sourceLocation)
    }

    @discardableResult
    func succeed(
        _ arguments: [String], input: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Run {
        let run = try await run(arguments, input: input)
        #expect(run.status == .exited(0), "\(run.error)", sourceLocation: sourceLocation)
        return run
    }

    /// Runs `monkeystore` with these arguments and this data directory.
    func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Run {
        var variables: [Environment.Key: String] = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
        for (name, value) in environment { variables[Environment.Key(rawValue: name)!] = value }
        return try await Run(
            BuiltProgram.path, arguments + ["--data-dir", data], input: input, environment: variables,
            in: folder.path)
    }

    /// The calls to the disk that a run makes, each as its function and file: for paths with `files`, or the
    /// data directory.
    func calls(
        of arguments: String..., files: String? = nil, input: String = ""
    ) async throws -> [Substring] {
        let log = folder.path + "/calls"
        let environment = try KillSwitch(.countOnly, files: files ?? data, log: log).environment
        let run = try await run(arguments, input: input, environment: environment)
        #expect(run.status == .exited(0), "\(run.error)")
        return try KillSwitch.calls(in: log)
    }

    /// Expects that a run said something, and that neither this nor the log, which is returned, controls
    /// a terminal.
    @discardableResult
    func expectPrintable(_ run: Run) -> String? {
        run.expectPrintable()
        let log = try? String(
            contentsOfFile: folder.path + "/.local/state/monkeystore/monkeystore.log", encoding: .utf8)
        #expect(log?.unprintable.isEmpty != false, "\(log ?? "")")
        return log
    }

    /// A file beside the data directory with this text in it.
    func file(_ name: String, _ text: String) throws -> String {
        let path = folder.path + "/" + name
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    /// Edits a database, as a user can with the sqlite3 program.
    func edit(_ sql: String, in file: String = "device.sqlite") async throws {
        try SQLiteFile(data + "/" + file).run(sql)
    }

    /// Moves everything that a database holds from the log beside it into the file itself.
    func checkpoint(_ file: String) async throws {
        try SQLiteFile(data + "/" + file).checkpoint()
    }

    /// Keeps a copy of a database, and returns a function that puts it back.
    func keep(_ file: String) async throws -> () throws -> Void {
        let (path, files) = (data + "/" + file, FileManager.default)
        let kept = folder.path + "/earlier-" + file
        try await checkpoint(file)
        try files.copyItem(atPath: path, toPath: kept)
        return {
            for name in [path, path + "-wal", path + "-shm"] { try? files.removeItem(atPath: name) }
            try files.moveItem(atPath: kept, toPath: path)
        }
    }

    /// Puts settings of the store in force, also for a program that runs.
    func set(_ change: (inout StoreSettings) -> Void) throws { try AppStore.bundled(in: data).set(change) }

    /// The same program on a copy of the data directory, as it is now.
    func copy() throws -> Program {
        let copy = try Program()
        if FileManager.default.fileExists(atPath: data) {
            try FileManager.default.copyItem(atPath: data, toPath: copy.data)
        }
        return copy
    }
}

extension FinishedProgram {
    func json() throws -> Any {
        try JSONSerialization.jsonObject(with: Data(output.utf8), options: [.fragmentsAllowed])
    }

    func object() throws -> [String: Any] { try #require(try json() as? [String: Any]) }

    func array() throws -> [[String: Any]] { try #require(try json() as? [[String: Any]]) }

    /// Expects that it failed, gave the reason in one sentence with these words, and did nothing else.
    func expectRefusal(
        _ status: Int32, _ words: String, _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let comment = comment ?? "\(error)"
        #expect(self.status == .exited(status), comment, sourceLocation: sourceLocation)
        #expect(error.contains(words) && output.isEmpty, comment, sourceLocation: sourceLocation)
        #expect(error.split(separator: "\n").count == 1, comment, sourceLocation: sourceLocation)
    }
}

/// Does something for each number, four of them at a time.
func inParallel(
    _ numbers: some Collection<Int>, _ body: @escaping @Sendable (Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, number) in numbers.enumerated() {
            if index > 3 { try await group.next() }
            group.addTask { try await body(number) }
        }
        try await group.waitForAll()
    }
}

/// Counts the runs of a program that were killed.
final class Kills: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }

    /// Expects that a run was killed, or came to its end: the number of calls differs a little from run to run,
    /// so a kill at one of the last may come too late.
    func note(_ run: Program.Run, _ call: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        let isKilled = run.status == .signaled(SIGKILL)
        if isKilled { number.withLock { $0 += 1 } }
        #expect(
            isKilled || run.status == .exited(0), "call \(call): \(run.error)",
            sourceLocation: sourceLocation)
    }
}

/// Backups of a program's data. If a story is about the commands, the commands make and restore them;
/// otherwise the same functions do so in the test's own process. There a passphrase costs nothing, while the
/// programs need 0.6 s each time.
extension Program {
    static let passphrase = "bananas for ever"

    func backUp() throws -> BackupFile {
        let backup = BackupFile(path: newBackupPath, rounds: 2)
        try backup.write(from: data, passphrase: Self.passphrase) { _ in }
        return backup
    }

    static func restored(from backup: BackupFile) throws -> Program {
        let program = try Program()
        try backup.restore(
            to: program.data, passphrase: passphrase, progress: { _ in }, prepare: RestoreBackup.prepare)
        return program
    }

    /// The path of a backup that the command has made.
    func backUpByCommand(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let file = newBackupPath
        let run = try await run(["backup", file], input: Self.passphrase + "\n")
        #expect(run.status == .exited(0) && run.error.isEmpty, "\(run.error)", sourceLocation: sourceLocation)
        return file
    }

    static func restoredByCommand(
        from file: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Program {
        let program = try Program()
        let run = try await program.restore(file)
        #expect(run.status == .exited(0) && run.error.isEmpty, "\(run.error)", sourceLocation: sourceLocation)
        return program
    }

    func restore(_ file: String, environment: [String: String] = [:]) async throws -> Run {
        try await run(["restore-backup", file], input: Self.passphrase + "\n", environment: environment)
    }

    /// The files beside the program's data that are named after it.
    func drafts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("data.") }
    }

    private var newBackupPath: String { folder.path + "/backup-" + UUID().uuidString }
}
