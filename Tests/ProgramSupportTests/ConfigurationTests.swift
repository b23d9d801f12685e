import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Configuration of a host's own sshd", .ownThreads, .timeLimit(.minutes(10)))
struct ConfigurationTests {
    private let folder: TemporaryDirectory
    private let file: String

    init() throws {
        folder = try TemporaryDirectory()
        file = folder.path + "/sshd_config"
        let key = folder.path + "/key"
        let made = try ChildProcess.run(["/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key])
        guard made.end == .status(0) else { throw ToolError(description: made.output) }
        let snippet = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Resources/Deploy/ssh/monkeystore.conf").standardizedFileURL.path
        try "HostKey \(key)\nInclude \(snippet)\n".write(toFile: file, atomically: true, encoding: .utf8)
    }

    private func sshd(_ words: String...) throws -> (end: ProcessEnd, output: String) {
        // As root it wants this folder, which the system makes when its own server starts.
        if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
        return try ChildProcess.run(["/usr/sbin/sshd"] + words + ["-f", file])
    }

    @Test func `sshd takes it`() throws {
        let check = try sshd("-t")
        #expect(check.end == .status(0), "\(check.output)")
    }

    @Test func `it is about visitors, and lets them do nothing but to see the store`() throws {
        let visitors = try sshd("-T", "-C", "user=monkeystore-visitor,host=x,addr=1.2.3.4").output.split(
            separator: "\n")
        for line in [
            "forcecommand exec /usr/local/bin/monkeystore --kiosk", "disableforwarding yes",
            "exposeauthinfo yes", "permituserrc no", "authenticationmethods publickey", "maxsessions 1",
        ] {
            #expect(visitors.contains { $0 == line }, "\(line)")
        }
        let others = try sshd("-T", "-C", "user=root,host=x,addr=1.2.3.4").output
        #expect(others.contains("forcecommand none"))
        #expect(!others.contains("--kiosk"))
    }
}
