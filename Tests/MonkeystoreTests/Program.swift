import FileSystem
import Foundation
import StoreCatalogue
import StoreEngine
import StoreModel
import StoreSQLite
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The real program, run to its end on a data directory of its own.
struct Program: Sendable {
    struct Run: Sendable {
        var status: TerminationStatus
        var output: String
        var error: String

        func json() throws -> Any {
            try JSONSerialization.jsonObject(with: Data(output.utf8), options: [.fragmentsAllowed])
        }
    }

    let folder: TemporaryDirectory
    /// The data directory; not there before the first run.
    let data: String

    /// A program whose data directory is at `data`, or in a folder of its own.
    init(data: String? = nil) throws {
        folder = try TemporaryDirectory()
        self.data = data ?? folder.path + "/data"
    }

    func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Run {
        try await run(arguments, environment: environment)
    }

    /// Runs `monkeystore` with these arguments and this data directory. The input comes from a file, so that it does not
    /// matter how much of it the program reads.
    func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) async throws -> Run {
        let file = folder.path + "/input-" + UUID().uuidString
        try input.write(toFile: file, atomically: false, encoding: .utf8)
        var variables: [Environment.Key: String] = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
        for (name, value) in environment { variables[Environment.Key(rawValue: name)!] = value }
        let result = try await Subprocess.run(
            .path(FilePath(BuiltProgram.path)), arguments: Arguments(arguments + ["--data-dir", data]),
            environment: .custom(variables),
            input: .fileDescriptor(.open(FilePath(file), .readOnly), closeAfterSpawningProcess: true),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        return Run(status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
    }

    /// The calls to the disk, each its function and file, of a run: for paths with `files`, or the data directory.
    func calls(of arguments: String..., files: String? = nil, input: String = "") async throws -> [Substring] {
        let log = folder.path + "/calls"
        let environment = try KillSwitch(.countOnly, files: files ?? data, log: log).environment
        let run = try await run(arguments, input: input, environment: environment)
        #expect(run.status == .exited(0), "\(run.error)")
        return try KillSwitch.calls(in: log)
    }

    /// Expects that a run said something, and that neither that nor the log, which it returns, steers a terminal.
    @discardableResult
    func expectPrintable(_ run: Run) -> String? {
        #expect(!(run.output + run.error).isEmpty)
        #expect(run.output.unprintable.isEmpty, "\(run.output)")
        #expect(run.error.unprintable.isEmpty, "\(run.error)")
        let log = try? String(
            contentsOfFile: folder.path + "/.local/state/monkeystore/monkeystore.log", encoding: .utf8)
        #expect(log?.unprintable.isEmpty != false, "\(log ?? "")")
        return log
    }

    /// Puts settings of the store in force while no program runs.
    func set(_ settings: StoreSettings) async throws { try AppStore.bundled(in: data).apply(settings) }

    /// The same program on a copy of the data directory, as it is now.
    func copy() throws -> Program {
        let copy = try Program()
        if FileManager.default.fileExists(atPath: data) {
            try FileManager.default.copyItem(atPath: data, toPath: copy.data)
        }
        return copy
    }
}
