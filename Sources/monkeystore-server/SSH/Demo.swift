internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Kiosk

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the store, and open it to visitors over SSH.",
        discussion: """
            Whoever comes is let in and sees the storefront, and nothing else. A visitor's SSH key is the account; without one the \
            visitor is a guest, and what a guest buys ends with the visit.
            """)

    @OptionGroup var serve: Serve
    @OptionGroup var visitors: VisitorsOptions
    @Option(help: ArgumentHelp("The address to listen on for visitors.", valueName: "address"))
    var sshHost = "127.0.0.1"
    @Option(help: ArgumentHelp("The port to listen on for visitors.", valueName: "number")) var sshPort: UInt16 = 2222
    @Option(help: ArgumentHelp("How many visitors there may be at a time.", valueName: "number")) var visitorLimit = 100
    @Option(
        help: ArgumentHelp("After how many seconds without a key a visitor is sent home.", valueName: "seconds"))
    var idle = 660
    @Option(
        help: ArgumentHelp(
            "After how many seconds without an answer a visitor's line is dead, 1 to 60: more for visitors from far away.",
            valueName: "seconds"))
    var linePatience = 1
    @Option(
        help: ArgumentHelp(
            "The storefront's program (default: monkeystore beside this one).", valueName: "file"))
    var storefront: String?

    func validate() throws {
        guard sshPort > 0, visitorLimit > 0, idle > 0 else { throw ValidationError("Ports and limits are 1 or more.") }
        guard 1...60 ~= linePatience else { throw ValidationError("--line-patience is 1 to 60 seconds.") }
        guard serve.hostTokenFile == nil else {
            throw ValidationError("The visitors' host has a token of its own here.")
        }
    }

    func run() async throws {
        try await complaining {
            let folder = visitors.folder(of: serve.data)
            let user = try VisitorsUser()
            try make(folder, for: user)
            let token = try TokenFile.load(path: folder.hostToken)
            try user.give(folder.hostToken)
            let daemon = try SSHDaemon(
                folder: folder,
                options: .init(
                    host: sshHost, port: sshPort,
                    storefront: file(storefront, beside: ["monkeystore"], for: user, in: folder),
                    door: file(
                        nil, beside: ["libVisitorDoor.so", "../lib/monkeystore/libVisitorDoor.so"], for: user,
                        in: folder),
                    visitorLimit: visitorLimit, idleSeconds: idle, linePatience: linePatience))
            try await serve.serve(hostToken: token, doorkeeper: daemon)
        }
    }

    private func make(_ folder: VisitorsFolder, for user: VisitorsUser) throws {
        let files = FileManager.default
        do {
            // Those above it are for everybody to walk through; it is not.
            let above = URL(fileURLWithPath: folder.path).deletingLastPathComponent().path
            try files.createDirectory(atPath: above, withIntermediateDirectories: true)
            if !files.fileExists(atPath: folder.path) {
                try files.createDirectory(
                    atPath: folder.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            }
        } catch {
            throw DemoError.unusable(path: folder.path, reason: "\(error)")
        }
        try user.reach(folder.path)
        try user.give(folder.path)
    }

    /// A file of the program's, where visitors' processes can use it: root's folders are closed to them.
    private func file(
        _ path: String?, beside places: [String], for user: VisitorsUser, in folder: VisitorsFolder
    ) throws -> String {
        let files = FileManager.default
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        let candidates = path.map { [URL(fileURLWithPath: $0).path] } ?? places.map { own + "/" + $0 }
        guard let found = candidates.first(where: { access($0, R_OK) == 0 }) else {
            throw DemoError.notBuilt(path: candidates[0])
        }
        guard user.isOther else { return found }
        // Not in the visitors' folder: what runs for all of them is not theirs to change.
        let copies = folder.path + "-programs"
        let copy = copies + "/" + URL(fileURLWithPath: found).lastPathComponent
        do {
            try files.createDirectory(atPath: copies, withIntermediateDirectories: true)
            try? files.removeItem(atPath: copy)
            // A second name for the same file, where both are on one disk.
            do { try files.linkItem(atPath: found, toPath: copy) } catch {
                try files.copyItem(atPath: found, toPath: copy)
            }
        } catch {
            throw DemoError.unusable(path: copy, reason: "\(error)")
        }
        return copy
    }
}
