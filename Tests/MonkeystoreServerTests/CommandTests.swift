import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("Commands of monkeystore-server")
struct CommandTests {
    @Test func `account add makes accounts in either environment, and account list shows them`() async throws {
        let program = try ServerProgram()
        let jane = try await program.run(["account", "add", "jane"], input: "bananas for ever\n")
        #expect(jane.status == .exited(0) && UUID(uuidString: jane.output.trimmingCharacters(in: .newlines)) != nil)
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
            (["joe", "--environment", "Xcode"], "bananas for ever", 64, "environment"),
        ])
    func refusals(arguments: [String], password: String, status: Int32, words: String) async throws {
        let program = try ServerProgram()
        _ = try await program.run(["account", "add", "jane"], input: "bananas for ever")
        let run = try await program.run(["account", "add"] + arguments, input: password)
        #expect(run.status == .exited(status) && run.error.contains(words), "\(run.error)")
        #expect(try await program.run(["account", "list"]).output.split(separator: "\n").count == 1)
    }

    @Test func `root writes the same certificate in both forms, at every run`() async throws {
        let program = try ServerProgram()
        let pem = try await program.run(["root"]).output
        #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(try await program.run(["root"]).output == pem)
    }
}
