import Glibc
import StoreRules
import TestSupport
import Testing

extension OverSSH {
    /// The connection is lost while a purchase is under way. At the next visit the purchase is there, once.
    @Suite("Dropped lines")
    struct DroppedLineStories {
        private let host: SSHHost

        init() throws { host = try SSHHost() }

        /// A window with a purchase that the store has not answered when the line is lost.
        private func buying(port: UInt16? = nil) throws -> Pseudoterminal {
            try host.purchasing(key: "anna", port: port)
        }

        /// - Parameter window: the window of the next visit, if it is open already.
        private func expectOnce(in window: Pseudoterminal? = nil) throws {
            host.resumeStore()
            let next = try window ?? host.store(key: "anna")
            try next.wait(for: " 5 monkey credits")
            try next.waitForQuietSecond()
            #expect(next.screen.text.contains(" 5 monkey credits"))
            let audit = try host.audit()
            #expect(audit.findings.isEmpty)
            #expect(audit.accounts.map(\.charges).reduce(0, +) == 1)
        }

        @Test func `the client is killed`() throws {
            let window = try buying()
            try host.killClient(in: window)
            try window.waitForEnd()
            try host.waitUntilGone("anna")
            try expectOnce()
        }

        @Test func `the line is cut`() throws {
            var line: MeteredProxy? = try MeteredProxy(target: host.port)
            let window = try buying(port: line?.port)
            line?.cut()
            line = nil
            try host.waitUntilGone("anna")
            try window.waitForEnd()
            try expectOnce()
        }

        @Test func `the line is dead and nobody says so: the host's patience ends`() throws {
            let line = try MeteredProxy(target: host.port)
            let window = try buying(port: line.port)
            try line.goDead()
            try host.waitUntilGone("anna")
            try expectOnce()
            withExtendedLifetime(window) {}
        }

        @Test func `the line stands still: the visitor comes back on another`() throws {
            let line = try MeteredProxy(target: host.port)
            let window = try buying(port: line.port)
            let visit = try host.processID(of: "anna")
            line.hold(at: line.count)
            let next = try host.window(key: "anna")
            try next.wait("the end of the visit before") { _ in kill(visit, 0) != 0 }
            try expectOnce(in: next)
            withExtendedLifetime(window) {}
        }
    }
}
