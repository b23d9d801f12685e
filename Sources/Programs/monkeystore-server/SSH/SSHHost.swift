internal import Glibc
internal import ProgramSupport
internal import ServiceLifecycle
internal import StoreModel
internal import StoreServer
internal import Subprocess
internal import SystemPackage

/// Runs `monkeystore-ssh`, the program that speaks SSH with visitors, alongside the store, for `Demo`. It
/// starts when the store listens. It ends before the store does, and ends all visits. It is a separate
/// process of the visitors' user.
struct SSHHost: Service {
    let user: VisitorsUser
    let visitors: String
    let token: String
    let program: String
    let storefront: String
    let socket: String
    let options: DemoOptions
    let terminal: PresentersTerminal
    /// How a shell starts this program.
    let command: String
    /// The options with which `who` and `say` find this host's visitors.
    let commandOptions: String
    private let bundleIdentifiers = AsyncStream.makeStream(of: String.self)

    /// The store listens at all of its endpoints. From now on the socket belongs to the visitors' user, but
    /// its folder does not.
    func storeListens(sellingFor bundleIdentifier: String) {
        if lchown(socket, user.user, user.group) == 0 { chmod(socket, 0o600) }
        bundleIdentifiers.continuation.yield(bundleIdentifier)
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            guard let bundleIdentifier = await bundleIdentifiers.stream.first(where: { _ in true }) else {
                return
            }
            try await letVisitorsIn(toStoreOf: bundleIdentifier)
        }
    }

    private func letVisitorsIn(toStoreOf bundleIdentifier: String) async throws {
        // Not with PlatformOptions: in a process with threads, changing the user between fork and exec
        // can hang.
        let words = user.changing + [program] + arguments + ["--bundle-id", bundleIdentifier]
        var platform = PlatformOptions()
        // Ctrl-C at the host's terminal goes to the store, which ends the visits first.
        platform.createSession = true
        platform.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(5))]
        let result = try await Subprocess.run(
            .path(FilePath(words[0])), arguments: Arguments(Array(words.dropFirst())),
            environment: .custom([:]),
            workingDirectory: "/", platformOptions: platform, input: .inputWriter, output: .sequence,
            error: .string(limit: 4096)
        ) { execution in
            // The input stays open. When this program has gone, the visits end.
            _ = try await execution.standardInputWriter.write(token + "\n")
            for try await line in execution.standardOutput.strings() {
                guard let event = HostEvent(line: line) else { continue }
                switch event {
                case .listening(let fingerprint, let confinesFiles):
                    terminal.open(with: greeting(fingerprint: fingerprint, confinesFiles: confinesFiles))
                case .cannotListen(let error): throw failure(error)
                case .came, .moved, .left, .turnedAway: terminal.tell(event)
                }
            }
        }
        // If nobody cancelled it, it ends only because of an error.
        if !Task.isCancelled {
            let reason = result.standardError.split(whereSeparator: \.isNewline).joined(separator: " ")
                .replacing("Error: ", with: "")
            throw DemoError.ended(
                reason: reason.isEmpty ? "the SSH host has ended (\(result.terminationStatus))." : reason)
        }
    }

    private func failure(_ error: Int32) -> Endpoint.Failure {
        let host = options.sshHost
        let address = "\(host.contains(":") ? "[\(host)]" : host):\(options.sshPort)"
        return Endpoint.Failure(
            option: "--ssh-port", addressOption: "--ssh-host",
            failure: error == EADDRINUSE
                ? .portInUse(address: address)
                : .cannotListen(address: address, reason: String(cString: strerror(error))))
    }

    /// The first lines on the presenter's terminal: what visitors type, and what the presenter can do.
    private func greeting(fingerprint: String, confinesFiles: Bool) -> [String] {
        let address = HostAddress(listeningOn: options.sshHost)
        let port = options.sshPort == 22 ? "" : "-p \(options.sshPort) "
        let closed =
            address.isLocal ? ["Only this machine can come in; --ssh-host 0.0.0.0 lets others in, too."] : []
        let unconfined =
            confinesFiles
            ? []
            : [
                "This kernel has no Landlock: a storefront that is broken can open what all users may read here."
            ]
        return ["The store is open. Visitors come with", "  ssh \(port)\(address.text)"] + closed + [
            "The first time, their ssh shows this key of the host:", "  \(fingerprint)",
            "Who is here:           \(command) who\(commandOptions)",
            "A line to all of them: \(command) say\(commandOptions) Bananas at five",
        ] + unconfined + ["Ctrl-C closes the store."]
    }

    private var arguments: [String] {
        [
            "--host-key", visitors + "/host_key", "--socket", socket, "--storefront", storefront,
            "--visitors", visitors,
        ] + options.hostArguments
    }
}

extension DemoOptions {
    /// What `monkeystore-ssh` is told of these options.
    var hostArguments: [String] {
        // While a purchase is in progress, output is sent every 250 ms. The kernel counts from its second
        // retransmission, some 400 ms later.
        let silence = linePatience * 1000 - 800
        return [
            "--host", sshHost, "--port", "\(sshPort)", "--visitor-limit", "\(visitorLimit)",
            "--idle", "\(idle)", "--silence", "\(silence)",
        ] + (networkLimit.map { ["--network-limit", "\($0)"] } ?? [])
    }
}

/// Where visitors reach the host: at the address on which it listens, or at the machine's first address that
/// others can reach.
struct HostAddress: Hashable {
    let text: String
    /// Whether only this machine can reach it.
    let isLocal: Bool

    init(listeningOn host: String) {
        self.init(listeningOn: host, addresses: Self.ofMachine(), name: Self.name())
    }

    init(listeningOn host: String, addresses: [String], name: String) {
        isLocal = HTTPAddress.isThisMachine(host.lowercased())
        text =
            switch host.lowercased() {
            // Nobody who types localhost reaches another address of this machine, such as 127.0.0.5.
            case "127.0.0.1", "::1", "localhost": "localhost"
            case "", "0.0.0.0", "::", "*": addresses.first ?? name
            default: host
            }
    }

    /// The IPv4 addresses of the machine's interfaces that are up, without loopback.
    private static func ofMachine() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
                entry.ifa_flags & UInt32(IFF_UP) != 0, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            addresses.append(
                String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        return addresses
    }

    private static func name() -> String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
