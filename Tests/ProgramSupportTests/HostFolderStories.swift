import Foundation
import Glibc
import ProgramSupport
import Storage
import StoreRules
import TestSupport
import Testing

extension OverSSH {
    /// Root starts the host, and visitors' processes run as another user: these tests check whose files
    /// are whose.
    @Suite("Files of a host")
    struct HostFolderStories {
        /// The user that visitors' processes run as.
        private static var visitorsUser: uid_t {
            geteuid() == 0 ? getpwnam("monkeystore-visitor").pointee.pw_uid : geteuid()
        }

        private func owners(in folder: String) throws -> Set<uid_t> {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return try Set(
                ([""] + names).map { name in
                    guard let status = FileStatus(linkAt: folder + "/" + name) else {
                        throw ToolError(description: name)
                    }
                    return status.owner
                })
        }

        @Test func `everything in the visitors' folder is theirs, also what the host says`() throws {
            let host = try SSHHost()
            let window = try host.store(key: "anna")
            #expect(try host.command("say", "Bananas").end == .status(0))
            try window.wait(for: "Bananas")
            #expect(try owners(in: host.visitors.path) == [Self.visitorsUser])
        }

        /// Runs the host, which ends at the end of its standard input.
        private func run(
            in folder: TemporaryDirectory, key: String, after limit: String = ""
        ) throws -> (end: ProcessEnd, output: String) {
            try ChildProcess.run([
                "/bin/sh", "-c", limit + "echo token | \"$0\" \"$@\"", BuiltProgram.sshPath,
                "--host", "127.0.0.1", "--port", "0", "--host-key", key,
                "--socket", folder.path + "/socket", "--storefront", "/bin/true",
                "--visitors", folder.path + "/visitors", "--bundle-id", "com.example.app",
                "--visitor-limit", "1", "--network-limit", "1", "--idle", "60", "--silence", "60000",
            ])
        }

        @Test func `a host's key that cannot be opened is not said to be no key`() throws {
            let folder = try TemporaryDirectory()
            let file = folder.path + "/file"
            try "no folder".write(toFile: file, atomically: false, encoding: .utf8)
            let refused = try run(in: folder, key: file + "/host_key")
            #expect(refused.end != .status(0), "\(refused)")
            #expect(refused.output.contains("cannot be read (Not a directory)."), "\(refused)")
            let none = try run(in: folder, key: file)
            #expect(none.output.contains("is not a key for the host. Delete it for a new one."), "\(none)")
        }

        @Test func `a host's key that a full disk cuts off is not kept, and the next start makes one`()
            throws
        {
            let folder = try TemporaryDirectory()
            let key = folder.path + "/host_key"
            let refused = try run(in: folder, key: key, after: "ulimit -f 0; ")
            #expect(refused.end != .status(0), "\(refused)")
            #expect(
                refused.output.contains("\(key), the host's key, cannot be made. Free some space"),
                "\(refused)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            let made = try run(in: folder, key: key)
            #expect(made.end == .status(0) && made.output.contains("SHA256:"), "\(made)")
            #expect(FileManager.default.fileExists(atPath: key))
        }

        @Test func `a link that a visitor's process left leads the host's commands nowhere`() throws {
            let host = try SSHHost()
            let window = try host.store(key: "anna")
            let target = host.visitors.path + "-target"
            mkdir(target, 0o700)
            let announcements = host.visitors.announcements
            try FileManager.default.removeItem(atPath: announcements)
            try FileManager.default.createSymbolicLink(atPath: announcements, withDestinationPath: target)
            let said = try host.command("say", "Bananas")
            // Only root has more rights than the user who made the link.
            if geteuid() == 0 {
                #expect(said.end == .status(74))
                #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
            }
            withExtendedLifetime(window) {}
        }

        @Test(
            "of a visitor with a key who left nothing, nothing stays; who bought, spent or chose something finds it again"
        )
        func newcomers() throws {
            let host = try SSHHost()
            let accounts = host.visitors.path + "/accounts"
            func folders() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: accounts).count
            }
            _ = try host.store(key: "looks").leaveStore()
            let buyer = try host.store(key: "buys")
            try buyer.buyFive()
            _ = try buyer.leaveStore()
            // The host tidies up when a visit has ended, beside everything else.
            while try folders() != 1 {
                try Task.checkCancellation()
                _ = try host.command("who")
            }
            #expect(try host.store(key: "buys").screen.text.contains(" 5 monkey credits"))
            let again = try host.store(key: "looks")
            try again.buyFive()
            _ = try again.leaveStore()
            #expect(try host.store(key: "looks").screen.text.contains(" 5 monkey credits"))
            #expect(try host.audit().findings.isEmpty)
        }

        @Test(.asRoot)
        func `a folder that another user owns, or may exchange, is refused, and nothing is made in it`()
            throws
        {
            let folder = try TemporaryDirectory()
            for (name, mode) in [("given", mode_t(0o755)), ("open", 0o777)] {
                let path = folder.path + "/" + name
                mkdir(path, mode)
                chmod(path, mode)
                if name == "given" { chown(path, 65534, 65534) }
                for visitors in [path, path + "/visitors"] {
                    let refused = try ChildProcess.run(
                        [
                            BuiltProgram.serverPath, "demo", "--port", "0", "--data-dir",
                            folder.path + "/store",
                            "--visitors", visitors,
                        ], environment: ["HOME": folder.path])
                    #expect(refused.end == .status(69), "\(visitors)")
                    #expect(refused.output.contains("nothing was opened"))
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
            }
        }

        @Test(.asRoot)
        func `root's demo refuses a folder in the store's, which is closed to visitors, and makes nothing`()
            throws
        {
            let folder = try TemporaryDirectory()
            let store = folder.path + "/demo/store"
            let refused = try ChildProcess.run(
                [
                    BuiltProgram.serverPath, "demo", "--port", "0", "--data-dir", store,
                    "--visitors", store + "/visitors",
                ], environment: ["HOME": folder.path])
            #expect(refused.end == .status(69))
            #expect(refused.output.contains("whom \(store) is closed to); nothing was opened"))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/demo"))
        }

        @Test func `a storefront that is a folder, or a file without a program, is refused, and not linked`()
            throws
        {
            let folder = try TemporaryDirectory()
            let (programs, text) = (folder.path + "/folder", folder.path + "/text")
            mkdir(programs, 0o755)
            try "text".write(toFile: programs + "/file", atomically: false, encoding: .utf8)
            try "text".write(toFile: text, atomically: false, encoding: .utf8)
            for path in [programs, text] {
                let refused = try ChildProcess.run(
                    [
                        BuiltProgram.serverPath, "demo", "--port", "0", "--data-dir", folder.path + "/store",
                        "--visitors", folder.path + "/visitors", "--storefront", path,
                    ], environment: ["HOME": folder.path])
                #expect(refused.end == .status(69), "\(refused)")
                #expect(
                    refused.output.contains("\(path) is not a program; nothing was opened."), "\(refused)")
            }
            #expect(
                !FileManager.default.fileExists(atPath: folder.path + "/visitors-host/monkeystore/file"))
        }
    }
}
