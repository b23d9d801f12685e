import Subprocess
import Synchronization
import SystemPackage
import TestSupport

/// A program that runs beside the test. The test waits for what it says without holding a thread.
final class LiveProgram {
    private let input: StandardInputWriter
    private let output: AsyncStream<String>
    private let run: Task<TerminationStatus, any Error>
    private let end = ProgramEnd()
    private var said = ""

    var hasEnded: Bool { end.hasCome.load(ordering: .relaxed) }

    /// Starts a program. Its standard error is read together with its standard output.
    init(_ path: String, _ arguments: [String], environment: [String: String]) async throws {
        let (inputs, started) = AsyncStream.makeStream(of: StandardInputWriter.self)
        let (output, pieces) = AsyncStream.makeStream(of: String.self)
        let variables = environment.map { (Environment.Key(rawValue: $0.key)!, $0.value) }
        run = Task { [end] in
            defer {
                end.hasCome.store(true, ordering: .relaxed)
                started.finish()
                pieces.finish()
            }
            return try await Subprocess.run(
                .path(FilePath(path)), arguments: Arguments(arguments),
                environment: .custom(Dictionary(uniqueKeysWithValues: variables)), input: .inputWriter,
                output: .sequence, error: .combinedWithOutput
            ) { execution in
                started.yield(execution.standardInputWriter)
                for try await piece in execution.standardOutput {
                    pieces.yield(piece.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
                }
            }.terminationStatus
        }
        self.output = output
        guard let input = await inputs.first(where: { _ in true }) else {
            throw ToolError(description: "\(path) did not start: \(await run.result)")
        }
        self.input = input
    }

    /// The storefront in lines, on a program's data.
    convenience init(storefrontOf program: Program, options: [String] = []) async throws {
        try await self.init(
            BuiltProgram.path, ["--plain", "--data-dir", program.data] + options,
            environment: ["HOME": program.folder.path])
    }

    deinit { run.cancel() }

    func type(_ lines: String...) async throws {
        _ = try await input.write(lines.joined(separator: "\n") + "\n")
    }

    /// Waits until the program has said a text; false if it closed its output first.
    func wait(for text: String) async -> Bool {
        if said.contains(text) { return true }
        for await piece in output {
            said += piece
            if said.contains(text) { return true }
        }
        return false
    }

    func leave() async throws -> TerminationStatus {
        try await input.finish()
        // It does not wait for ever: a test that takes too long is cancelled.
        return try await withTaskCancellationHandler {
            try await run.value
        } onCancel: { [run] in
            run.cancel()
        }
    }

    /// Kills the program, as a power cut would, unless it has ended, and waits until it has.
    func kill() async {
        run.cancel()
        _ = await run.result
    }
}

/// Whether a program has ended, for the task that runs it and for the test.
private final class ProgramEnd: Sendable {
    let hasCome = Atomic(false)
}
