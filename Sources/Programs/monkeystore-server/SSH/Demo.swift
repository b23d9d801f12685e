internal import ArgumentParser
internal import Foundation
internal import ProgramSupport
internal import Storage

/// The command `demo`, with which operators serve the store and open it to visitors over SSH. Below are
/// its errors.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Serve the store, and open it to visitors over SSH.",
        usage: """
            monkeystore-server demo [--ssh-host <address>] [--ssh-port <number>] [--log-requests] [<options>]
            monkeystore-server demo --ssh-host 0.0.0.0      # visitors from other machines
            """,
        discussion: """
            All who come are let in and see the storefront, and nothing else. A visitor's SSH key is the account; without one the \
            visitor is a guest, and what a guest buys ends with the visit.
            """)

    @OptionGroup(title: "Options of demo") var own: DemoOptions
    @OptionGroup(title: "Options of the store, as serve has them") var serve: Serve

    func validate() throws {
        guard serve.hostTokenFile == nil else {
            throw ValidationError("Leave out --host-token-file: a demo has a token of its own.")
        }
    }

    func run() async throws {
        let folder = own.visitors.folder(in: serve.data.folder)
        let (visitors, programs) = (folder.path, folder.programs)
        let user = try VisitorsUser()
        // The store closes its folder to all other users, at the latest when it has keys there.
        let data = URL(fileURLWithPath: serve.data.folder).resolvingSymlinksInPath().path
        guard !user.isOther || !folder.isInside(data) else {
            throw DemoError.unusable(
                path: visitors, reason: "visitors run as \(VisitorsUser.name), whom \(data) is closed to")
        }
        try user.makeFolder(visitors)
        try user.makeFolderOfPrograms(programs)
        // Before anything that a running demo's visitors use is replaced. Two demos with different data
        // directories may have the same visitors' folder.
        let lock = try ServingLock(
            file: folder.demoLock, orThrow: DemoError.alreadyOpen(visitors: visitors))
        let terminal = PresentersTerminal(log: folder.log)
        let host = try SSHHost(
            user: user, visitors: visitors, token: TokenFile.random(),
            program: file(nil, named: "monkeystore-ssh", for: user, in: programs),
            storefront: file(own.storefront, named: "monkeystore", for: user, in: programs),
            socket: programs + "/store.socket", options: own, terminal: terminal,
            command: Self.command(
                of: Self.ownPath, folders: ProcessInfo.processInfo.environment["PATH"] ?? ""),
            commandOptions: commandOptions)
        try await serve.serve(hostToken: nil, visitors: host, logsRequests: own.logRequests)
        terminal.close()
        _ = consume lock
    }

    /// The options with which `who` and `say` find the same visitors.
    private var commandOptions: String {
        if let folder = own.visitors.visitors { return " --visitors \(folder.quotedForShell)" }
        // Root's visitors are not in the data directory.
        guard geteuid() != 0, let folder = serve.data.dataDir else { return "" }
        return " --data-dir \(folder.quotedForShell)"
    }

    /// How a shell starts the program at a path: by its name, if it finds that program in the folders of
    /// `PATH`; otherwise by the path.
    static func command(of path: String, folders: String) -> String {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let places = folders.split(separator: ":").map { "\($0)/\(name)" }
        guard let found = places.first(where: { access($0, X_OK) == 0 }),
            let first = FileStatus(at: found), let own = FileStatus(at: path),
            first.isSameFile(as: own)
        else { return path.quotedForShell }
        return name
    }

    private static let ownPath = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path

    /// The path of a program for visitors' processes. If root runs the demo, it is a copy, because root's
    /// folders are closed to them.
    private func file(
        _ path: String?, named name: String, for user: VisitorsUser, in folder: String
    ) throws(DemoError) -> String {
        let files = FileManager.default
        let own = URL(fileURLWithPath: Self.ownPath).deletingLastPathComponent().path
        let found = path.map { URL(fileURLWithPath: $0).path } ?? own + "/" + name
        guard let status = FileStatus(at: found) else { throw .notBuilt(path: found) }
        // For a folder, X_OK means that this user may enter it.
        guard status.isFile, access(found, X_OK) == 0 else { throw .notAProgram(path: found) }
        guard user.isOther else { return found }
        let copy = folder + "/" + name
        do {
            try? files.removeItem(atPath: copy)
            // A hard link if both are on the same disk.
            do { try files.linkItem(atPath: found, toPath: copy) } catch {
                try files.copyItem(atPath: found, toPath: copy)
            }
        } catch {
            throw .unusable(path: copy, reason: "\(error)")
        }
        return copy
    }
}

struct DemoOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen on for visitors.", valueName: "address"))
    var sshHost = "127.0.0.1"
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port to listen on for visitors.", valueName: "number"))
    var sshPort: UInt16 = 2222
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many visitors there may be at a time.", valueName: "number"))
    var visitorLimit = 100
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many of them from one network, which is an IPv4 address or 56 bits of an IPv6 one "
                + "(default: half; all from this machine).",
            valueName: "number"))
    var networkLimit: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "After how many seconds without a key a visit ends.", valueName: "seconds"))
    var idle = 660
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "After how many seconds without an answer a visitor's connection is dead, 1 to 60. "
                + "Give more for visitors from far away.",
            valueName: "seconds"))
    var linePatience = 1
    @Option(
        help: ArgumentHelp(
            "The storefront's program (default: monkeystore beside this one).", valueName: "file"))
    var storefront: String?
    @Flag(help: "Log each request to the store.") var logRequests = false
    @OptionGroup var visitors: VisitorsOptions

    func validate() throws {
        let numbers = [
            ("--ssh-port", Int(sshPort)), ("--visitor-limit", visitorLimit),
            ("--network-limit", networkLimit ?? 1), ("--idle", idle),
        ]
        for (option, number) in numbers where number < 1 {
            throw ValidationError("\(option) is 1 or more.")
        }
        guard 1...60 ~= linePatience else { throw ValidationError("--line-patience is 1 to 60 seconds.") }
    }
}

enum DemoError: Error, CustomStringConvertible {
    case notBuilt(path: String)
    case notAProgram(path: String)
    case noUser
    case alreadyOpen(visitors: String)
    case notOpen(visitors: String)
    case unusable(path: String, reason: String)
    case ended(reason: String)

    var description: String {
        switch self {
        case .notBuilt(let path):
            "There is no \(path); nothing was opened. Build everything first: swift build."
        case .notAProgram(let path): "\(path) is not a program; nothing was opened."
        case .noUser:
            "Root lets no visitors in, and there is no user \(VisitorsUser.name) as whom they could run; nothing was opened. Make it: "
                + "useradd --system --shell /usr/sbin/nologin \(VisitorsUser.name). Or start the demo as an ordinary user."
        case .alreadyOpen(let visitors):
            "Another demo has its visitors in \(visitors); nothing was opened. Stop it, or choose another place with --visitors."
        case .notOpen(let visitors):
            "No demo has its visitors in \(visitors). Start one, or say with --visitors"
                + (geteuid() == 0 ? "" : " or --data-dir") + " where they are."
        case .unusable(let path, let reason):
            "Cannot use \(path) (\(reason)); nothing was opened. Choose another place with --visitors."
        case .ended(let reason): "Visitors cannot come: \(reason) Their credits are safe."
        }
    }

    static func trouble(_ path: String) -> DemoError {
        .unusable(path: path, reason: String(cString: strerror(errno)))
    }
}
