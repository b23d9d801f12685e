internal import Glibc
internal import ServiceLifecycle
internal import Subprocess
internal import SystemPackage

/// Runs `monkeystore-ssh`, the program that speaks SSH with visitors, beside the store, for `Demo`. It starts when the
/// store listens, and ends, with all visits, before the store does. It is a process of its own, as the visitors' user.
struct SSHHost: Service {
    let user: VisitorsUser
    let visitors: String
    let token: String
    let program: String
    let storefront: String
    let socket: String
    let host: String
    let port: UInt16
    let visitorLimit: Int
    let networkLimit: Int
    let idleSeconds: Int
    let linePatience: Int
    private let greetings = AsyncStream.makeStream(of: Void.self)
    private let bundleIdentifiers = AsyncStream.makeStream(of: String.self)

    /// The store listens on the socket. The socket now belongs to the visitors' user, its folder does not.
    func storeListens(sellingFor bundleIdentifier: String) {
        if lchown(socket, user.user, user.group) == 0 { chmod(socket, 0o600) }
        bundleIdentifiers.continuation.yield(bundleIdentifier)
    }

    /// The store has printed its greeting; the host prints its own after it.
    func greetingIsSaid() { greetings.continuation.yield() }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            guard await greetings.stream.first(where: { _ in true }) != nil,
                let bundleIdentifier = await bundleIdentifiers.stream.first(where: { _ in true })
            else { return }
            try await letVisitorsIn(toStoreOf: bundleIdentifier)
        }
    }

    private func letVisitorsIn(toStoreOf bundleIdentifier: String) async throws {
        // Not by PlatformOptions: to change the user between fork and exec can hang in a process with threads.
        let command = user.changing + [program] + arguments + ["--bundle-id", bundleIdentifier]
        var platform = PlatformOptions()
        // Ctrl-C at the host's terminal is for the store, which ends the visits first.
        platform.createSession = true
        platform.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(5))]
        let result = try await Subprocess.run(
            .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())), environment: .custom([:]),
            workingDirectory: "/", platformOptions: platform, input: .inputWriter, output: .sequence,
            error: .string(limit: 4096)
        ) { execution in
            // It stays open: when this program is gone, the visits end.
            _ = try await execution.standardInputWriter.write(token + "\n")
            for try await line in execution.standardOutput.strings() where line.hasPrefix("listening") { greet() }
        }
        // It ends by itself only with an error.
        if !Task.isCancelled {
            let reason = result.standardError.replacing("\n", with: " ").replacing("Error: ", with: "")
            throw DemoError.ended(
                reason: reason.isEmpty ? "the SSH host has ended (\(result.terminationStatus))." : reason)
        }
    }

    private func greet() {
        let host = ["127.0.0.1", "::1"].contains(host) ? "localhost" : hostName
        printLine("  visitors:     ssh -p \(port) \(host)")
    }

    private var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private var arguments: [String] {
        // While a purchase is under way, output is sent every 250 ms; and the kernel counts from its second repetition, some 400 ms
        // later.
        let silence = linePatience * 1000 - 800
        return [
            "--host", host, "--port", "\(port)", "--host-key", visitors + "/host_key",
            "--socket", socket, "--storefront", storefront, "--visitors", visitors,
            "--visitor-limit", "\(visitorLimit)", "--network-limit", "\(networkLimit)",
            "--idle", "\(idleSeconds)", "--silence", "\(silence)",
        ]
    }
}
