import Foundation
import TestSupport
import Testing

/// A program that makes each counted call once, in the folder that it is given, and says a word after each.
private let program = #"""
    #include <fcntl.h>
    #include <stdio.h>
    #include <unistd.h>
    int main(int count, char **arguments) {
        if (chdir(arguments[1]) != 0) return 2;
        int data = open("data", O_RDWR | O_CREAT, 0600), other = open("../other", O_RDWR | O_CREAT, 0600);
        int folder = open(".", O_RDONLY | O_DIRECTORY), failures = 0;
        #define STEP(call) do { if ((call) < 0) failures++; \
            if (write(1, ".", 1) != 1 || write(other, ".", 1) != 1) return 3; } while (0)
        STEP(write(data, "abc", 3));
        STEP(pwrite(data, "xyz", 3, 3));
        STEP(fdatasync(data));
        STEP(ftruncate(data, 4));
        STEP(fsync(folder));
        char path[4096], second[4096], third[4096];
        snprintf(path, sizeof path, "%s/data", arguments[1]);
        snprintf(second, sizeof second, "%s/second", arguments[1]);
        snprintf(third, sizeof third, "%s/third", arguments[1]);
        STEP(link(path, second));
        STEP(rename(second, third));
        STEP(unlink(path));
        return failures;
    }
    """#

@Suite("The kill switch", .ownThreads, .timeLimit(.minutes(5)))
struct KillSwitchTests {
    private struct Run {
        var end: ProcessEnd
        var steps: Int
        var files: [String: String]
        var log: [String]
    }

    /// The content of the folder after each step, which is what a kill must leave.
    private let contents: [[String: String]] = [
        ["data": ""], ["data": "abc"], ["data": "abcxyz"], ["data": "abcxyz"], ["data": "abcx"],
        ["data": "abcx"],
        ["data": "abcx", "second": "abcx"], ["data": "abcx", "third": "abcx"], ["third": "abcx"],
    ]

    /// The folder of the program `compiled`.
    private static let build = Result {
        let folder = try TemporaryDirectory()
        let executable = folder.path + "/compiled"
        try Data(program.utf8).write(to: URL(fileURLWithPath: executable + ".c"))
        try CCompiler.compile(executable + ".c", to: executable)
        return folder
    }

    private func run(_ action: KillSwitch.Action) throws -> Run {
        let files = FileManager.default
        let folder = try TemporaryDirectory()
        try files.createDirectory(atPath: folder.path + "/counted", withIntermediateDirectories: true)
        let (end, output) = try ChildProcess.run(
            [Self.build.get().path + "/compiled", folder.path + "/counted"],
            environment: KillSwitch(action, files: "/counted", log: folder.path + "/log").environment)
        var found: [String: String] = [:]
        for name in try files.contentsOfDirectory(atPath: folder.path + "/counted") {
            found[name] = try String(contentsOfFile: folder.path + "/counted/" + name, encoding: .utf8)
        }
        let log = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
        return Run(
            end: end, steps: output.utf8.count, files: found,
            log: log.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") })
    }

    @Test func `counts the calls to the chosen files and no others, and does not disturb them`() throws {
        let run = try run(.countOnly)
        #expect(run.end == .status(0))
        #expect(run.files == contents[8])
        #expect(
            run.log == [
                "1 write", "2 pwrite", "3 fdatasync", "4 ftruncate", "5 fsync", "6 link", "7 rename",
                "8 unlink",
            ])
    }

    @Test("kills before or after exactly the call that it was told", arguments: 1...8, [true, false])
    func kills(call: Int, before: Bool) throws {
        let run = try run(before ? .killBefore(call: call) : .killAfter(call: call))
        #expect(run.end == .signal(SIGKILL))
        #expect(run.steps == call - 1)
        #expect(run.files == contents[before ? call - 1 : call])
        #expect(!before || run.log.count == call)
    }

    @Test("lets the program end when it makes fewer calls", arguments: [true, false])
    func beyond(before: Bool) throws {
        let run = try run(before ? .killBefore(call: 9) : .killAfter(call: 9))
        #expect(run.end == .status(0))
        #expect(run.files == contents[8])
    }

    @Test(arguments: [(1, 2, "\0\0\0\0"), (2, 1, "abc\0"), (3, 0, "abcx")])
    func `lets the disk be full from the write that it was told`(
        write: Int, failures: Int32, left: String
    ) throws {
        let run = try run(.diskFull(fromWrite: write))
        #expect(run.end == .status(failures))
        #expect(run.steps == 8)
        #expect(run.files == ["third": left])
    }

    @Test(arguments: [(1, false, 1), (2, false, 1), (1, true, 2), (2, true, 1), (3, true, 0)])
    func `lets the flush fail that it was told, or all from it on`(
        flush: Int, isLasting: Bool, failures: Int32
    ) throws {
        let run = try run(.flushFailure(flush: flush, isLasting: isLasting))
        #expect(run.end == .status(failures))
        #expect(run.steps == 8)
        #expect(run.files == contents[8])
    }

    @Test(
        "names the calls before which a kill leaves something of its own: the ends of each row of one call on one file"
    )
    func turningPoints() {
        let calls: [Substring] = [
            "write a", "write a", "write a", "write b", "fsync b", "write b", "write b-shm", "write b",
            "rename b",
        ]
        #expect(KillSwitch.turningPoints(of: calls) == [1, 3, 4, 6, 8, 9])
        #expect(KillSwitch.turningPoints(of: calls, isAnswering: true) == [1, 3, 4, 5, 6, 8, 9])
        #expect(KillSwitch.turningPoints(of: []).isEmpty)
    }
}
