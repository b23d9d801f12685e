internal import Foundation

/// The C compiler that comes with the Swift toolchain.
package enum CCompiler {
    /// Compiles and links one file; throws a `ToolError` with the compiler's words.
    package static func compile(_ source: String, to product: String, options: [String] = []) throws {
        let run = try ChildProcess.run([path(), "-O1", "-Wall", "-Werror", "-o", product, source] + options)
        guard run.end == .status(0) else { throw ToolError(description: "\(run.end) \(run.output)") }
    }

    /// `clang` in the search path, or beside the `swift` that the search path leads to.
    private static func path() throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(
            String.init)
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
