import Foundation
import Glibc
import ProgramSupport
import StoreModel
import StoreRules
import TestSupport
import Testing

extension OverSSH {
    @Suite("Visits")
    struct VisitStories {
        @Test func `a key is an account: what it buys is there at its next visit, and not with another key`()
            throws
        {
            let host = try SSHHost()
            let first = try host.store(key: "anna")
            try first.buyFive()
            #expect(try first.leaveStore() == .status(0))
            #expect(first.screen.text.contains("Come back with the same key"))
            #expect(first.isAsBefore)

            let other = try host.store(key: "bob")
            #expect(other.screen.text.contains(" 0 monkey credits"))
            let again = try host.store(key: "anna")
            #expect(again.screen.text.contains(" 5 monkey credits"))
            // The visitor can find the account by OpenSSH's fingerprint of the key.
            #expect(again.screen.text.contains(try host.fingerprint("anna").prefix(15)))
            #expect(try host.audit().findings.isEmpty)
        }

        @Test func `the store may sell for an application of the host's, which visitors' storefronts know`()
            throws
        {
            let host = try SSHHost("--bundle-id", "com.example.game")
            let window = try host.store(key: "anna")
            try window.buyFive()
            #expect(try host.administration().application.bundleIdentifier.rawValue == "com.example.game")
            #expect(try host.audit().findings.isEmpty)
        }

        @Test func `somebody without a key is a guest for one visit, and is told so`() throws {
            let host = try SSHHost()
            let first = try host.window(key: nil)
            try first.wait(for: "Welcome, guest")
            try first.closeNotice()
            try first.buyFive()
            #expect(try first.leaveStore() == .status(0))
            #expect(first.screen.text.contains("A guest's purchases end with the visit"))

            let second = try host.window(key: nil)
            try second.wait(for: "Welcome, guest")
            try second.closeNotice()
            #expect(second.screen.text.contains(" 0 monkey credits"))
            try second.wait("the end of the first one's files") { _ in
                try FileManager.default.contentsOfDirectory(atPath: host.visitors.path + "/guests").count == 1
            }
        }

        @Test
        func `whoever comes when all places are taken is turned away with a sentence, and let in later`()
            throws
        {
            let host = try SSHHost("--visitor-limit", "2")
            let first = try host.store(key: "anna")
            let second = try host.store(key: "bob")
            let third = try host.window(key: "carla")
            #expect(try third.waitForEnd() == .status(5))
            #expect(third.screen.text.contains("The store is full: 2 visitors are here."))
            _ = try host.report(until: " from 127.0.0.1 was turned away (the store is full)\n")
            #expect(try host.visitsLog().contains("from 127.0.0.1 was turned away: The store is full"))
            _ = try first.leaveStore()
            _ = try host.store(key: "carla")
            try second.buyFive()
        }

        @Test
        func `a visitor is in one place: a second window of the same key ends the first, which says so`()
            throws
        {
            let host = try SSHHost()
            let first = try host.store(key: "anna")
            let second = try host.store(key: "anna")
            #expect(try first.waitForEnd() == .status(143))
            #expect(first.screen.text.contains("you opened the store in another window"))
            #expect(first.isAsBefore)
            #expect(host.visitors.attendances().count == 1)
            try second.buyFive()
        }

        @Test func `a second window that cannot show the store does not end the first`() throws {
            let host = try SSHHost()
            let first = try host.store(key: "anna")
            let second = try host.window(key: "anna", environment: ["TERM": "dumb"])
            #expect(try second.waitForEnd() == .status(2))
            #expect(second.screen.text.contains("cannot draw on this kind of terminal."))
            try first.buyFive()
            #expect(host.visitors.attendances().count == 1)
        }

        @Test func `the host sees who is there, and says a line to all`() throws {
            let host = try SSHHost()
            #expect(try host.command("who").output == "0 visitors\n")
            #expect(try host.command("say", "Bananas").output == "Nobody is here; nothing was said.\n")
            let anna = try host.store(key: "anna")
            let bob = try host.store(key: "bob")
            let who = try host.command("who").output
            #expect(who.contains("127.0.0.1  \(try host.fingerprint("anna"))\n"))
            #expect(who.contains("127.0.0.1  \(try host.fingerprint("bob"))\n"))
            #expect(who.hasSuffix("2 visitors\n"))

            #expect(try host.command("say", "Bananas", "at \u{1B}[31mfive").output == "Said to 2 visitors.\n")
            for window in [anna, bob] { try window.wait(for: "From your host: Bananas at") }
            // This does not cover the store, and the store's keys work.
            try anna.buyFive()
            // Control characters are shown, and have no effect.
            #expect(!anna.screen.text.contains("at five"))

            _ = host.closeStore()
            #expect(try host.command("who").end == .status(69))
            #expect(try host.command("say", "Bananas").end == .status(69))
        }

        @Test func `a visitor who only looks stays, also after a line that went as it came`() throws {
            let host = try SSHHost()
            let window = try host.store(key: "anna")
            #expect(try host.command("say", "Bananas").end == .status(0))
            try window.wait(for: "From your host: Bananas")
            // It is gone after half a minute, which is as long as a client may take to read something.
            try window.wait("the end of the line") { !$0.screen.text.contains("From your host") }
            try window.buyFive()
        }

        @Test func `who presses no key is asked, and then the visit ends`() throws {
            let host = try SSHHost("--idle", "12")
            let window = try host.window(key: "anna")
            #expect(try window.waitForEnd() == .status(0))
            // The question stood there for a quarter of that time, and is gone.
            #expect(String(decoding: window.bytes, as: UTF8.self).contains("Are you still there?"))
            #expect(window.screen.text.contains("you pressed no key for a while"))
            #expect(window.isAsBefore)
        }

        @Test func `a visit that the host ends has a goodbye of its own, and a guest reads nothing of keys`()
            throws
        {
            let host = try SSHHost()
            let anna = try host.store(key: "anna")
            kill(try host.processID(of: "anna"), SIGTERM)
            #expect(try anna.waitForEnd() == .status(143))
            #expect(anna.screen.text.contains("your host ended this visit"))
            let guest = try host.window(key: nil)
            try guest.wait(for: "Welcome, guest")
            let visit = try #require(host.visitors.attendances().first)
            let visitor = try #require(VisitorName(rawValue: visit.visitor))
            kill(try host.processID(of: visitor), SIGTERM)
            #expect(try guest.waitForEnd() == .status(143))
            #expect(guest.screen.text.contains("your host ended this visit"))
            #expect(!guest.screen.text.contains("key"))
        }

        @Test func `when the host closes, visitors are told and leave`() throws {
            let host = try SSHHost()
            let window = try host.store(key: "anna")
            host.stop()
            #expect(try window.waitForEnd() == .status(143))
            #expect(window.screen.text.contains("the store is closing"))
            #expect(window.isAsBefore)
        }

        @Test func `whoever has not asked for the store when the host closes is not let in any more`() throws
        {
            let host = try SSHHost()
            let window = try host.window(key: "anna", asksAboutHost: true)
            try window.wait(for: "continue connecting")
            kill(try host.hostProcess(), SIGTERM)
            try window.wait("the host to close") { _ in host.visitors.isClosing }
            try window.write("yes\r")
            #expect(try window.waitForEnd() == .status(255))
            #expect(!window.screen.text.contains("monkey credits"))
            #expect(window.isAsBefore)
        }
    }
}

/// Stories with the real SSH host and real clients.
@Suite("Over SSH", .ownThreads, .timeLimit(.minutes(10)))
enum OverSSH {}
