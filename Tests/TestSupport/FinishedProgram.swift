internal import Foundation
package import Subprocess
internal import SystemPackage
package import Testing

/// How a program ended, and what it wrote.
package struct FinishedProgram: Sendable {
    package let status: TerminationStatus
    package let output: String
    package let error: String

    /// Runs a program to its end. The input comes from a file in a folder, so that it does not matter how
    /// much of it the program reads.
    package init(
        _ program: String, _ arguments: [String], input: String,
        environment: [Subprocess.Environment.Key: String], in folder: String
    ) async throws {
        let file = folder + "/input-" + UUID().uuidString
        try input.write(toFile: file, atomically: false, encoding: .utf8)
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), environment: .custom(environment),
            input: .fileDescriptor(.open(FilePath(file), .readOnly), closeAfterSpawningProcess: true),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        (status, output, error) = (result.terminationStatus, result.standardOutput, result.standardError)
    }

    /// Expects that it said something, and that this does not control a terminal.
    package func expectPrintable(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!(output + error).isEmpty, sourceLocation: sourceLocation)
        #expect(output.unprintable.isEmpty, "\(output)", sourceLocation: sourceLocation)
        #expect(error.unprintable.isEmpty, "\(error)", sourceLocation: sourceLocation)
    }
}
