import Foundation
import Subprocess
import SystemPackage
import Testing

/// A programming language of the examples.
enum Language: String {
    case python = "py"
    case go, php
}

/// Real clients of the App Store, as developers' servers use them: the scripts in `Clients`, in the virtual
/// environment that `.ci/setup` makes.
enum Clients {
    struct Missing: Error, CustomStringConvertible {
        var description: String { "The clients are not installed; run .ci/setup first." }
    }

    /// Expects that a script ends with 0, and returns what it wrote to standard output.
    @discardableResult
    static func run(_ script: String, _ request: [String: any Sendable]) async throws -> String {
        let input = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        return try await python([path(script)], input: input)
    }

    /// The same, but the script may change the machine's network and files, for itself alone.
    static func runWithOwnNetwork(_ script: String, _ arguments: [String]) async throws {
        let unshare = ["--user", "--map-root-user", "--mount", "--net"]
        try await run("/usr/bin/unshare", unshare + [interpreter(), path(script)] + arguments)
    }

    /// Expects that an example ends with 0, and returns what it wrote to standard output.
    static func run(
        _ language: Language, _ example: String, _ arguments: [String], caches: String
    ) async throws -> String {
        let file = package.appendingPathComponent("Resources/Examples/\(example).\(language.rawValue)").path
        return switch language {
        case .python: try await python([file] + arguments)
        case .go:
            try await run(
                "/usr/bin/go", ["run", file] + arguments, ["GOCACHE": caches, "GOTOOLCHAIN": "local"])
        case .php: try await run("/usr/bin/php", [file] + arguments)
        }
    }

    /// Expects that the tests of a file pass, and returns what pytest wrote.
    static func pytest(
        _ file: String, _ variables: [Subprocess.Environment.Key: String]
    ) async throws -> String {
        // Without a folder for its cache.
        let options = ["-m", "pytest", "-q", "-n", "4", "-p", "no:cacheprovider"]
        return try await python(options + [path(file)], variables)
    }

    /// The lines that a script writes to standard output.
    final class Lines: Sendable {
        private let lines: AsyncStream<String>

        init(_ lines: AsyncStream<String>) { self.lines = lines }

        /// The rest of the next line that begins like this. Throws if the script ends before that.
        func line(_ start: String) async throws -> String {
            for await line in lines where line.hasPrefix(start) { return String(line.dropFirst(start.count)) }
            throw Missing()
        }
    }

    /// Runs a script while `body` goes on, and then ends the script.
    static func whileRunning(
        _ arguments: [String], _ body: @escaping @Sendable (Lines) async throws -> Void
    ) async throws {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        _ = try await Subprocess.run(
            .path(FilePath(try interpreter())), arguments: Arguments(arguments),
            environment: .custom(environment),
            input: .none, output: .sequence, error: .discarded
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                let output = execution.standardOutput
                group.addTask {
                    var rest = ""
                    for try await part in output {
                        rest += part.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                        while let end = rest.firstIndex(of: "\n") {
                            continuation.yield(String(rest[..<end]))
                            rest.removeSubrange(...end)
                        }
                    }
                    continuation.finish()
                }
                let identifier = execution.processIdentifier.value
                let result: Result<Void, any Error>
                do { result = .success(try await body(Lines(lines))) } catch { result = .failure(error) }
                kill(identifier, SIGTERM)
                try await group.waitForAll()
                try result.get()
            }
        }
    }

    static let package = tests.deletingLastPathComponent().deletingLastPathComponent()
    private static let environment: [Subprocess.Environment.Key: String] = [
        "PATH": "/usr/bin:/bin", "NO_PROXY": "127.0.0.1", "PYTHONDONTWRITEBYTECODE": "1",
    ]

    private static func interpreter() throws(Missing) -> String {
        let python = package.appendingPathComponent(".build/clients/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else { throw Missing() }
        return python
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func path(_ script: String) -> String {
        tests.appendingPathComponent("Clients/\(script)").path
    }

    private static func python(
        _ arguments: [String], _ variables: [Subprocess.Environment.Key: String] = [:], input: String = ""
    ) async throws -> String {
        try await run(interpreter(), arguments, variables, input: input)
    }

    @discardableResult
    private static func run(
        _ program: String, _ arguments: [String], _ variables: [Subprocess.Environment.Key: String] = [:],
        input: String = ""
    ) async throws -> String {
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments),
            environment: .custom(environment.merging(variables) { $1 }),
            input: .string(input), output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        #expect(
            result.terminationStatus == .exited(0),
            "\(arguments.last ?? ""): \(result.standardError)\(result.standardOutput.suffix(20_000))")
        return result.standardOutput
    }
}
