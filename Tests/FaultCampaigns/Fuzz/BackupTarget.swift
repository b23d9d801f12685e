internal import DeviceStorage
internal import Foundation
internal import TestSupport

/// Backups: changed files, which no passphrase opens, and changed content in an intact seal, which needs the
/// passphrase. Both go to the reader, and a few go to the whole command. The first byte of an input
/// says which.
final class BackupTarget: FuzzTarget {
    private enum Kind: UInt8 { case file, content, fileByCommand, contentByCommand }

    private static let passphrase = "correct horse"
    /// Few rounds, so that the reader derives its key fast.
    private static let rounds = 2

    private let folder: String
    private let fast: FuzzBackup
    private let whole: FuzzBackup
    private var path: String { folder + "/changed" }
    private var target: String { folder + "/target" }

    /// An input may take three programs, each of which derives a key.
    let mostProcessorTime = 20.0

    init(folder: String) throws {
        self.folder = folder
        let data = folder + "/data"
        try Data(Self.passphrase.utf8).write(to: URL(fileURLWithPath: folder + "/passphrase"))
        var commands = ["consume5credits", "greyscale", "monthlybunch"].map { ["buy", $0, "--yes"] }
        commands.append(["backup", folder + "/whole", "--passphrase-file", folder + "/passphrase"])
        for command in commands {
            let run = try Self.program(command, on: data, folder)
            guard run.end == .status(0) else { throw ToolError(description: run.output) }
        }
        try BackupFile(path: folder + "/fast", rounds: Self.rounds)
            .write(from: data, passphrase: Self.passphrase, progress: { _ in })
        fast = try FuzzBackup(path: folder + "/fast", passphrase: Self.passphrase, rounds: Self.rounds)
        whole = try FuzzBackup(path: folder + "/whole", passphrase: Self.passphrase, rounds: 1 << 16)
    }

    private static func program(
        _ command: [String], on data: String, _ folder: String
    ) throws -> (end: ProcessEnd, output: String) {
        try ChildProcess.run(
            [BuiltProgram.path] + command + ["--data-dir", data],
            environment: [
                "HOME": folder + "/home", "PATH": "/usr/bin:/bin",
                "ASAN_OPTIONS": "detect_leaks=0:exitcode=99",
            ])
    }

    func input(_ random: inout SeededGenerator) -> [UInt8] {
        let byCommand = Int.random(in: 0..<100, using: &random) == 0
        let backup = byCommand ? whole : fast
        let (kind, bytes): (Kind, [UInt8]) =
            Bool.random(using: &random)
            ? (byCommand ? .fileByCommand : .file, backup.file)
            : (byCommand ? .contentByCommand : .content, backup.content)
        return [kind.rawValue] + Mutation.of(bytes, with: bytes, &random)
    }

    func take(_ input: [UInt8]) throws -> String? {
        guard let kind = input.first.flatMap(Kind.init) else { return nil }
        defer { clear() }
        let changed = Array(input.dropFirst())
        let what =
            switch kind {
            case .file: try restore(changed, mayBeRestored: changed == fast.file)
            case .content: try restore(fast.sealed(changed), mayBeRestored: true)
            case .fileByCommand: try command(changed, mayBeRestored: changed == whole.file)
            case .contentByCommand: try command(whole.sealed(changed), mayBeRestored: true)
            }
        if let what { return what }
        let known: Set = ["data", "home", "passphrase", "fast", "whole", "changed", "target"]
        let others = try Set(FileManager.default.contentsOfDirectory(atPath: folder)).subtracting(known)
        return others.isEmpty ? nil : "files beside the data directory: \(others)"
    }

    /// Removes what the last input left.
    private func clear() { for name in [path, target] { try? FileManager.default.removeItem(atPath: name) } }

    /// Restores a file with the whole command.
    private func restoreByCommand(_ file: [UInt8]) throws -> (end: ProcessEnd, output: String) {
        try Data(file).write(to: URL(fileURLWithPath: path))
        return try Self.program(
            ["restore-backup", path, "--passphrase-file", folder + "/passphrase"], on: target, folder)
    }

    private func restore(_ file: [UInt8], mayBeRestored: Bool) throws -> String? {
        try Data(file).write(to: URL(fileURLWithPath: path))
        let backup = BackupFile(path: path, rounds: Self.rounds)
        do {
            try backup.checkRestoring(to: target)
            try backup.restore(to: target, passphrase: Self.passphrase, progress: { _ in }, prepare: { _ in })
        } catch {
            _ = "\(error)"
            return FileManager.default.fileExists(atPath: target) ? "refused, and restored all the same" : nil
        }
        return mayBeRestored ? nil : "restored"
    }

    private func command(_ file: [UInt8], mayBeRestored: Bool) throws -> String? {
        let run = try restoreByCommand(file)
        guard case .status(let status) = run.end, status != 99 else { return "\(run.end): \(run.output)" }
        guard status == 0 else {
            return FileManager.default.fileExists(atPath: target) ? "refused, and restored all the same" : nil
        }
        guard mayBeRestored else { return "restored: \(run.output)" }
        for command in ["balance", "audit"] {
            let next = try Self.program([command], on: target, folder)
            guard case .status(let status) = next.end, status != 99 else {
                return "\(command): \(next.end) \(next.output)"
            }
        }
        return nil
    }

    func checkUp() throws -> String? {
        defer { clear() }
        let run = try restoreByCommand(whole.sealed(whole.content))
        guard run.end == .status(0) else { return "an honest backup: \(run.output)" }
        let audit = try Self.program(["audit"], on: target, folder)
        return audit.end == .status(0) ? nil : "the audit: \(audit.output)"
    }
}
