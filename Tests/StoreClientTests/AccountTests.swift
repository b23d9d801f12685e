import Foundation
import Storage
import StoreModel
import StoreWire
import Synchronization
import TestSupport
import Testing

@testable import StoreClient

@Suite("An account", .timeLimit(.minutes(5)))
struct AccountTests {
    static let session = StoreWire.Session(
        account: "0b5e4f2a-1111-4222-8333-444455556666", name: "Anna 🐒", environment: .sandbox,
        appTransactionIdentifier: "704000000000000001", token: "t0ken")
    let credentials = StoreWire.Credentials(account: "Anna 🐒", password: "correct horse")

    private func accounts(_ server: LoopbackServer) -> AccountClient {
        AccountClient(connection: connection(to: server.address))
    }

    @Test func `is made, signed in to and signed out of`() async throws {
        let server = try LoopbackServer { request, client in
            request.method == "DELETE" ? client.answer(204) : client.answer(200, asJSON(Self.session))
        }
        let client = accounts(server)
        #expect(try await client.createAccount(credentials) == Self.session)
        #expect(try await client.signIn(credentials) == Self.session)
        try await client.signOut(token: "t0ken")
        #expect(
            server.requests.map { "\($0.method) \($0.path)" } == [
                "POST /store/v1/accounts", "POST /store/v1/sessions", "DELETE /store/v1/sessions/current",
            ])
        #expect(server.requests.prefix(2).allSatisfy { $0.body == asJSON(credentials) })
        #expect(server.requests[2].headers["authorization"] == "Bearer t0ken")
    }

    @Test func `is not made twice because the answer was lost`() async throws {
        let server = try LoopbackServer { _, client in client.end() }
        await #expect(throws: StoreError.connectionLost) {
            try await accounts(server).createAccount(credentials)
        }
        #expect(server.requests.count == 1)
    }

    @Test func `is signed out of, too, when the store has forgotten the session`() async throws {
        let server = try LoopbackServer { _, client in client.answer(401, asJSON(StoreError.signInNeeded)) }
        try await accounts(server).signOut(token: "t0ken")
        #expect(server.requests.count == 1)
    }

    @Test("that was left is remembered until the store has heard of it, in files that nobody else can read")
    func ended() async throws {
        let folder = try TemporaryDirectory()
        let ended = EndedSessions(in: try DataDirectory(path: folder.path))
        let path = folder.path + "/ended"
        let answers = Mutex([500, 204, 401])
        let server = try LoopbackServer { _, client in
            client.answer(answers.withLock { $0.isEmpty ? 500 : $0.removeFirst() }, "")
        }
        #expect(await ended.tell(accounts(server)) && server.requests.isEmpty)
        try ended.add("one")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: path).first)
        #expect(try permissions(of: path + "/" + name) == 0o600)
        #expect(await !ended.tell(accounts(server)))
        // A session that the store no longer knows has ended as well.
        try ended.add("two")
        #expect(await ended.tell(accounts(server)))
        #expect(await ended.tell(accounts(server)))
        let tokens = server.requests.map { $0.headers["authorization"] }
        #expect(tokens.count == 3 && Set(tokens) == ["Bearer one", "Bearer two"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }

    @Test(
        "is not taken from a store that gives it a name which is not a name, or a token which is not a token",
        arguments: [
            ("../../../../tmp/x", "t"), ("", "t"), ("0B5E4F2A-1111-4222-8333-444455556666", "t"),
            ("0b5e4f2a-1111-4222-8333-44445555666/", "t"), (session.account.rawValue, "a\r\nb"),
        ])
    func hostile(account: String, token: String) async throws {
        var session = Self.session
        session.account = AccountIdentifier(rawValue: account)
        session.token = token
        let server = try LoopbackServer { [session] _, client in client.answer(200, asJSON(session)) }
        await #expect(throws: StoreError.unknownServerError) {
            try await accounts(server).signIn(credentials)
        }
    }

    @Test func `stays signed in, in a file that nobody else can read, until it is removed`() throws {
        let folder = try TemporaryDirectory()
        let file = SessionFile(in: try DataDirectory(path: folder.path))
        #expect(file.read() == nil)
        try file.write(Self.session)
        #expect(file.read() == Self.session)
        #expect(try permissions(of: folder.path + "/session.json") == 0o600)
        var other = Self.session
        other.token = "other"
        try file.write(other)
        #expect(file.read() == other)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["session.json"])
        try file.remove()
        try file.remove()
        #expect(file.read() == nil)
    }

    /// A session that can be read, and that no store can have given.
    private static func damaged(account: AccountIdentifier = session.account, token: String = "t") -> String {
        var session = session
        session.account = account
        session.token = token
        return asJSON(session)
    }

    @Test(arguments: [
        "", "{", "[]", damaged(account: "../x"), damaged(token: ""),
        asJSON(session).dropLast().description, String(repeating: "x", count: 1 << 20),
    ])
    func `whose file is damaged is signed out`(text: String) throws {
        let folder = try TemporaryDirectory()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/session.json"))
        #expect(SessionFile(in: try DataDirectory(path: folder.path)).read() == nil)
    }
}
