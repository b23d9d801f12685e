internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Storage
internal import StoreModel
internal import StoreRules
internal import StoreSQLite
internal import TestSupport

/// How near the programs come to what limits them. Each line has a figure, a peer or a limit that was measured
/// right before or after it, and how many times the peer the figure is.
struct LimitsBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "How near the programs come to what limits them, line by line.",
        discussion:
            "With MONKEYSTORE_TEST_POSTGRES, purchases are measured there, too. With --peer, they are compared with those of another server, which is told its address and the database's."
    )

    private static let runs = 15

    @Option(help: "For each figure of the server.") var seconds = 4
    @Option(help: "The path of a server that does the same work.") var peer: String?

    func run() async throws {
        for clients in [1, 8, 64, 256] { try await Self.purchases(clients, seconds, peer) }
        try await Self.verification(seconds)
        try Self.server()
        try await Self.testStores()
        try Self.commands()
        try Self.firstFrame()
        say("")
        BusBenchmark().run()
    }

    private static func line(_ what: String, _ figure: String, _ limit: String, _ share: Double? = nil) {
        let share = share.map { String(format: "%6.2f", $0) } ?? ""
        say(column(what, width: 40) + column(figure, width: 28) + column(limit, width: 40) + share)
    }

    // MARK: The server under load

    private static func purchases(_ clients: Int, _ seconds: Int, _ peer: String?) async throws {
        let peer = try peer.map { try peerPurchases($0, clients, seconds) }
        for isOnPostgres in TestedDatabase.address == nil ? [false] : [false, true] {
            let own = try await PurchasesBenchmark.measure(
                clients: clients, seconds: seconds, isOnPostgres: isOnPostgres)
            let alone = try await signedCommits(batch: clients)
            let (name, limit) = peer.map { ("the peer", $0) } ?? ("signed and committed by a loop", alone)
            line(
                "purchases/s, \(isOnPostgres ? "PostgreSQL" : "a file"), \(clients) clients",
                "\(Int(own.rate)) (\(Int(own.work / .microseconds(1))) µs)", "\(Int(limit)) \(name)",
                own.rate / limit)
        }
    }

    private static func peerPurchases(_ program: String, _ clients: Int, _ seconds: Int) throws -> Double {
        guard let database = TestedDatabase.address else {
            throw ToolError(description: "The peer needs a database: MONKEYSTORE_TEST_POSTGRES has no URL.")
        }
        let port = try LoopbackSocket.freePort()
        let peer = try ChildProcess([program, "127.0.0.1:\(port)", database], environment: [:])
        let deadline = ContinuousClock.now + .seconds(30)
        while (try? LoopbackSocket.connect(port: port)).map({ close($0) }) == nil {
            guard ContinuousClock.now < deadline else {
                throw ToolError(description: "The peer does not listen.")
            }
            usleep(10_000)
        }
        let customers = try (0..<clients).map { client in
            try PurchasesBenchmark.buyer(at: port, tokens: (0..<8).map { "token\((client * 8 + $0) % 64)" })
        }
        return try Load(of: customers, on: [peer.processID], for: .seconds(seconds)).rate
    }

    /// How many purchases a second a loop does that only signs so many, inserts them, and commits.
    private static func signedCommits(batch: Int) async throws -> Double {
        let folder = try TemporaryDirectory(isOnDisk: true)
        let signer = try AppStore.bundled(in: folder.path + "/store").signer
        let engine = try SQLiteEngine(directory: DataDirectory(path: folder.path + "/loop"))
        try engine.write { _ = try $0.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, text TEXT)") }
        let payload = [UInt8](repeating: UInt8(ascii: "x"), count: 700)
        var count = 0
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end {
            let texts = try (0..<batch).map { _ in try signer.sign(json: payload) }
            try engine.write { database in
                for text in texts {
                    _ = try database.execute("INSERT INTO entry (text) VALUES (?)", [text])
                }
            }
            count += batch
        }
        return Double(count) / 2
    }

    private static func verification(_ seconds: Int) async throws {
        let folder = try TemporaryDirectory(isOnDisk: true)
        let server = try ServerProcess(data: folder.path + "/data")
        let store = try AppStore.bundled(in: server.data)
        let account = try await store.createAccount(
            name: AccountName(rawValue: "jane")!, password: "bananas for ever")
        let session = try store.session(for: account.1, device: nil)!
        try await session.buy([MonkeyCredits.five])
        let receipt = try session.receipt()
        try server.start()
        defer { server.kill() }
        let body = #"{"receipt-data": "\#(receipt)", "password": "\#(store.sharedSecret)"}"#
        let request = RawRequest("POST", "/sandbox/verifyReceipt", body: body).bytes
        let clients = try (0..<64).map { _ in try LoadClient(port: server.port) { _ in request } }
        let own = try Load(of: clients, on: [server.processID!], for: .seconds(seconds))
        let signed = try store.signer.sign(json: Array("{}".utf8))
        let once =
            ContinuousClock().measure { for _ in 0..<1000 { _ = store.signer.hasSigned(signed) } } / 1000
        let limit = Duration.seconds(1) / once * Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        line(
            "verifyReceipt/s, 64 clients", "\(Int(own.rate)) (\(Int(own.work / .microseconds(1))) µs)",
            "\(Int(limit)) signatures that all processors verify", own.rate / limit)
    }

    // MARK: Starts and memory

    private static func server() throws {
        let server = try ServerProcess()
        try server.start()
        let memory = try ProcessStatus.privateMemory(of: server.processID!)
        server.kill()
        let start = try median {
            let time = try ContinuousClock().measure { try server.start() }
            server.kill()
            return time
        }
        let program = try median { try time([BuiltProgram.serverPath, "--version"]) }
        line(
            "server: start, its files there", text(start), "\(text(program)) it says its version",
            start / program)
        line("server: memory when idle", text(memory), "")
    }

    private static func testStores() async throws {
        let server = try ServerProcess()
        try server.start()
        defer { server.kill() }
        let before = try ProcessStatus.privateMemory(of: server.processID!)
        let (count, token) = (1000, try server.adminToken())
        let connection = try LoopbackSocket.connect(port: server.port)
        defer { close(connection) }
        let time = try ContinuousClock().measure {
            for _ in 0..<count {
                LoopbackSocket.send(
                    RawRequest("POST", "/stores", token: token, body: "{}").bytes, to: connection)
                var answer = [UInt8](repeating: 0, count: 1 << 16)
                guard recv(connection, &answer, answer.count, 0) > 12,
                    answer.starts(with: "HTTP/1.1 201".utf8)
                else { throw ToolError(description: "No store was made.") }
            }
        }
        let after = try ProcessStatus.privateMemory(of: server.processID!)
        line(
            "\(count) stores of tests: memory", text(after), "\(text(before)) without them",
            Double(after.all) / Double(before.all))
        line("one of them is made in", text(time / count), "")
    }

    private static func commands() throws {
        let folder = try TemporaryDirectory()
        let device = CustomerDevice(in: folder.path)
        try device.succeed("buy", "consume5credits", "--yes")
        let version = try median { try time([BuiltProgram.path, "--version"]) }
        for command in [["balance"], ["buy", "consume5credits", "--yes"]] {
            let own = try median { try ContinuousClock().measure { try device.succeed(command) } }
            line(
                "the command \(command[0])", text(own), "\(text(version)) it says its version", own / version)
        }
    }

    private static func firstFrame() throws {
        let folder = try TemporaryDirectory()
        let variables = ["HOME": folder.path, "TERM": "xterm-256color", "LANG": "C.UTF-8"]
        func frame(_ command: [String], _ title: String) throws -> (
            time: Duration, memory: (all: Int, withoutFiles: Int)
        ) {
            var memory = (all: 0, withoutFiles: 0)
            let time = try median {
                let start = ContinuousClock.now
                let terminal = try Pseudoterminal(
                    command, environment: variables, standardError: folder.path + "/log")
                try terminal.wait(for: title)
                let time = ContinuousClock.now - start
                memory = try ProcessStatus.privateMemory(of: terminal.processID)
                terminal.hangUp()
                _ = try terminal.waitForEnd()
                return time
            }
            return (time, memory)
        }
        let own = try frame([BuiltProgram.path, "--data-dir", folder.path + "/data"], "Monkey Store")
        let editor = "/usr/bin/nano"
        let peer = access(editor, X_OK) == 0 ? try frame([editor], "GNU nano") : nil
        line(
            "storefront: first frame", text(own.time), peer.map { "\(text($0.time)) nano" } ?? "",
            peer.map { own.time / $0.time })
        line("storefront: memory", text(own.memory), peer.map { "\(text($0.memory)) nano" } ?? "")
    }

    private static func time(_ command: [String]) throws -> Duration {
        try ContinuousClock().measure { _ = try ChildProcess.run(command, environment: [:]) }
    }

    private static func median(_ measure: () throws -> Duration) rethrows -> Duration {
        try (0..<runs).map { _ in try measure() }.sorted()[runs / 2]
    }

    private static func text(_ time: Duration) -> String {
        column(time / .milliseconds(1), width: 0, unit: " ms")
    }

    private static func text(_ memory: (all: Int, withoutFiles: Int)) -> String {
        column(Double(memory.all) / 1024, width: 0) + " MB, "
            + column(Double(memory.withoutFiles) / 1024, width: 0) + " not of files"
    }
}
