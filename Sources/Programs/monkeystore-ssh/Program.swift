internal import ArgumentParser
internal import CConfinement
internal import CSSHHost
internal import Glibc
internal import ProgramSupport

/// The entry point of `monkeystore-ssh`, which `monkeystore-server demo` starts. It parses the options and
/// runs `Host`. `Host` starts this program again for each connection.
@main
enum Program {
    static func main() {
        // A process for one connection gets the host's key and nothing else.
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == ConnectionProgram.word {
            return csh_run_connection(arguments[2], ConnectionProgram.grace)
        }
        HostCommand.main()
    }
}

struct HostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeystore-ssh",
        abstract: "Show the storefront to visitors over SSH, and nothing else.",
        discussion: """
            monkeystore-server demo starts it. Its standard input is a line with the host's token, and stays open: at its end \
            the visits end. It says what happens in lines of JSON, which monkeystore-server reads.
            """)

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host: String
    @Option(help: ArgumentHelp("The port to listen on.", valueName: "number")) var port: UInt16
    @Option(help: ArgumentHelp("The host's key; made if it is missing.", valueName: "file")) var hostKey:
        String
    @Option(help: ArgumentHelp("The Unix socket of the store.", valueName: "file")) var socket: String
    @Option(help: ArgumentHelp("The storefront's program.", valueName: "file")) var storefront: String
    @Option(help: ArgumentHelp("Where visitors' things are.", valueName: "folder")) var visitors: String
    @Option(
        help: ArgumentHelp(
            "The bundle identifier of the application that the store sells for.", valueName: "id"))
    var bundleId: String
    @Option(help: ArgumentHelp("How many visitors there may be at a time.", valueName: "number"))
    var visitorLimit: Int
    @Option(
        help: ArgumentHelp(
            "How many of them from one network (default: half; all from this machine).", valueName: "number"))
    var networkLimit: Int?
    @Option(
        help: ArgumentHelp(
            "After how many seconds without a key a visit ends.", valueName: "seconds"))
    var idle: Int
    @Option(
        help: ArgumentHelp(
            "After how many milliseconds a silent connection is dead.", valueName: "milliseconds"))
    var silence: Int

    func run() throws {
        guard let token = readLine(), !token.isEmpty else { throw HostError.noToken }
        guard cc_prepare() == 0 else { throw HostError.notConfined(reason: String(cString: strerror(errno))) }
        umask(0o077)
        // The reader of the events may go before the visits have ended.
        signal(SIGPIPE, SIG_IGN)
        // Where files may not grow, the key cannot be made, and that is said.
        signal(SIGXFSZ, SIG_IGN)
        // Each visitor needs a few files.
        OpenFileLimit.raise()
        guard csh_load_key(hostKey) else { throw HostError(key: hostKey) }
        let storefront = StorefrontProgram(
            path: storefront, visitors: visitors, bundleIdentifier: bundleId, visitorLimit: visitorLimit,
            idleSeconds: idle, token: token)
        let listener = csh_listen(host, port)
        guard listener >= 0 else {
            Host.say(.cannotListen(error: errno))
            throw ExitCode.failure
        }
        storefront.folder.noteOpening()
        var host = Host(
            listener: listener, connectionProgram: ConnectionProgram(hostKey: hostKey),
            storefront: storefront,
            storeSocket: socket, silence: UInt32(silence),
            places: Places(visitors: visitorLimit, visitorsOfNetwork: networkLimit))
        var fingerprint = [CChar](repeating: 0, count: 64)
        csh_fingerprint(&fingerprint)
        // The reader of the events may stop, and visitors must not wait for that.
        _ = fcntl(STDOUT_FILENO, F_SETFL, O_WRONLY | O_NONBLOCK)
        Host.say(
            .listening(
                fingerprint: String(decoding: fingerprint.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self),
                confinesFiles: cc_confines_files()))
        host.run()
    }
}

/// Starts this program again for one connection. `Host` uses it.
struct ConnectionProgram {
    static let word = "connection"
    /// How long a client may take to sign in and to ask for the store, in seconds.
    static let grace: Int32 = 20

    let hostKey: String

    /// Starts the process, with a client's connection and a channel to this process. Nil if the system has no
    /// room for it.
    func start(_ connection: Int32, channel: Int32) -> pid_t? {
        let process = withCStrings(["/proc/self/exe", Self.word, hostKey]) {
            csh_start_connection($0, connection, channel)
        }
        return process > 0 ? process : nil
    }
}

enum HostError: Error, CustomStringConvertible {
    case noToken
    /// There is no key, and none can be made.
    case keyNotMade(path: String)
    /// What is there is something else.
    case notAKey(path: String)
    case unreadableKey(path: String, reason: String)
    case notConfined(reason: String)

    /// Why there is no key for the host.
    init(key path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        let error = errno
        if file >= 0 {
            close(file)
            self = .notAKey(path: path)
        } else if error == ENOENT {
            self = .keyNotMade(path: path)
        } else {
            self = .unreadableKey(path: path, reason: String(cString: strerror(error)))
        }
    }

    var description: String {
        switch self {
        case .noToken: "There is no token of the host's on the standard input."
        case .keyNotMade(let path):
            "\(path), the host's key, cannot be made. Free some space, or make its folder writable."
        case .notAKey(let path): "\(path) is not a key for the host. Delete it for a new one."
        case .unreadableKey(let path, let reason): "\(path), the host's key, cannot be read (\(reason))."
        case .notConfined(let reason): "The program cannot be confined (\(reason))."
        }
    }
}
