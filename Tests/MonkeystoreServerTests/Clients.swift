import Foundation
import Subprocess
import SystemPackage
import Testing

/// Real clients of the App Store, as developers' servers use them: the scripts in `Clients`, in the virtual environment
/// that `.ci/setup` makes.
enum Clients {
    /// Without the virtual environment there is nothing to test with.
    struct Missing: Error, CustomStringConvertible {
        var description: String { "The clients are not installed; run .ci/setup first." }
    }

    /// Runs a script.
    ///
    /// - Returns: what it wrote to standard output. That it ends with 0 is expected here.
    @discardableResult
    static func run(_ script: String, _ request: [String: any Sendable]) async throws -> String {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let package = tests.deletingLastPathComponent().deletingLastPathComponent()
        let python = package.appendingPathComponent(".build/clients/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else { throw Missing() }
        let input = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        let result = try await Subprocess.run(
            .path(FilePath(python)),
            arguments: [tests.appendingPathComponent("Clients/\(script)").path],
            environment: .custom(["PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1"]), input: .string(input),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        #expect(result.terminationStatus == .exited(0), "\(script): \(result.standardError)")
        return result.standardOutput
    }
}
