internal import ArgumentParser
internal import Foundation
internal import ProgramSupport

/// The commands `who` and `say`, with which operators list visitors or send them a line. Below are their
/// options. `Demo` shares `--visitors`.
struct Who: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "who", abstract: "List the visitors who are there.")

    @OptionGroup var place: PlaceOfVisitors
    @Flag(help: "The list as JSON.") var json = false

    func run() async throws {
        let attendances = try place.folder().attendances()
        guard !json else { return try printJSON(attendances) }
        let width = attendances.map { ($0.label ?? "").count }.max() ?? 0
        for attendance in attendances {
            let label = attendance.label.map { $0.padded(to: width) + "  " } ?? ""
            printLine(
                "\(label)\(attendance.since.formatted(.iso8601))  \(attendance.address)  \(attendance.visitor)"
            )
        }
        printLine(counted(attendances.count, "visitor"))
    }
}

struct SayToVisitors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Say a line to all visitors who are there.")

    @OptionGroup var place: PlaceOfVisitors
    @Argument(help: "The line, in one word or in many.") var words: [String]

    private var line: String { words.joined(separator: " ") }

    func validate() throws {
        guard line.contains(where: { !$0.isWhitespace }), line.utf8.count <= VisitorsFolder.longestLine else {
            throw ValidationError("A line has 1 to \(VisitorsFolder.longestLine) bytes; nothing was said.")
        }
    }

    func run() async throws {
        let folder = try place.folder()
        let count = folder.attendances().count
        guard count > 0 else { return printLine("Nobody is here; nothing was said.") }
        try folder.announce(line)
        printLine("Said to \(counted(count, "visitor")).")
    }
}

struct VisitorsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where visitors' things are (default: visitors in the data directory; \(VisitorsFolder.standardPath) for root).",
            valueName: "folder"),
        transform: ProgramSupport.folder(written:))
    var visitors: String?

    /// The folder, which may not exist yet. `dataFolder` is the store's.
    func folder(in dataFolder: String) -> VisitorsFolder {
        // Root's own folders are closed to visitors' processes, which never run as root.
        let standard = geteuid() == 0 ? VisitorsFolder.standardPath : dataFolder + "/visitors"
        // The host and its visitors start in other folders.
        return VisitorsFolder(path: URL(fileURLWithPath: visitors ?? standard).resolvingSymlinksInPath().path)
    }
}

/// The options with which `who` and `say` find a host that is there.
struct PlaceOfVisitors: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The data directory of the visitors' store (default: $XDG_DATA_HOME/monkeystore-server; root gives --visitors).",
            valueName: "folder"),
        transform: ProgramSupport.folder(written:))
    var dataDir: String?
    @OptionGroup var visitors: VisitorsOptions

    /// The folder of that host, for a command that needs nothing else. The process becomes the
    /// visitors' user, because root writes to no other user's folder.
    func folder() throws(DemoError) -> VisitorsFolder {
        let folder = visitors.folder(in: dataDir ?? DataOptions.defaultFolder)
        // Another sshd holds no lock.
        guard ServingLock.isHeld(file: folder.demoLock) || access(folder.hostToken, F_OK) == 0 else {
            throw .notOpen(visitors: folder.path)
        }
        if access(folder.path, F_OK) == 0 { try VisitorsUser().become() }
        return folder
    }
}
