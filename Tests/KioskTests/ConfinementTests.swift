import Foundation
import TestSupport
import Testing

@Suite("Confinement", .ownThreads)
struct ConfinementTests {
    @Test("a confined process has threads, and can start, look into and inherit nothing else")
    func attempts() throws {
        let folder = try TemporaryDirectory()
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let sources = here.appendingPathComponent("../../Sources/CConfinement").standardizedFileURL.path
        try CCompiler.compile(
            here.appendingPathComponent("Confinement/attempts.c").path, to: folder.path + "/attempts",
            options: ["-I\(sources)/include", sources + "/Confinement.c"])
        let run = try ChildProcess.run(
            [folder.path + "/attempts"], environment: ["TERM": "xterm", "HOME": "/root", "LANGUAGE": "it"])
        #expect(run.end == .status(0))
        #expect(
            run.output == """
                confine: 0
                thread: 0
                fork: Operation not permitted
                exec: Operation not permitted
                ptrace: Operation not permitted
                memory: Cannot allocate memory
                TERM: xterm
                HOME: none
                LANGUAGE: none

                """)
        // Where one thread cannot be confined, nothing is.
        let refused = try ChildProcess.run([folder.path + "/attempts", "filtered-thread"], environment: [:])
        #expect(refused.end == .status(0) && refused.output == "confine: refused\n")
    }
}
