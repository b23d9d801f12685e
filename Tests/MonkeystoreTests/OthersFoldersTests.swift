import Foundation
import Glibc
import Storage
import TestSupport
import Testing

/// Root takes no folder of another user, no matter which command it starts.
@Suite("Folders of others", .ownThreads, .timeLimit(.minutes(10)))
struct OthersFoldersTests {
    static let commands: [[String]] =
        [
            ["balance"], ["spend"], ["history"], ["owned"], ["products"], ["subscriptions"], ["restore"],
            ["audit"],
            ["--plain"], ["buy", "consume5credits", "--yes"], ["backup", "/nowhere/file"],
        ].map { [BuiltProgram.path] + $0 }
        + [["serve", "--port", "0"], ["audit"], ["root"], ["api-key"], ["shared-secret"], ["signing-key"]].map
    {
        [BuiltProgram.serverPath] + $0
    }

    /// Each command with the places at which it is tried: all of them for commands that make a folder and for
    /// those that only read one.
    static let attempts: [(command: [String], places: [String])] = commands.map { command in
        let isThorough = ["balance", "audit", "serve", "backup"].contains(command[1])
        return (command, isThorough ? ["theirs", "theirs/new", "link", "link/new"] : ["theirs"])
    }

    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @Test(
        "are refused with a sentence, even through their links, and stay as they are", .asRoot,
        arguments: attempts)
    func refused(command: [String], places: [String]) throws {
        let theirs = folder.path + "/theirs"
        let roots = folder.path + "/roots"
        #expect(mkdir(theirs, 0o700) == 0 && chown(theirs, 65534, 65534) == 0 && mkdir(roots, 0o700) == 0)
        let link = folder.path + "/link"
        #expect(symlink(roots, link) == 0 && lchown(link, 65534, 65534) == 0)
        for place in places {
            let run = try ChildProcess.run(
                command + ["--data-dir", folder.path + "/" + place],
                environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
            #expect(run.end != .status(0))
            // Whoever only reads need not make a folder.
            let isMissed =
                ["there is no store in it", "nothing to back up"].contains { run.output.contains($0) }
                && place.hasSuffix("/new")
            // `#require`, so that only the first command that goes on is waited for.
            try #require(run.output.contains("another user") || isMissed, "\(run.output)")
        }
        for untouched in [theirs, roots] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: untouched).isEmpty)
            #expect(FileStatus(at: untouched)?.mode == S_IFDIR | 0o700)
        }
    }
}
