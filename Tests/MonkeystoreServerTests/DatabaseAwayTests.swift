#if Postgres
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A monkeystore-server whose database is away", .ownThreads, .timeLimit(.minutes(10)))
struct DatabaseAwayTests {
    @Test(
        "waits for it, and ends at once where the database does not let it in",
        arguments: zip(
            [1, 5], [("28P01", "password authentication failed"), ("3D000", "no such database")]))
    func waits(starting: Int, refusal: (state: String, words: String)) async throws {
        let folder = try TemporaryDirectory()
        let port = try LoopbackSocket.freePort()
        let server = try server(in: folder.path, databaseAt: port)
        let said = try server.read(until: "waits for it.\n")
        #expect(said.contains("Connection refused"))
        let database = try RefusingDatabase(port: port, starting: starting, refusal)
        let (end, output) = server.waitForOutput()
        withExtendedLifetime(database) {}
        #expect(end == .status(74))
        #expect(output.contains(refusal.words) && output.contains("nothing was changed"))
        #expect(output.split(separator: "\n").count == 1, "It says once that it waits: \(output)")
    }

    @Test func `waits for one that has no connection left`() throws {
        let folder = try TemporaryDirectory()
        let port = try LoopbackSocket.freePort()
        let database = try RefusingDatabase(
            port: port, starting: 10, ("28P01", "password authentication failed"),
            first: ("53300", "sorry, too many clients already"))
        let (end, output) = try server(in: folder.path, databaseAt: port).waitForOutput()
        withExtendedLifetime(database) {}
        #expect(end == .status(74))
        let lines = output.split(separator: "\n")
        #expect(lines.count == 2, "\(output)")
        #expect(lines.first?.contains("too many clients already") == true)
        #expect(lines.first?.hasSuffix("waits for it.") == true)
        #expect(lines.last?.contains("password authentication failed") == true)
    }

    private func server(in folder: String, databaseAt port: UInt16) throws -> ChildProcess {
        try ChildProcess(
            [
                BuiltProgram.serverPath, "--port", "0", "--data-dir", folder + "/data", "--database",
                "postgres://store@127.0.0.1:\(port)/store",
            ], environment: ["HOME": folder])
    }
}

/// Refuses clients of PostgreSQL: the first ones for another reason, usually because it is still starting.
private final class RefusingDatabase: Sendable {
    private let listener: Int32
    private let answers: Mutex<[[UInt8]]>

    init(
        port: UInt16, starting: Int, _ refusal: (state: String, words: String),
        first: (state: String, words: String) = ("57P03", "the database system is starting up")
    ) throws {
        listener = try LoopbackSocket.listen(port: port).descriptor
        let start = Self.error(first.state, first.words)
        answers = Mutex([Self.error(refusal.state, refusal.words)] + Array(repeating: start, count: starting))
        Thread.detachNewThread { [listener, weak self] in
            while let client = LoopbackSocket.accept(at: listener) {
                self?.serve(client)
                close(client)
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ client: Int32) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(client, &bytes, bytes.count, 0), count > 0 {
            // Requests to encrypt the connection have 8 bytes. The name of the user comes only after them.
            if count == 8 {
                LoopbackSocket.send([UInt8(ascii: "N")], to: client)
                continue
            }
            let answer = answers.withLock { $0.count > 1 ? $0.removeLast() : $0[0] }
            LoopbackSocket.send(answer, to: client)
            return
        }
    }

    /// An ErrorResponse of PostgreSQL's protocol.
    private static func error(_ state: String, _ words: String) -> [UInt8] {
        let fields = Array("SFATAL\0VFATAL\0C\(state)\0M\(words)\0\0".utf8)
        return [UInt8(ascii: "E")] + withUnsafeBytes(of: Int32(fields.count + 4).bigEndian) { Array($0) }
            + fields
    }
}
#endif
