internal import Foundation
internal import Glibc
internal import Kiosk
internal import ServiceLifecycle
internal import Subprocess
internal import SystemPackage

/// OpenSSH's server, with a configuration and a key of its own, beside the store. It begins when the store listens, and ends
/// before it; so do the visits.
struct SSHDaemon: Service, StoreListener {
    static let server = "/usr/sbin/sshd"

    let files: SSHDaemonFiles
    let folder: VisitorsFolder
    let options: Options
    private let addresses: AsyncStream<(store: String, content: String)>
    private let listens: AsyncStream<(store: String, content: String)>.Continuation

    /// Where it listens, what it shows, to how many and for how long.
    struct Options: Sendable {
        var host: String
        var port: UInt16
        /// The visitors' program, and the library that is loaded into the server.
        var storefront: String
        var door: String
        var visitorLimit: Int
        var idleSeconds: Int
        var linePatience: Int
    }

    init(folder: VisitorsFolder, options: Options) throws(DemoError) {
        files = SSHDaemonFiles(in: folder, user: try VisitorsUser())
        (addresses, listens) = AsyncStream.makeStream()
        self.folder = folder
        self.options = options
        for (program, package) in [(Self.server, "openssh-server"), ("/usr/bin/ssh-keygen", "openssh-client")]
        where access(program, X_OK) != 0 {
            throw .missing(program: program, package: package)
        }
    }

    func storeListens(at address: String, content: String) { listens.yield((address, content)) }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            guard let address = await addresses.first(where: { _ in true }) else { return }
            try await serve(store: address.store, content: address.content)
        }
    }

    private func serve(store: String, content: String) async throws {
        let command = [
            options.storefront, "--kiosk", "--visitors", folder.path, "--store", store, "--content", content,
            "--visitor-limit", "\(options.visitorLimit)", "--idle", "\(options.idleSeconds)",
        ]
        try files.write(
            command: command, host: options.host, port: options.port, visitorLimit: options.visitorLimit,
            idleSeconds: options.idleSeconds)
        if let maker = files.keyMaker { _ = try await run(maker) }
        try await endFormerServer()
        try await withThrowingTaskGroup { group in
            group.addTask {
                let end = try await run(
                    [Self.server, "-D", "-f", files.configuration, "-E", files.log],
                    environment: files.environment(door: options.door, linePatience: options.linePatience))
                // It ends by itself only where something is wrong.
                if !Task.isCancelled { throw DemoError.sshd(reason: "\(files.lastWords) (\(end))") }
            }
            group.addTask { try await announce() }
            defer { group.cancelAll() }
            // The announcement ends early, the server late.
            try await group.next()
            try await group.next()
        }
        // Not cancelled with the rest: they may say goodbye.
        await Task { await endVisits() }.value
    }

    /// Runs a program as the visitors' user.
    private func run(_ command: [String], environment: [String: String] = [:]) async throws -> TerminationStatus {
        // Not by PlatformOptions: to change the user between fork and exec can hang in a process with threads.
        // And the environment comes after that, because the door stands between the users and whoever has it.
        let change = files.user.isOther ? files.user.changing : []
        let command = change + ["/usr/bin/env", "-i"] + environment.map { "\($0.key)=\($0.value)" } + command
        var platform = PlatformOptions()
        // Ctrl-C at the host's terminal is for the host, who ends the visits first.
        platform.createSession = true
        platform.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(2))]
        return try await Subprocess.run(
            .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
            workingDirectory: "/", platformOptions: platform, output: .discarded, error: .discarded
        ).terminationStatus
    }

    /// Says where visitors find the store, once they do: the server writes its number when it listens.
    private func announce() async throws {
        while !FileManager.default.fileExists(atPath: files.processID) {
            try await Task.sleep(for: .milliseconds(10))
        }
        let host =
            ["127.0.0.1", "::1"].contains(options.host) ? "localhost" : ProcessInfo.processInfo.hostName
        say("  visitors:     ssh -p \(options.port) \(host)")
    }

    /// Ends the server of a run that was killed: it would hold the port.
    private func endFormerServer() async throws {
        guard let text = try? String(contentsOfFile: files.processID, encoding: .utf8),
            let number = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)),
            let line = try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8)
        else { return }
        if line.contains(files.configuration) {
            kill(number, SIGTERM)
            for _ in 0..<100 where kill(number, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
        }
        unlink(files.processID)
    }

    /// Sends the visitors home, and waits until they have gone, for three seconds at most.
    private func endVisits() async {
        folder.endVisits()
        for _ in 0..<150 where !folder.attendances().isEmpty {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}
