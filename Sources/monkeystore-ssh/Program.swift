internal import ArgumentParser
internal import CSSHHost
internal import Glibc

@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeystore-ssh",
        abstract: "Show the storefront to visitors over SSH, and nothing else.",
        discussion: """
            monkeystore-server demo starts it. Its standard input is a line with the host's token, and stays open: at its end \
            the visits end. It says "listening" when visitors can come.
            """)

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host = "127.0.0.1"
    @Option(help: ArgumentHelp("The port to listen on.", valueName: "number")) var port: UInt16 = 2222
    @Option(help: ArgumentHelp("The host's key; made where there is none.", valueName: "file")) var hostKey: String
    @Option(help: ArgumentHelp("The Unix socket of the store.", valueName: "file")) var socket: String
    @Option(help: ArgumentHelp("The storefront's program.", valueName: "file")) var storefront: String
    @Option(help: ArgumentHelp("Where visitors' things are.", valueName: "folder")) var visitors: String
    @Option(help: ArgumentHelp("How many visitors there may be at a time.", valueName: "number")) var visitorLimit = 100
    @Option(help: ArgumentHelp("How many of them from one network.", valueName: "number")) var networkLimit = 50
    @Option(
        help: ArgumentHelp("After how many seconds without a key a visitor is sent home.", valueName: "seconds"))
    var idle = 660
    @Option(help: ArgumentHelp("After how many milliseconds a silent connection is dead.", valueName: "milliseconds"))
    var silence = 200

    func run() throws {
        guard let token = readLine(), !token.isEmpty else { throw HostError.noToken }
        umask(0o077)
        // Of a host of an earlier version: visitors know it.
        if access(hostKey, F_OK) != 0 { rename(visitors + "/sshd/host_key", hostKey) }
        guard csh_load_key(hostKey) else { throw HostError.noKey(path: hostKey) }
        let listener = csh_listen(host, port)
        guard listener >= 0 else {
            throw HostError.cannotListen(host: host, port: port, reason: String(cString: strerror(errno)))
        }
        var host = Host(
            listener: listener,
            storefront: StorefrontProgram(
                path: storefront, visitors: visitors, visitorLimit: visitorLimit, idleSeconds: idle, token: token),
            storeSocket: socket, silence: UInt32(silence),
            places: Places(visitors: visitorLimit, visitorsOfNetwork: networkLimit))
        let greeting = Array("listening\n".utf8)
        write(STDOUT_FILENO, greeting, greeting.count)
        host.run()
    }
}

/// Why the host cannot let visitors in.
enum HostError: Error, CustomStringConvertible {
    case noToken
    case noKey(path: String)
    case cannotListen(host: String, port: UInt16, reason: String)

    var description: String {
        switch self {
        case .noToken: "There is no token of the host's on the standard input."
        case .noKey(let path): "\(path) is no key for the host, and cannot be made. Delete it for a new one."
        case .cannotListen(let host, let port, let reason): "Cannot listen on port \(port) of \(host) (\(reason))."
        }
    }
}
