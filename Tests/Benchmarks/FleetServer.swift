internal import Glibc
internal import StoreClient
internal import TestSupport

/// The real server program on a data directory of its own, at an address that it keeps when it is killed and started again.
actor FleetServer {
    struct Failure: Error { let reason: String }

    nonisolated let address: StoreAddress
    /// The server's data directory.
    nonisolated let data: String
    private let port: UInt16
    private var process: pid_t?
    private var output: Int32 = -1

    /// A server that does not run yet.
    init(data: String) throws {
        port = try Self.freePort()
        guard let address = StoreAddress("http://127.0.0.1:\(port)") else { throw Failure(reason: "no address") }
        self.address = address
        self.data = data
    }

    /// The secret of the admin routes; there once the server has run.
    nonisolated func adminToken() throws -> String {
        guard let file = fopen(data + "/admin-token", "re") else { throw Failure(reason: "no admin token") }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, file)
        return String(decoding: line.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
    }

    /// Starts the program, and returns when it listens.
    func start() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(reason: "no pipe") }
        output = ends[0]
        process = try spawn(output: ends[1])
        close(ends[1])
        var said: [UInt8] = []
        while !said.contains(0x0A) {
            var piece = [UInt8](repeating: 0, count: 1024)
            let count = read(output, &piece, piece.count)
            guard count > 0 else { throw Failure(reason: "the server ended; see \(data).log") }
            said += piece.prefix(count)
        }
    }

    /// Ends the program as a power cut does (kill -9).
    func kill() {
        guard let process else { return }
        Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(output)
        self.process = nil
    }

    private func spawn(output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(
            &actions, STDERR_FILENO, data + ".log", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        // What the devices have open is none of the server's.
        for descriptor in STDERR_FILENO + 1..<getdtablesize() {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        let words = [
            BuiltProgram.serverPath, "serve", "--port", "\(port)", "--data-dir", data, "--account-rate", "0",
            "--address-rate", "0",
        ]
        let arguments = words.map { strdup($0) } + [nil]
        let environment = [strdup("HOME=" + data), nil]
        defer { for text in arguments + environment { free(text) } }
        var process = pid_t()
        let result = posix_spawn(&process, words[0], &actions, nil, arguments, environment)
        guard result == 0 else {
            throw Failure(reason: "cannot start \(words[0]): \(String(cString: strerror(result)))")
        }
        return process
    }

    /// A port below those that the system gives to clients: a client that connects to such a one while the server is down
    /// can meet itself, and then keeps the server from its port.
    private static func freePort() throws -> UInt16 {
        for port in (20_000..<32_000 as Range<UInt16>).shuffled() {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { break }
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if result == 0 { return port }
        }
        throw Failure(reason: "no free port")
    }
}
