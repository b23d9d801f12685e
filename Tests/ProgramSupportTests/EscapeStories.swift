import Foundation
import Glibc
import ProgramSupport
import StoreRules
import TestSupport
import Testing

extension OverSSH {
    /// Attempts to get more than the storefront. Each test has a second visitor, who must not notice them.
    @Suite("Ways out that there are not")
    struct EscapeStories {
        /// The last line of the log when a storefront starts: the products have prices, the books, too.
        static let started = "10 with prices"
        /// Keys that lead from the store to a list, to a field and to a sheet, each of which takes keys in
        /// its own way, and what is on the screen then. The payment of the sheet is cancelled, which makes it
        /// a transaction, so it comes last.
        static let places = [
            (keys: "", shows: started), (keys: ":bananas", shows: ":bananas"),
            (keys: "1\r", shows: "Confirm purchase"),
        ]

        private let host: SSHHost
        private let bystander: Pseudoterminal

        init() throws {
            host = try SSHHost()
            bystander = try host.store(key: "bystander")
        }

        private func expectUndisturbed() throws {
            try bystander.buyFive()
            #expect(try host.audit().findings.isEmpty)
        }

        @Test("Ctrl-Z and Ctrl-\\ do nothing, Ctrl-C leaves, in a list, in a field and on a sheet")
        func controlKeys() throws {
            for (keys, shows) in Self.places {
                let window = try host.store(key: "anna")
                let storefront = try host.processID(of: "anna")
                try window.wait(for: Self.started)
                try window.write(keys)
                try window.wait(for: shows)
                try window.waitForQuietSecond(of: storefront)
                let before = Self.aboveLog(window)
                try window.write("\u{1A}\u{1C}")
                try window.waitForQuietSecond(of: storefront)
                #expect(Self.aboveLog(window) == before)
                try window.write("\u{03}")
                let end = try window.waitForEnd()
                #expect(end == .status(130))
                #expect(window.screen.text.contains("Goodbye."))
                #expect(window.isAsBefore)
            }
            try expectUndisturbed()
        }

        /// What a window shows, without the log: a message may come at any time. A sheet hides the log; then
        /// it is the whole window.
        private static func aboveLog(_ window: Pseudoterminal) -> [String] {
            Array(window.screen.lines.prefix { !$0.contains("─ Notifications ─") })
        }

        @Test func `a command of the visitor's own is not run: there is the storefront, or a sentence`()
            throws
        {
            let evidence = host.visitors.path + "/evidence"
            for command in ["sh", "touch \(evidence)", "/bin/sh -c 'touch \(evidence)'"] {
                let refused = try host.run(
                    "ssh", key: "anna", ["-p", "\(host.port)", "v@127.0.0.1", command])
                #expect(refused.end == .status(2))
                #expect(refused.output.contains("This is a store, not a shell"))
                let window = try host.window(key: "anna", ["-t"], command: [command])
                try window.waitForStore()
                try window.write("\u{03}")
                try window.waitForEnd()
            }
            #expect(!FileManager.default.fileExists(atPath: evidence))
            try expectUndisturbed()
        }

        @Test(arguments: ["dumb", "nobody-knows"])
        func `a terminal that cannot draw, or that nobody knows, gets a sentence`(type: String) throws {
            let window = try host.window(key: "anna", environment: ["TERM": type])
            #expect(try window.waitForEnd() == .status(2))
            #expect(window.screen.text.contains("cannot draw on this kind of terminal."))
            let log = try host.visitsLog()
            let line = try #require(log.split(separator: "\n").last { $0.contains("'\(type)'") })
            #expect(line.contains("left: this terminal cannot show the store. The terminal type '\(type)'"))
            #expect(!line.contains("nothing was opened") && !line.contains(" error "))
            try expectUndisturbed()
        }

        @Test func `no files: sftp and both kinds of scp are refused`() throws {
            let mine = try host.key("anna")
            let attempts = [
                ("sftp", ["-P", "\(host.port)", "-b", mine, "v@127.0.0.1"]),
                ("scp", ["-P", "\(host.port)", mine, "v@127.0.0.1:stolen"]),
                ("scp", ["-O", "-P", "\(host.port)", mine, "v@127.0.0.1:stolen"]),
                ("scp", ["-O", "-P", "\(host.port)", "v@127.0.0.1:/etc/passwd", mine + ".stolen"]),
            ]
            for (program, words) in attempts {
                #expect(try host.run(program, key: "anna", words).end != .status(0), "\(program) \(words)")
            }
            #expect(!FileManager.default.fileExists(atPath: mine + ".stolen"))
            try expectUndisturbed()
        }

        @Test func `no ways to other places: -W, -L, -D and -R are refused`() throws {
            let target = try LoopbackServer()
            let through = try host.run(
                "ssh", key: "anna", ["-p", "\(host.port)", "-W", "127.0.0.1:\(target.port)", "v@127.0.0.1"])
            #expect(through.end != .status(0))

            let remote = try host.run(
                "ssh", key: "anna",
                [
                    "-p", "\(host.port)", "-o", "ExitOnForwardFailure=yes", "-N", "-R",
                    "0:127.0.0.1:\(target.port)",
                    "v@127.0.0.1",
                ])
            #expect(remote.end == .status(255))

            for flag in ["-L", "-D"] {
                let local = try LoopbackSocket.freePort()
                let words = flag == "-L" ? "\(local):127.0.0.1:\(target.port)" : "\(local)"
                let window = try host.window(key: "anna", [flag, words])
                try window.waitForStore()
                let connection = try LoopbackSocket.connect(port: local)
                defer { close(connection) }
                let request: [UInt8] =
                    flag == "-L"
                    ? []
                    : [5, 1, 0, 5, 1, 0, 1, 127, 0, 0, 1, UInt8(target.port >> 8), UInt8(target.port & 255)]
                LoopbackSocket.send(request, to: connection)
                // The client closes what the host does not let through.
                _ = try LoopbackSocket.receiveAll(from: connection)
                try window.write("\u{03}")
                try window.waitForEnd()
            }
            #expect(!target.wasReached)
            try expectUndisturbed()
        }

        @Test func `the visitor's environment does not count: not for who it is, nor for where the store is`()
            throws
        {
            _ = try host.key("victim")
            let forged = host.visitors.path + "-forged"
            let victim = try String(contentsOfFile: host.key("victim") + ".pub", encoding: .utf8)
            try "publickey \(victim)".write(toFile: forged, atomically: true, encoding: .utf8)
            let variables = [
                "SSH_USER_AUTH": forged, "MONKEYSTORE_STORE": "http://127.0.0.1:1", "XDG_DATA_HOME": "/tmp",
                "SWIFT_BACKTRACE": "enable=yes,interactive=yes", "LD_PRELOAD": "/nowhere.so",
                "TERMINFO": "/nowhere",
            ]
            let words = variables.flatMap { ["-o", "SetEnv=\($0.key)=\($0.value)"] }
            let window = try host.window(key: "anna", words)
            try window.waitForStore()
            #expect(window.screen.text.contains(try host.fingerprint("anna").prefix(15)))
            try window.buyFive()
            _ = try window.leaveStore()
            #expect(try host.store(key: "victim").screen.text.contains(" 0 monkey credits"))
            try expectUndisturbed()
        }

        @Test
        func `a crash ends the visit with the terminal restored and nothing to answer, and loses no credits`()
            throws
        {
            let window = try host.store(key: "anna")
            try window.buyFive()
            kill(try host.processID(of: "anna"), SIGSEGV)
            try window.waitForEnd()
            #expect(window.isAsBefore)
            let said = String(decoding: window.bytes, as: UTF8.self)
            for word in ["space to interact", "any other key", "lldb", "*** Program crashed"] {
                #expect(!said.contains(word))
            }
            #expect(try host.store(key: "anna").screen.text.contains(" 5 monkey credits"))
            try expectUndisturbed()
        }

        @Test func `a megabyte pasted, a window of one cell and half an escape sequence change nothing`()
            throws
        {
            let window = try host.store(key: "anna")
            try window.write(
                "\u{1B}[200~" + String(repeating: "sh -c 'rm -rf /'\r y ", count: 50_000) + "\u{1B}[201~")
            window.resize(columns: 1, rows: 1)
            // The message about the necessary size, as far as it fits.
            try window.wait(for: "…")
            window.resize(columns: 80, rows: 24)
            try window.write("\u{1B}[")
            try window.wait(for: " 0 monkey credits")
            // The Enter key only ends what looked like a report.
            try window.write("\u{1B}[1;999999999999999999\u{1B}P\u{1B}]52;c;\r")
            try window.buyFive()
            try expectUndisturbed()
        }
    }

    /// The processes behind connections, and what many connections do to others.
    @Suite("Connections and their processes")
    struct ConnectionStories {
        @Test
        func `a visit's process has locked itself in: no program to start, nobody to look into it, no core`()
            throws
        {
            let host = try SSHHost()
            let window = try host.store(key: "anna")
            let id = try host.processID(of: "anna")
            let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
            for line in ["Seccomp:\t2", "NoNewPrivs:\t1"] { #expect(status.contains(line)) }
            let limits = try String(contentsOfFile: "/proc/\(id)/limits", encoding: .utf8)
            let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
            #expect(core?.split(separator: " ").dropFirst(4).first == "0")
            if geteuid() == 0 { #expect(!status.contains("Uid:\t0")) }
            withExtendedLifetime(window) {}
        }

        @Test
        func `who has not signed in speaks to a process that has locked itself in, and that holds nothing`()
            throws
        {
            let host = try SSHHost()
            let connection = try LoopbackSocket.connect(port: host.port)
            defer { close(connection) }
            // The SSH version has arrived, so the process is there.
            var greeting = [UInt8](repeating: 0, count: 256)
            #expect(recv(connection, &greeting, greeting.count, 0) > 0)
            let id = try #require(try SSHHost.children(of: host.hostProcess()).first)
            let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
            for line in ["Seccomp:\t2", "NoNewPrivs:\t1"] { #expect(status.contains(line)) }
            guard geteuid() == 0 else { return }
            #expect(!status.contains("Uid:\t0"))
            // The client, the host, and `/dev/null` three times.
            #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count == 5)
        }

        @Test
        func `silent connections and sign-ins without a visit take nobody's place, and wait for nothing`()
            throws
        {
            let host = try SSHHost("--network-limit", "10")
            let silent = try (0..<40).map { _ in try LoopbackSocket.connect(port: host.port) }
            defer { silent.forEach { close($0) } }
            let first = try host.window(key: "anna", ["-N"])
            let others = try (0..<12).map { _ in try host.window(key: "anna", ["-N"]) }
            // A later connection was one too many, and has pushed it out.
            try first.waitForEnd()
            let window = try host.store(key: "bob")
            try window.buyFive()
            #expect(try host.audit().findings.isEmpty)
            withExtendedLifetime(others) {}
        }
    }
}

/// A server that visitors must not reach.
final class LoopbackServer {
    let port: UInt16
    private let descriptor: Int32

    init() throws { (descriptor, port) = try LoopbackSocket.listen() }

    deinit { close(descriptor) }

    /// Whether a client has connected.
    var wasReached: Bool {
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&source, 1, 0) > 0
    }
}
