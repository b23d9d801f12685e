internal import Foundation
internal import Glibc

/// The C compiler that comes with the Swift toolchain.
public enum CCompiler {
    /// Compiles and links one file.
    ///
    /// - Throws: `ToolError` with the compiler's words.
    public static func compile(_ source: String, to product: String, options: [String] = []) throws {
        let words = product + ".log"
        let status = try run(
            [path(), "-O1", "-Wall", "-Werror", "-o", product, source] + options, errorsTo: words)
        guard status == 0 else {
            throw ToolError(description: (try? String(contentsOfFile: words, encoding: .utf8)) ?? "status \(status)")
        }
    }

    /// Runs a program to its end. Not by Foundation's `Process`, which has crashed where other tests of the same process
    /// opened and closed thousands of descriptors meanwhile.
    ///
    /// - Returns: what `waitpid` says of it.
    private static func run(_ arguments: [String], errorsTo file: String) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var (argv, envp) = (arguments.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { for pointer in argv + envp { free(pointer) } }
        var process = pid_t()
        let failure = posix_spawn(&process, arguments[0], &actions, nil, &argv, &envp)
        guard failure == 0 else { throw ToolError(description: String(cString: strerror(failure))) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// `clang` in the search path, or beside the `swift` that the search path leads to.
    private static func path() throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let toolchains = folders.map { folder in
            URL(fileURLWithPath: folder + "/swift").resolvingSymlinksInPath().deletingLastPathComponent().path
        }
        let candidates = (folders + toolchains).map { $0 + "/clang" }
        guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
            throw ToolError(description: "no clang in the search path or beside swift")
        }
        return path
    }
}

/// A tool that the tests need did not do its work.
public struct ToolError: Error, CustomStringConvertible {
    /// What it said.
    public let description: String
}
