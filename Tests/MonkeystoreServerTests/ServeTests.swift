import AsyncHTTPClient
import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import StoreModel
import StoreRules
import StoreWire
import Subprocess
import TestSupport
import Testing

@Suite("monkeystore-server", .ownThreads, .timeLimit(.minutes(15)))
struct ServeTests {
    private static let credentials = #"{"account": "jane", "password": "bananas for ever"}"#
    let program: ServerProgram

    init() throws { program = try ServerProgram() }

    @Test func `makes all that it needs at the first run, for its owner's eyes only, and sells at once`()
        async throws
    {
        let end = try await program.serve { server in
            #expect(server.greeting.hasPrefix("The store listens on http://127.0.0.1:"))
            #expect(server.greeting.contains("monkeystore --store \(server.address)\n"))
            #expect(try permissions(of: program.data) == 0o700)
            #expect(try permissions(of: program.data + "/admin-token") == 0o600)
            #expect(server.greeting.contains(program.data + "/admin-token\n"))
            let ready = try await server.send("GET", "/ready")
            #expect(ready.status == 200)
            let query = #"{"identifiers": ["com.xamarin.storekit.testing.consume5credits"]}"#
            #expect(
                try await server.send("POST", "/store/v1/products", body: query).body.contains(
                    "5 Monkey Credits"))
        }
        #expect(end == .exited(0))
    }

    @Test func `a log that nobody reads holds nothing up, its own end neither`() async throws {
        let port = try LoopbackSocket.freePort()
        let folder = try TemporaryDirectory()
        let server = try ChildProcess(
            [
                BuiltProgram.serverPath, "serve", "--data-dir", folder.path + "/data", "--port", "\(port)",
                "--content-port", "\(LoopbackSocket.freePort())",
            ], environment: ["HOME": folder.path])
        // Nobody reads what it says after this. It is far more than the system keeps for a reader.
        try server.read(until: "secret in")
        for _ in 0..<2000 {
            let address = "http://127.0.0.1:\(port)/store/v1/products"
            #expect(try await HTTPClient.send("GET", address, body: nil).status == 200)
        }
        #expect(kill(server.processID, SIGTERM) == 0)
        #expect(server.wait() == .status(0))
    }

    @Test func `knows its accounts, its sessions and its administrator at the second run`() async throws {
        let tokens = Recorder<String>()
        try await program.serve { server in
            let answer = try await server.send("POST", "/store/v1/accounts", body: Self.credentials)
            tokens.note([try answer.decode(StoreWire.Session.self).token])
        }
        let token = try #require(tokens.calls.first)
        try await program.serve { server in
            let settings = try await server.send("GET", "/store/v1/settings", token: token)
            #expect(settings.status == 200)
            #expect(try await server.send("POST", "/store/v1/sessions", body: Self.credentials).status == 200)
            #expect(try await server.admin("GET", "accounts").status == 200)
        }
    }

    @Test func `removes when it starts a session that nobody has used for long`() async throws {
        let store = try AppStore.bundled(in: program.data)
        _ = try await store.createAccount(name: "jane", password: "bananas for ever")
        let file = try SQLiteFile(program.data + "/store.sqlite")
        try file.run("UPDATE session SET used = 0")
        try await program.serve { _ in
            while let sessions: Int = try file.value("SELECT count(*) FROM session"), sessions > 0 {
                try await restBeforeLookingAgain()
            }
        }
    }

    @Test func `lets a network make any number of accounts if it may ask as often as it likes`()
        async throws
    {
        try await program.serve(["--address-rate", "0"]) { server in
            // A password that is too short is refused after the limit, and is not hashed.
            for _ in 0...100 {
                let answer = try await server.send(
                    "POST", "/store/v1/accounts", body: #"{"account": "jane", "password": "short"}"#)
                #expect(answer.status == 400)
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `ends well when it is told to stop, also while a client is connected`(
        signal: Int32
    ) async throws {
        let end = try await program.serve { server in
            let port = UInt16(server.address.split(separator: ":").last ?? "") ?? 0
            let crowd = try SilentCrowd(1, port: port)
            #expect(try await server.send("GET", "/health").status == 200)
            #expect(kill(server.processID, signal) == 0)
            withExtendedLifetime(crowd) {}
        }
        #expect(end == .exited(0))
    }

    @Test func `serves one client while 2,500 others say nothing, and hardly grows with them`() async throws {
        try await ServerProgram().serve { server in
            let port = UInt16(server.address.split(separator: ":").last ?? "") ?? 0
            let before = try server.memory
            let crowd = try SilentCrowd(2500, port: port)
            for _ in 0..<5 { #expect(try await server.send("GET", "/health").status == 200) }
            #expect(try server.memory - before < 128 << 10)
            withExtendedLifetime(crowd) {}
        }
    }

    @Test func `crowds at both ports leave room for the next connection`() async throws {
        let server = try ServerProcess(openFiles: 600)
        try server.start()
        let crowds = try [server.contentPort, server.port].map { try SilentCrowd(400, port: $0) }
        let health = HTTPClientRequest(url: server.address + "/health")
        #expect(try await HTTPClient.patient.execute(health, timeout: .minutes(5)).status.code == 200)
        withExtendedLifetime(crowds) {}
    }

    @Test func `lists more books than it may open files`() async throws {
        let books = try BookFixture()
        let book = try books.add("com.example.0", bytes: [1])
        let entries = (0..<500).map { index in
            var entry = book
            entry.productIdentifier = ProductIdentifier(rawValue: "com.example.\(index)")
            return entry
        }
        try books.write(entries)
        let server = try ServerProcess(arguments: ["--books", books.path], openFiles: 400)
        try server.start()
        let answer = try await HTTPClient.send(
            "GET", "http://127.0.0.1:\(server.contentPort)/content/v1/products")
        let listed = try answer.decode(ContentWire.Products.self).products.map(\.productIdentifier)
        #expect(Array(listed.prefix(500)) == entries.map(\.productIdentifier))
        withExtendedLifetime((books, server)) {}
    }
}

/// Connections that send nothing.
final class SilentCrowd {
    private var descriptors: [Int32] = []

    init(_ count: Int, port: UInt16) throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        // Enough for the crowds of all tests, which may be there at the same time.
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 16_384))
        setrlimit(resource, &limit)
        for _ in 0..<count { descriptors.append(try LoopbackSocket.connect(port: port)) }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
