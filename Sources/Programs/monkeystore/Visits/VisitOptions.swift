#if Remote
internal import ArgumentParser
internal import DeviceStorage
internal import FoundationEssentials
internal import Glibc
internal import PaymentQueueKit
internal import ProgramSupport
internal import Storage
internal import StoreApplication

/// The options of `Screen` with which an SSH server shows the storefront to a visitor (`--kiosk`). Below is
/// the command `tidy-visitors`, with which the SSH host removes what visitors left.
struct VisitOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Serve the visitor of an SSH server, as its only command: no shell, no files, no other account.",
            discussion: "The server has to say who visits (ExposeAuthInfo yes)."))
    var kiosk = false

    @Option(help: .private) var visitChannel: Int32?

    @Option(
        help: ArgumentHelp(
            "Where visitors' things are (default: \(VisitorsFolder.standardPath)).", valueName: "folder"),
        completion: .directory)
    var visitors: String?

    @Option(
        help: ArgumentHelp(
            "How many visitors there may be at a time (default: 100).", valueName: "number"))
    var visitorLimit: Int?

    @Option(
        help: ArgumentHelp(
            "After how many seconds without a key a visit ends (default: 660).",
            valueName: "seconds"))
    var idle: Int?

    var folder: VisitorsFolder { VisitorsFolder(path: visitors ?? VisitorsFolder.standardPath) }
    var mostVisitors: Int { visitorLimit ?? 100 }
    var idleLimit: Duration { .seconds(idle ?? 660) }

    func validate() throws {
        for (option, number) in [("--visitor-limit", mostVisitors), ("--idle", idle ?? 1)] where number < 1 {
            throw ValidationError("\(option) is 1 or more.")
        }
        guard kiosk || visitChannel == nil && visitors == nil && visitorLimit == nil && idle == nil else {
            throw ValidationError(
                "--visitors, --visitor-limit and --idle are for the visitors of an SSH server: add --kiosk.")
        }
    }
}

struct TidyVisitors: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "tidy-visitors",
        abstract:
            "Remove the data of an SSH server's visitors who came once and bought, spent and chose nothing.")

    @Option(help: ArgumentHelp("Where visitors' things are.", valueName: "folder"), completion: .directory)
    var visitors = VisitorsFolder.standardPath

    func run() throws { VisitorsFolder(path: visitors).removeUnused(isUnused: Self.isUnused) }

    /// Whether a visitor who has gone left nothing in a data directory that anybody would miss.
    private static func isUnused(_ dataDirectory: String) -> Bool {
        let store = dataDirectory + "/store"
        guard access(store, F_OK) == 0 else { return true }
        // What cannot be read may be valuable.
        guard let folder = try? DataDirectory(path: dataDirectory),
            (try? Restrictions(in: folder).allowsPayments()) == true
        else { return false }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: store) else { return false }
        return names.allSatisfy { name in
            let file = store + "/\(name)/device.sqlite"
            guard access(file, F_OK) == 0 else { return true }
            guard let directory = try? DataDirectory(path: store + "/" + name) else { return false }
            return (try? OpenStore.deviceFile(in: directory).isUnusedDevice()) ?? false
        }
    }
}
#endif
