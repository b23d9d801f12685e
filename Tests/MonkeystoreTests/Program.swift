import Foundation
import Subprocess
import SystemPackage
import TestSupport

/// The real program, run to its end on a data directory of its own.
struct Program: Sendable {
    /// How a run ended and what it said.
    struct Run: Sendable {
        var status: TerminationStatus
        var output: String
        var error: String

        /// The output as JSON.
        func json() throws -> Any {
            try JSONSerialization.jsonObject(with: Data(output.utf8), options: [.fragmentsAllowed])
        }
    }

    let folder: TemporaryDirectory
    /// The data directory; not there before the first run.
    var data: String { folder.path + "/data" }

    init() throws { folder = try TemporaryDirectory() }

    /// Runs `monkeystore` with these arguments and this data directory.
    func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Run {
        try await run(arguments, environment: environment)
    }

    /// Runs `monkeystore` with these arguments and this data directory.
    func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Run {
        var variables: [Environment.Key: String] = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
        for (name, value) in environment { variables[Environment.Key(rawValue: name)!] = value }
        let result = try await Subprocess.run(
            .path(FilePath(BuiltProgram.path)), arguments: Arguments(arguments + ["--data-dir", data]),
            environment: .custom(variables), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        return Run(
            status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
    }

    /// The same program on a copy of the data directory, as it is now.
    func copy() throws -> Program {
        let copy = try Program()
        if FileManager.default.fileExists(atPath: data) {
            try FileManager.default.copyItem(atPath: data, toPath: copy.data)
        }
        return copy
    }
}
