import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

@Suite("Commands of monkeystore-server", .timeLimit(.minutes(10)))
struct CommandTests {
    let program: ServerProgram

    init() throws { program = try ServerProgram() }

    @Test func `account add makes accounts in either environment, and account list shows them`() async throws
    {
        let jane = try await program.run(["account", "add", "jane"], input: "bananas for ever\n")
        #expect(
            jane.status == .exited(0)
                && UUID(uuidString: jane.output.trimmingCharacters(in: .newlines)) != nil)
        let joe = try await program.run(
            ["account", "add", "joe", "--environment", "production"], input: "bananas for ever")
        #expect(joe.status == .exited(0))
        let list = try await program.run(["account", "list"]).output.split(separator: "\n")
        #expect(
            list.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                "Sandbox jane", "Production joe",
            ])
    }

    @Test("account add asks for the password at a terminal, and does not show it", .ownThreads)
    func prompt() throws {
        let folder = try TemporaryDirectory()
        let terminal = try Pseudoterminal(
            [BuiltProgram.serverPath, "account", "add", "jane", "--data-dir", folder.path + "/data"],
            environment: ["HOME": folder.path, "TERM": "xterm", "PATH": "/usr/bin:/bin"])
        try terminal.wait(for: "Password for jane:")
        try terminal.write("bananas for ever\n")
        #expect(try terminal.waitForEnd() == .status(0))
        #expect(!terminal.screen.text.contains("bananas"))
    }

    @Test(
        "an account that cannot be made is one sentence",
        arguments: [
            (["jane"], "bananas for ever", 1, "already"), (["joe"], "short", 1, "8 to 256"),
            (["joe"], "", 1, "8 to 256"),
            (["\u{7}"], "bananas for ever", 1, "1 to 64"),
            ([" joe"], "bananas for ever", 1, "no space at its ends"),
            (["joe", "--environment", "Xcode"], "bananas for ever", 64, "environment"),
        ])
    func refusals(arguments: [String], password: String, status: Int32, words: String) async throws {
        _ = try await program.run(["account", "add", "jane"], input: "bananas for ever")
        let run = try await program.run(["account", "add"] + arguments, input: password)
        #expect(run.status == .exited(status) && run.error.contains(words), "\(run.error)")
        #expect(try await program.run(["account", "list"]).output.split(separator: "\n").count == 1)
    }

    @Test(
        "an answer that cannot be written is exit 74 and one sentence", .ownThreads,
        arguments: ["signing-key", "root", "--help"])
    func lostAnswer(command: String) throws {
        // The store is there: making it would be said, too.
        _ = try ChildProcess.run(
            [BuiltProgram.serverPath, "root"], environment: ["HOME": program.folder.path])
        let run = try ChildProcess.run(
            ["/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full", BuiltProgram.serverPath, command],
            environment: ["HOME": program.folder.path])
        #expect(run.end == .status(74))
        #expect(run.output.contains("No space left on device"), "\(run.output)")
        #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    }

    @Test("too few open files are exit 74 and one sentence", .ownThreads, arguments: ["serve", "root"])
    func fewFiles(command: String) throws {
        let run = try ChildProcess.run(
            ["/bin/sh", "-c", "ulimit -n 16; exec \"$0\" \"$@\"", BuiltProgram.serverPath, command],
            environment: ["HOME": program.folder.path])
        #expect(run.end == .status(74))
        let words = "monkeystore-server: Only 16 files may be open at a time here, and this program needs "
        #expect(run.output.hasPrefix(words), "\(run.output)")
        #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    }

    @Test func `a command that makes the store says so, once`() async throws {
        let first = try await program.run(["root"])
        #expect(first.status == .exited(0))
        #expect(
            first.error
                == "monkeystore-server: There was no store in \(program.data), so a new one was made.\n")
        #expect(try await program.run(["api-key"]).error.isEmpty)
    }

    @Test(
        "commands make no second store beside a server whose store is in a database",
        arguments: [["sealing-key"], ["server.lock", "admin-token"]])
    func storeInDatabase(files: [String]) async throws {
        try FileManager.default.createDirectory(atPath: program.data, withIntermediateDirectories: true)
        for file in files {
            try "the secret of a server\n".write(
                toFile: program.data + "/" + file, atomically: false, encoding: .utf8)
        }
        for command in [
            ["root"], ["api-key"], ["signing-key"], ["shared-secret"], ["account", "add", "jane"],
            ["account", "list"], ["audit"],
        ] {
            let run = try await program.run(command, input: "bananas for ever\n")
            #expect(run.status == .exited(74) && run.output.isEmpty, "\(command)")
            #expect(run.error.contains("give that with --database"), "\(command): \(run.error)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.data).sorted() == files.sorted())
    }

    @Test("commands make no second store beside a server that has only its lock in the folder")
    func storeOfRunningServer() async throws {
        try FileManager.default.createDirectory(atPath: program.data, withIntermediateDirectories: true)
        let lock = open(program.data + "/server.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(lock >= 0)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        for command in ["root", "audit"] {
            let run = try await program.run([command])
            #expect(run.status == .exited(74) && run.output.isEmpty, "\(command)")
            #expect(run.error.contains("give that with --database"), "\(command): \(run.error)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.data) == ["server.lock"])
    }

    @Test(
        "the first command makes the store although a server was refused before, or its token is there already",
        arguments: ["server.lock", "admin-token"])
    func firstStore(file: String) async throws {
        try FileManager.default.createDirectory(atPath: program.data, withIntermediateDirectories: true)
        try "the secret of a server\n".write(
            toFile: program.data + "/" + file, atomically: false, encoding: .utf8)
        #expect(try await program.run(["root"]).status == .exited(0))
    }

    @Test func `root writes the same certificate at every run`() async throws {
        let pem = try await program.run(["root"]).output
        #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(try await program.run(["root"]).output == pem)
    }

    @Test func `hosts writes the names for a machine, a compose file and what trusts the root`() async throws
    {
        let hosts = try await program.run(["hosts", "--address", "192.0.2.1"]).output
        let lines = hosts.split(separator: "\n")
        #expect(lines.count == 7 && lines.allSatisfy { $0.hasPrefix("192.0.2.1 ") })
        let compose = try await program.run(["hosts", "compose"]).output
        for line in lines { #expect(compose.contains("- " + line.split(separator: " ")[1] + "\n")) }
        #expect(try await program.run(["hosts", "trust"]).output.contains("update-ca-certificates"))
        for address in ["here", "1.2.3", "1.2.3.4 evil.example\n"] {
            #expect(try await program.run(["hosts", "--address", address]).status == .exited(64))
        }
    }
}
