import Foundation
import Glibc
import TestSupport
import Testing

/// The storefront as the only command of another `sshd`, which names the visitor in its environment.
@Suite("Under a host's own sshd", .ownThreads, .timeLimit(.minutes(10)))
struct OwnDaemonStories {
    private let folder: TemporaryDirectory
    private let server: ServerProcess
    private var visitors: String { folder.path + "/visitors" }

    init() throws {
        folder = try TemporaryDirectory()
        let token = folder.path + "/token"
        server = try ServerProcess(data: folder.path + "/store", arguments: ["--host-token-file", token])
        try server.start()
        try FileManager.default.createDirectory(
            atPath: visitors, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(atPath: token, toPath: visitors + "/host-token")
    }

    private func window(method: String) throws -> Pseudoterminal {
        let authentication = folder.path + "/authentication"
        try method.write(toFile: authentication, atomically: false, encoding: .utf8)
        chmod(authentication, 0o600)
        return try Pseudoterminal(
            [
                BuiltProgram.path, "--kiosk", "--visitors", visitors, "--store", server.address, "--content",
                "http://127.0.0.1:\(server.contentPort)",
            ],
            environment: [
                "TERM": "xterm-256color", "LANG": "C.UTF-8", "SSH_USER_AUTH": authentication,
                "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22",
            ])
    }

    @Test(
        "a visitor buys, and finds the credits again; the process is confined, and speaks to the store itself"
    )
    func visit() throws {
        let key =
            "publickey ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBCLhJjQs4SRP/iSbQHwXzyGDKiIL9pEi+FeF1jQ6H3x\n"
        let first = try window(method: key)
        try first.waitForStore()
        try first.buyFive()
        let status = try String(contentsOfFile: "/proc/\(first.processID)/status", encoding: .utf8)
        for line in ["Seccomp:\t2", "NoNewPrivs:\t1"] { #expect(status.contains(line)) }
        _ = try first.leaveStore()
        let second = try window(method: key)
        try second.waitForStore()
        #expect(second.screen.text.contains(" 5 monkey credits"))
    }

    @Test func `whom the daemon does not name is not let in`() throws {
        let window = try window(method: "")
        #expect(try window.waitForEnd() == .status(5))
        #expect(window.screen.text.contains("the store's side of an SSH server"))
    }
}
