internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Kiosk

/// Which visitors a command is about.
struct VisitorsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where visitors' things are (default: visitors in the data directory; /var/lib/monkeystore/visitors for root).",
            valueName: "folder"))
    var visitors: String?

    /// The folder; nothing is made.
    func folder(of data: DataOptions) -> VisitorsFolder {
        // Root's own folders are closed to visitors' processes, which never run as root.
        let standard = geteuid() == 0 ? "/var/lib/monkeystore/visitors" : data.folder + "/visitors"
        // The SSH server and its visitors start elsewhere.
        return VisitorsFolder(path: URL(fileURLWithPath: visitors ?? standard).path)
    }
}
