#if Postgres
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import StoreModel
import StoreWire
import TestSupport
import Testing

/// Real servers on one PostgreSQL database, each with a data directory of its own.
@Suite(
    "Several monkeystore-servers", .ownThreads, .timeLimit(.minutes(10)),
    .enabled(if: TestedDatabase.address != nil, "MONKEYSTORE_TEST_POSTGRES has no URL of a database."))
struct SeveralServersTests {
    private static let credentials = #"{"account": "jane", "password": "bananas for ever"}"#

    private let folder: TemporaryDirectory
    private let database: String
    private let servers: [ServerProcess]

    /// Two servers that run.
    init() throws {
        folder = try TemporaryDirectory()
        database = try TestedDatabase.address(for: folder.path)
        servers = try ["one", "two"].map { [folder, database] name in
            try ServerProcess(data: folder.path + "/" + name, arguments: ["--database", database])
        }
        try servers[0].start()
        try FileManager.default.createDirectory(atPath: servers[1].data, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: servers[0].data + "/sealing-key", toPath: servers[1].data + "/sealing-key")
        try servers[1].start()
    }

    private func send(
        _ method: String, _ path: String, to server: Int, _ body: String? = nil, token: String? = nil
    ) async throws -> HTTPClient.Answer {
        try await HTTPClient.send(
            method, servers[server].address + "/store/v1/" + path, body: body, token: token)
    }

    private func buy(_ key: Int, at server: Int, token: String) async throws -> PurchaseOutcome {
        let body =
            #"{"key": "\#(key)", "productIdentifier": "com.xamarin.storekit.testing.consume5credits", "quantity": 1}"#
        let answer = try await send("POST", "purchases", to: server, body, token: token)
        return try answer.decode()
    }

    private func signIn() async throws -> String {
        try await send("POST", "accounts", to: 0, Self.credentials).decode(StoreWire.Session.self).token
    }

    /// Runs a command of `monkeystore-server`, by default with the data directory of the second server.
    private func run(
        _ command: [String], data: String? = nil, variables: [String: String] = [:]
    ) throws -> (end: ProcessEnd, output: String) {
        try ChildProcess.run(
            [BuiltProgram.serverPath] + command + ["--data-dir", data ?? servers[1].data],
            environment: variables.merging(["HOME": folder.path]) { $1 })
    }

    /// What `monkeystore-server audit` says.
    private func audit() throws -> String {
        let audit = try run(["audit", "--database", database])
        #expect(audit.end == .status(0))
        return audit.output
    }

    @Test("know the same accounts, charge a key once, and end a session together")
    func oneStore() async throws {
        let token = try await signIn()
        for key in 0..<5 {
            async let first = buy(key, at: 0, token: token)
            async let second = buy(key, at: 1, token: token)
            #expect(try await first == second)
        }
        var request = HTTPClientRequest(url: servers[1].address + "/store/v1/updates")
        request.headers.add(name: "Authorization", value: "Bearer " + token)
        let stream = try await HTTPClient.patient.execute(request, timeout: .minutes(5))
        #expect(stream.status == .ok)
        #expect(try await send("DELETE", "sessions/current", to: 0, token: token).status == 204)
        // No new stream begins, and the existing one ends.
        #expect(try await send("GET", "updates", to: 1, token: token).status == 401)
        for try await _ in stream.body {}
        // The other server may rely on what it knows for a moment.
        while try await send("GET", "settings", to: 1, token: token).status != 401 {
            try await restBeforeLookingAgain()
        }
        #expect(try audit().contains("5 charges"))
    }

    @Test("go on without one that was killed, and lose nothing of it")
    func killed() async throws {
        let token = try await signIn()
        var known: [PurchaseOutcome] = []
        await withTaskGroup(of: PurchaseOutcome?.self) { group in
            for key in 0..<200 { group.addTask { try? await buy(key, at: 0, token: token) } }
            for await outcome in group {
                known += [outcome].compactMap { $0 }
                // In the middle of the others.
                if known.count == 20 { servers[0].kill() }
            }
        }
        let again = try await withThrowingTaskGroup(of: PurchaseOutcome.self) { group in
            for key in 0..<200 { group.addTask { try await buy(key, at: 1, token: token) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for outcome in known { #expect(again.contains(outcome)) }
        #expect(try audit().contains(" 200 charges, 200 transactions"))
    }

    /// Runs `monkeystore-server copy`.
    private func copy(_ from: String, to: String) throws -> (end: ProcessEnd, output: String) {
        try run(["copy", "--from", from, "--to", to])
    }

    @Test("hand their store to a file, and take it back with what was sold there")
    func copies() async throws {
        let token = try await signIn()
        var outcomes: [PurchaseOutcome] = []
        for key in 0..<5 { outcomes.append(try await buy(key, at: 0, token: token)) }
        for server in servers { server.kill() }
        let file = folder.path + "/file"
        for _ in 0..<2 {
            let copied = try copy(database, to: file)
            #expect(
                copied.end == .status(0) && copied.output.contains("has 1 account with 5 charges."),
                "\(copied)")
        }

        let one = try ServerProcess(data: file, port: servers[0].port)
        try one.start()
        for key in 0..<7 { outcomes.append(try await buy(key, at: 0, token: token)) }
        #expect(Array(outcomes[5..<10]) == Array(outcomes[..<5]))
        let served = try copy(file, to: database)
        #expect(served.end == .status(69) && served.output.contains("serves"), "\(served)")
        // What is not in the database stays where it is.
        one.kill()
        let back = try copy(database, to: file)
        #expect(back.end == .status(0) && back.output.contains("has 1 account with 7 charges."), "\(back)")

        let forth = try copy(file, to: database)
        #expect(forth.end == .status(0))
        #expect(forth.output.contains("Its keys are sealed with \(servers[1].data)/sealing-key."), "\(forth)")
        try servers[1].start()
        #expect(try await buy(6, at: 1, token: token) == outcomes[11])
        #expect(try audit().contains(" 7 charges, 7 transactions"))
        let stranger = try ServerProcess(data: folder.path + "/stranger")
        try stranger.start()
        stranger.kill()
        let other = try copy(folder.path + "/stranger", to: database)
        #expect(other.end == .status(74) && other.output.contains("Another store is in"), "\(other)")
        #expect(try copy(folder.path + "/nowhere", to: database).output.contains("There is no store in"))
    }

    @Test("give out the keys that developers' servers need")
    func keys() throws {
        let written = try [["api-key", "--pem"], ["shared-secret"], ["root"]].map { command in
            try run(command + ["--database", database])
        }
        #expect(written.allSatisfy { $0.end == .status(0) })
        #expect(written[0].output.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(written[1].output.count == 33)
        #expect(written[2].output.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    }

    @Test("keep no store in their data directories, and commands without the database make none there")
    func noSecondStore() throws {
        for server in servers {
            // The name under which the others count it.
            #expect(FileManager.default.fileExists(atPath: server.data + "/server-name"))
            for command in [["root"], ["audit"]] {
                let run = try run(command, data: server.data)
                #expect(run.end == .status(74) && run.output.contains("give that with --database"), "\(run)")
            }
            #expect(!FileManager.default.fileExists(atPath: server.data + "/store.sqlite"))
        }
    }

    @Test("are refused without the secret of the others, or with another one, and say which")
    func secret() throws {
        let (command, data) = (["audit", "--database", database], folder.path + "/three")
        let missing = try run(command, data: data)
        #expect(missing.end == .status(74))
        #expect(missing.output.contains("/three/sealing-key is missing"))
        #expect(missing.output.contains("Copy sealing-key of the store's first server there"))
        let wrong = try run(
            command, data: data, variables: ["MONKEYSTORE_SEALING_KEY": "quite another secret"])
        #expect(wrong.end == .status(74))
        #expect(wrong.output.contains("sealed with another key than $MONKEYSTORE_SEALING_KEY;"))
        #expect(!wrong.output.contains("Choose another place"))
    }
}
#endif
