internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import StoreRules
internal import TestSupport

/// The effect of a crowd on other clients: connections from one address that send half a request and then
/// nothing, and many addresses that make accounts. The crowd, its neighbours and the others have addresses of
/// their own in a network of the benchmark.
struct DoorsBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doors",
        abstract: "How long others wait while bad connections, or many new accounts, load the server.")

    private static let crowd = "127.0.0.1"
    private static let neighbour = "127.0.0.2"
    private static let other = "10.1.0.1"
    /// The longest wait of the others, at the 99th percentile.
    private static let limit = Duration.milliseconds(100)
    /// The most memory, in MiB, that unread answers may take.
    private static let mostMemory = 150
    private static let options = ["--host", "0.0.0.0", "--without-tls"]

    @Option var connections = 5000
    @Option(help: "The addresses that make accounts.") var accounts = 200
    @Option var seconds = 30

    /// Fails unless the others got all their answers, in time.
    func run() async throws {
        try Self.enterNetwork()
        var isRight = true
        for kind in BadConnection.allCases {
            isRight =
                try await Self.attack(kind, connections: connections, for: .seconds(seconds)) && isRight
        }
        isRight = try await Self.makeAccounts(from: accounts, for: .seconds(seconds)) && isRight
        guard isRight else { throw ExitCode.failure }
    }

    /// Starts this program again in a network namespace in which 10.0.0.0/8 also belongs to this machine. It
    /// needs no root.
    private static func enterNetwork() throws {
        let mark = "MONKEYSTORE_DOORS"
        guard getenv(mark) == nil else {
            for arguments in [
                ["link", "set", "lo", "up"], ["route", "add", "local", "10.0.0.0/8", "dev", "lo"],
            ] {
                let run = try ChildProcess.run(["/usr/bin/env", "ip"] + arguments)
                guard run.end == .status(0) else { throw ToolError(description: run.output) }
            }
            return
        }
        setenv(mark, "1", 1)
        let arguments = ["unshare", "--user", "--map-root-user", "--net"] + CommandLine.arguments
        var words = arguments.map { strdup($0) } + [nil]
        execvp("unshare", &words)
        throw ToolError(description: "cannot start unshare: \(String(cString: strerror(errno)))")
    }

    private static func attack(
        _ kind: BadConnection, connections: Int, for time: Duration
    ) async throws -> Bool {
        let folder = try TemporaryDirectory()
        let data = folder.path + "/server"
        let tokens = try await AppStore.bundled(in: data).makeAccounts(kind.accounts + 1)
        let identity = try TLSIdentity()
        let files = ["--tls-cert", identity.certificatePath, "--tls-key", identity.keyPath]
        let server = try ServerProcess(data: data, arguments: options + (kind.isTLS ? files : []))
        ProcessStatus.setOpenFiles(1024)
        try server.start()
        ProcessStatus.setOpenFiles(.max)
        guard let process = server.processID else { throw ToolError(description: "the server does not run") }
        let base = (kind.isTLS ? "https" : "http") + "://127.0.0.1:\(server.port)"
        func client(_ address: String, isKept: Bool = false) -> HonestClient {
            HonestClient(
                base: base, address: address, isKept: isKept, token: tokens[kind.accounts],
                asks: HonestClient.Question.allCases)
        }
        // The server takes longer for its first answers and connections.
        _ = await client(other, isKept: true).ask(for: .seconds(1))
        let before = try ProcessState(of: process)
        let bad = Crowd(
            of: connections, kind, at: server.port, from: crowd,
            tokens: Array(tokens.prefix(max(1, kind.accounts))))
        let end = ContinuousClock.now + time
        async let kept = client(other, isKept: true).ask(until: end)
        async let new = client(other).ask(until: end)
        async let same = client(neighbour).ask(until: end)
        let opened = try await bad.open(until: end)
        let (keptTimes, newTimes, sameTimes) = await (kept, new, same)
        let (during, gauge) = (try ProcessState(of: process), await client(other).connections() ?? 0)
        let (all, gone) = (bad.count, bad.goneCount)
        bad.close()
        var after = try ProcessState(of: process)
        for _ in 0..<300 where after.descriptors > before.descriptors + 4 {
            try await Task.sleep(for: .milliseconds(100))
            after = try ProcessState(of: process)
        }
        say(kind.rawValue)
        say(
            "  crowd          \(connections) opened in \(text(opened)), \(all) in all, \(gauge) open at the end, \(gone) ended"
        )
        say("  others         \(keptTimes), on a connection that they keep")
        say("  others         \(newTimes), on a new one each time")
        say("  its neighbours \(sameTimes), on a new one each time")
        say(
            "  server         \(before.memory) MiB, \(during.memory), \(after.memory), and \(before.descriptors) descriptors, "
                + "\(during.descriptors), \(after.descriptors): before, during, after")
        return [keptTimes, newTimes].allSatisfy { $0.refused == 0 && $0.percentile(99) <= limit }
            && after.descriptors <= before.descriptors + 4 && (kind != .unread || during.memory < mostMemory)
    }

    private static func makeAccounts(from addresses: Int, for time: Duration) async throws -> Bool {
        let folder = try TemporaryDirectory(isOnDisk: true)
        let server = try ServerProcess(data: folder.path + "/server", arguments: options)
        try server.start()
        let token = try await AppStore.bundled(in: server.data).makeAccounts(1)[0]
        let clients = HonestClient.Question.allCases.map {
            HonestClient(base: server.address, address: other, isKept: true, token: token, asks: [$0])
        }
        for client in clients { _ = await client.ask(for: .seconds(1)) }
        say("\(addresses) addresses make accounts")
        var isRight = true
        for makers in [0, addresses] {
            let end = ContinuousClock.now + time
            async let made = AccountMakers.run(addresses: makers, at: server.port, until: end)
            let times = await withTaskGroup { group in
                for (index, client) in clients.enumerated() {
                    group.addTask { (index, await client.ask(until: end)) }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            let tally = await made
            say("  \(tally.made) made, \(tally.busy) told to come again, \(tally.failed) failed")
            for (index, client) in clients.enumerated() {
                guard let spread = times[index] else { continue }
                say("  " + column(client.asks[0].rawValue, width: 15) + "\(spread)")
                if makers > 0 { isRight = isRight && spread.refused == 0 && spread.percentile(99) <= limit }
            }
        }
        return isRight
    }

    private static func text(_ duration: Duration) -> String {
        column(duration / .seconds(1), width: 0, unit: " s")
    }
}

private struct ProcessState {
    /// In MiB.
    let memory: Int
    let descriptors: Int

    init(of process: Int32) throws {
        memory = try ProcessStatus.residentMemory(of: process) / 1024
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }
}
