import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Confinement", .ownThreads, .timeLimit(.minutes(10)))
struct ConfinementTests {
    private let folder: TemporaryDirectory
    private let program: String

    /// The folder of the program `attempts`.
    private static let build = Result {
        let folder = try TemporaryDirectory()
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let sources = here.appendingPathComponent("../../Sources/Wire/CConfinement").standardizedFileURL.path
        try CCompiler.compile(
            here.appendingPathComponent("Confinement/attempts.c").path, to: folder.path + "/attempts",
            options: [
                "-I\(sources)/include", sources + "/Confinement.c", sources + "/Messages.c", "-lseccomp",
                "-pthread",
            ])
        return folder
    }

    init() throws {
        program = try Self.build.get().path + "/attempts"
        folder = try TemporaryDirectory()
        for name in ["own", "other"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: true)
            chmod(folder.path + "/" + name, 0o777)
        }
        try "secret".write(toFile: folder.path + "/other/secret", atomically: false, encoding: .utf8)
        chmod(folder.path + "/other/secret", 0o666)
    }

    /// The words before a command that run it as root and, if possible, as another user.
    static let users =
        geteuid() == 0 ? [[], ["/usr/bin/setpriv", "--reuid", "65534", "--clear-groups", "--"]] : [[]]

    @Test(
        "of everything that a confined process tries, it may start threads and write in its folder",
        arguments: users)
    func attempts(user: [String]) throws {
        // Another process of the same user.
        let bystander = try ChildProcess(user + ["/bin/sleep", "1000"])
        let run = try ChildProcess.run(
            user + [program, folder.path + "/own", folder.path + "/other", "\(bystander.processID)"],
            environment: ["TERM": "xterm", "HOME": "/root", "LANGUAGE": "it"])
        #expect(run.end == .status(0))
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 57)
        #expect(
            lines.filter { $0.hasSuffix(": done") } == [
                "thread: done", "read its own threads: done", "write in its folder: done",
            ])
        #expect(lines.suffix(3) == ["TERM: xterm", "HOME: none", "LANGUAGE: none"])
        kill(bystander.processID, SIGKILL)
    }

    @Test func `if one thread cannot be confined, nothing is`() throws {
        let refused = try ChildProcess.run(
            [program, folder.path, folder.path, "1", "filtered-thread"], environment: [:])
        #expect(refused.end == .status(0) && refused.output == "confine: refused\n")
    }
}
