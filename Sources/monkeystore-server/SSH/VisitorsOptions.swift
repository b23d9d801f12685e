internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Kiosk

/// Which visitors a command is about.
struct VisitorsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where visitors' things are (default: visitors in the data directory; /var/lib/monkeystore-visitors for root).",
            valueName: "folder"))
    var visitors: String?

    /// The folder; nothing is made.
    func folder(of data: DataOptions) -> VisitorsFolder {
        // Root's own folders are closed to visitors' processes, which never run as root.
        let standard = geteuid() == 0 ? "/var/lib/monkeystore-visitors" : data.folder + "/visitors"
        // The host and its visitors start elsewhere.
        return VisitorsFolder(path: URL(fileURLWithPath: visitors ?? standard).resolvingSymlinksInPath().path)
    }

    /// The folder, for a command that does nothing else: as the visitors' user, because root writes nothing into what is another's.
    ///
    /// - Throws: `DemoError`.
    func ownFolder(of data: DataOptions) throws(DemoError) -> VisitorsFolder {
        let folder = folder(of: data)
        if access(folder.path, F_OK) == 0 { try VisitorsUser().become() }
        return folder
    }
}
