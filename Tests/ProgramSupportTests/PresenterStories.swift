import Foundation
import Glibc
import ProgramSupport
import StoreModel
import StoreRules
import TestSupport
import Testing

extension OverSSH {
    /// The terminal that a demo was started from, and the visits' log.
    @Suite("The presenter")
    struct PresenterStories {
        @Test
        func
            `reads how visitors come, who comes, buys and leaves, and the sums; requests only if asked for`()
            throws
        {
            let host = try SSHHost()
            let lines = host.greeting.split(separator: "\n").map(String.init)
            #expect(
                lines.prefix(2) == [
                    "The store is open. Visitors come with", "  ssh -p \(host.port) localhost",
                ])
            let key = try ChildProcess.run(["/usr/bin/ssh-keyscan", "-p", "\(host.port)", "127.0.0.1"])
            #expect(key.end == .status(0))
            #expect(
                host.greeting.contains("SHA256:")
                    && host.greeting.contains("monkeystore-server who --visitors "))
            for developers in ["receipts", "verifyReceipt", "token", "http://"] {
                #expect(!host.greeting.contains(developers), "\(developers)")
            }

            let anna = try host.store(key: "anna", as: "anna")
            #expect(try host.report(until: "here\n") == "anna came, 1 here\n")
            #expect(anna.screen.text.contains("anna (\(try host.fingerprint("anna").prefix(15))"))
            let other = try host.store(key: "another", as: "anna")
            #expect(try host.report(until: "here\n") == "anna 2 came, 2 here\n")
            try anna.buyFive()
            #expect(try host.report(until: "credits\n") == "anna bought 5 credits\n")
            #expect(try host.command("who").output.contains("anna 2  20"))
            _ = try other.leaveStore()
            #expect(try host.report(until: "here\n") == "anna 2 left, 1 here\n")
            // The visitors' way to the store is another one, and the metrics are of all.
            #expect(try host.metrics().contains(#"monkeystore_purchases_total{result="purchased"} 1"#))
            let purchase = try #require(try host.administration().purchases().first)
            try host.administer(purchase.key.rawValue, "refund")
            #expect(try host.report(until: "credits\n") == "anna got a refund of 5 credits\n")
            let (end, rest) = host.closeStore()
            #expect(end == .status(0))
            // The window could end by itself, and was not cut off.
            #expect(try anna.waitForEnd() == .status(143))
            #expect(rest.hasPrefix("The store is closed after "))
            #expect(rest.hasSuffix(": 2 visitors, 1 purchase, 5 credits, 1 refund.\n"))
            #expect(rest.split(separator: "\n").count == 1)
            #expect(try host.log() == "")
        }

        @Test
        func `reads one line about a visitor who opens another window, each time with the right number`()
            throws
        {
            let host = try SSHHost()
            func next() throws -> String { try host.report(until: "here\n") }
            let first = try host.store(key: "anna", as: "anna")
            #expect(try next() == "anna came, 1 here\n")
            let ben = try host.store(key: "another", as: "ben")
            #expect(try next() == "ben came, 2 here\n")
            let second = try host.store(key: "anna", as: "anna")
            #expect(try next() == "anna moved to another window, 2 here\n")
            #expect(try first.waitForEnd() == .status(143))
            let third = try host.store(key: "anna", as: "anna")
            #expect(try next() == "anna moved to another window, 2 here\n")
            #expect(try second.waitForEnd() == .status(143))
            _ = try third.leaveStore()
            #expect(try next() == "anna left, 1 here\n")
            _ = try ben.leaveStore()
            #expect(try next() == "ben left, 0 here\n")
            #expect(host.closeStore().output.contains(": 2 visitors, "))
        }

        @Test func `has a line for each request with --log-requests`() throws {
            let host = try SSHHost("--log-requests")
            _ = try host.store(key: "anna")
            // Lines are written a moment later, and all of them before the end.
            _ = host.closeStore()
            #expect(try host.log().contains("POST /store/v1/products 200"))
        }

        @Test func `finds each visit, purchase and end in the log of the visits`() throws {
            let host = try SSHHost()
            let anna = try host.store(key: "anna", as: "anna")
            try anna.buyFive()
            _ = try anna.leaveStore()
            _ = try host.report(until: "left")
            let name = "anna (\(try host.fingerprint("anna").prefix(15)))"
            let lines = try host.visitsLog().split(separator: "\n").map { $0.drop { $0 != " " } }
            let expected = [
                " info visit: \(name) came from 127.0.0.1",
                " info visit: \(name) bought 1 × com.xamarin.storekit.testing.consume5credits",
                " info visit: \(name) left",
            ]
            #expect(lines.map(String.init).filter { $0.contains(" visit: ") } == expected)
        }

        @Test func `finds visitors who are there in the log of the visits when it is full, too`() throws {
            let host = try SSHHost()
            let log = host.visitors.log
            let full = 8 << 20
            func lastLines(of path: String) throws -> String {
                String(decoding: try Data(contentsOf: URL(filePath: path)).suffix(1000), as: UTF8.self)
            }
            let anna = try host.store(key: "anna", as: "anna")
            try FileHandle(forUpdating: URL(filePath: log)).truncate(atOffset: UInt64(full))
            // A visit cannot move the lines itself, and must not remove those of others.
            try anna.buyFive()
            try anna.wait("the purchase in the log") { _ in try lastLines(of: log).contains("bought") }
            #expect(try Data(contentsOf: URL(filePath: log)).count > full)
            // The next one can, before it is confined.
            _ = try host.store(key: "bob", as: "bob")
            #expect(try lastLines(of: log + ".1").contains("bought"))
            #expect(try host.visitsLog().contains("bob"))
            _ = try anna.leaveStore()
            _ = try host.report(until: "anna left")
            let lines = try host.visitsLog().split(separator: "\n")
            #expect(lines.count { $0.hasSuffix(" left") } == 1 && !lines.contains { $0.contains("bought") })
        }

        @Test func `keeps the log of the visits when a visit finds it twice as large as it should be`() throws
        {
            let host = try SSHHost()
            let log = host.visitors.log
            let most = 16 << 20
            func size(of path: String) throws -> Int { try Data(contentsOf: URL(filePath: path)).count }
            let anna = try host.store(key: "anna", as: "anna")
            try FileHandle(forUpdating: URL(filePath: log)).truncate(atOffset: UInt64(most))
            try anna.buyFive()
            _ = try anna.leaveStore()
            #expect(try size(of: log) == most)
            // The next visit moves the lines before it is confined.
            _ = try host.store(key: "bob", as: "bob")
            #expect(try size(of: log + ".1") == most)
            #expect(try host.visitsLog().contains("bob"))
        }

        @Test(
            "reads one sentence about a port that is taken, with the option that helps", arguments: [0, 1, 2])
        func portTaken(index: Int) throws {
            let options = ["--port", "--content-port", "--ssh-port"]
            let folder = try TemporaryDirectory()
            let (taken, port) = try LoopbackSocket.listen()
            defer { close(taken) }
            var arguments = [
                "--port", "0", "--content-port", "0", "--ssh-port", "\(try LoopbackSocket.freePort())",
            ]
            arguments[2 * index + 1] = "\(port)"
            let refused = try ChildProcess.run(
                [
                    BuiltProgram.serverPath, "demo", "--data-dir", folder.path + "/store", "--visitors",
                    folder.path + "/v",
                ]
                    + arguments, environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"])
            #expect(refused.end == .status(69))
            #expect(refused.output.split(separator: "\n").count == 1, "\(refused.output)")
            #expect(
                refused.output.contains("Cannot listen on ")
                    && refused.output.contains(": another program does."))
            #expect(refused.output.hasSuffix("choose another port with \(options[index]).\n"))
        }

        @Test
        func `cannot open a second store for the same visitors, and the first one's still come and buy`()
            throws
        {
            let host = try SSHHost()
            let refused = try host.command(
                "demo", "--port", "0", "--content-port", "0", "--ssh-port", "\(try LoopbackSocket.freePort())"
            )
            #expect(refused.end == .status(69))
            #expect(refused.output.contains("Another demo has its visitors in \(host.visitors.path);"))
            try host.store(key: "anna").buyFive()
        }

        @Test func `is told at the start if the kernel has no Landlock`() throws {
            let folder = try TemporaryDirectory()
            let launcher = folder.path + "/launcher"
            let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("Confinement/without-landlock.c").path
            try CCompiler.compile(source, to: launcher, options: ["-lseccomp"])
            let host = try SSHHost(launcher: [launcher])
            #expect(host.greeting.contains("This kernel has no Landlock"))
            _ = try host.store(key: "anna")
            #expect(try host.visitsLog().contains("This kernel has no Landlock"))
            #expect(!(try SSHHost().greeting.contains("Landlock")))
        }

        @Test func `finds demo's own options first in its help`() throws {
            let help = try ChildProcess.run([BuiltProgram.serverPath, "demo", "--help"]).output
            #expect(help.contains("USAGE: monkeystore-server demo [--ssh-host <address>]"))
            let own = try #require(help.range(of: "OPTIONS OF DEMO:")).upperBound
            let stores = try #require(help.range(of: "OPTIONS OF THE STORE")).lowerBound
            try #require(own < stores)
            for option in [
                "--ssh-host", "--ssh-port", "--visitor-limit", "--idle", "--log-requests", "--visitors",
            ] {
                #expect(help[own..<stores].contains("  \(option)"))
                #expect(!help[stores...].contains("  \(option) "))
            }
            for option in ["--data-dir", "--receipts", "--apple-names"] {
                #expect(
                    help[stores...].contains("  \(option)") && !help[own..<stores].contains("  \(option)"))
            }
        }
    }

    @Suite("The host's key exchange")
    struct KeyExchangeStories {
        @Test func `curve25519 and nistp256 are offered, and no compression`() throws {
            let host = try SSHHost()
            let connection = try LoopbackSocket.connect(port: host.port)
            defer { close(connection) }
            var bytes: [UInt8] = []
            func need(_ count: Int) throws {
                var buffer = [UInt8](repeating: 0, count: 4096)
                while bytes.count < count {
                    let length = recv(connection, &buffer, buffer.count, 0)
                    try #require(length > 0)
                    bytes += buffer.prefix(length)
                }
            }
            func take(_ count: Int) throws -> [UInt8] {
                try need(count)
                defer { bytes.removeFirst(count) }
                return Array(bytes.prefix(count))
            }
            func number() throws -> Int { try take(4).reduce(0) { $0 << 8 | Int($1) } }
            while try take(1) != [UInt8(ascii: "\n")] {}
            let greeting = Array("SSH-2.0-test\r\n".utf8)
            #expect(send(connection, greeting, greeting.count, 0) == greeting.count)
            // RFC 4253, 6 and 7.1: length, padding, the message's number and a cookie,
            // then ten lists of names.
            _ = try number()
            #expect(try take(2)[1] == 20)
            _ = try take(16)
            let lists = try (0..<10).map { _ in
                String(decoding: try take(try number()), as: UTF8.self).split(separator: ",").map(String.init)
            }
            #expect(
                lists[0].filter { !$0.hasPrefix("kex-strict") && !$0.hasPrefix("ext-info") } == [
                    "curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256",
                ])
            #expect(lists[1] == ["ssh-ed25519"])
            #expect(lists[6] == ["none"] && lists[7] == ["none"])
        }
    }
}
