import Backup
import Foundation
import Subprocess
import TestSupport
import Testing

@testable import monkeystore

/// Backups of a program's data: as the commands make and restore them, where a story is about the commands, and otherwise by
/// the same functions in the test's own process. There a passphrase costs nothing; the programs' own costs 0.6 s each time.
extension Program {
    static let passphrase = "bananas for ever"

    func backUp() throws -> BackupFile {
        let backup = BackupFile(path: newBackupPath, rounds: 2)
        try backup.write(from: data, passphrase: Self.passphrase) { _ in }
        return backup
    }

    static func restored(from backup: BackupFile) throws -> Program {
        let program = try Program()
        try backup.restore(to: program.data, passphrase: passphrase, progress: { _ in }, prepare: RestoreBackup.prepare)
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

    /// What lies beside the program's data and is named after it.
    func drafts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("data.") }
    }

    private var newBackupPath: String { folder.path + "/backup-" + UUID().uuidString }
}
