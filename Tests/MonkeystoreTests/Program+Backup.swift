import Foundation
import Subprocess
import TestSupport
import Testing

extension Program {
    static let passphrase = "bananas for ever"

    /// Makes a backup of the program's data as it is now, beside it.
    ///
    /// - Returns: the file's path.
    func backUp(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let file = folder.path + "/backup-" + UUID().uuidString
        let run = try await run(["backup", file], input: Self.passphrase + "\n")
        #expect(run.status == .exited(0) && run.error.isEmpty, "\(run.error)", sourceLocation: sourceLocation)
        return file
    }

    /// A machine of its own, on which a backup was restored.
    static func restored(
        from file: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Program {
        let program = try Program()
        let run = try await program.restore(file)
        #expect(run.status == .exited(0) && run.error.isEmpty, "\(run.error)", sourceLocation: sourceLocation)
        return program
    }

    /// Restores a backup as the program's data.
    func restore(_ file: String, environment: [String: String] = [:]) async throws -> Run {
        try await run(["restore-backup", file], input: Self.passphrase + "\n", environment: environment)
    }

    /// What lies beside the program's data and is named after it.
    func drafts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("data.") }
    }
}
