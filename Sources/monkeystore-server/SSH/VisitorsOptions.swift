internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import VisitorHost

/// Which visitors a command is about.
struct VisitorsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where visitors' things are (default: visitors in the data directory; /var/lib/monkeystore-visitors for root).",
            valueName: "folder"))
    var visitors: String?

    /// The folder; nothing is made.
    func folder(of data: DataOptions) -> VisitorsFolder {
        let standard = geteuid() == 0 ? Self.rootsFolder : data.folder + "/visitors"
        // The host and its visitors start elsewhere.
        return VisitorsFolder(path: URL(fileURLWithPath: visitors ?? standard).resolvingSymlinksInPath().path)
    }

    /// Makes sure that root's visitors are not left behind where they were in earlier versions, with their credits.
    ///
    /// - Throws: `DemoError.moved`.
    func refuseFormerFolder() throws(DemoError) {
        let former = "/var/lib/monkeystore/visitors"
        guard geteuid() == 0, visitors == nil, access(Self.rootsFolder, F_OK) != 0, access(former, F_OK) == 0 else {
            return
        }
        throw .moved(from: former, to: Self.rootsFolder)
    }

    /// Root's own folders are closed to visitors' processes, which never run as root.
    private static let rootsFolder = "/var/lib/monkeystore-visitors"

    /// The folder, for a command that does nothing else: as the visitors' user, because root writes nothing into what is another's.
    ///
    /// - Throws: `DemoError`.
    func ownFolder(of data: DataOptions) throws(DemoError) -> VisitorsFolder {
        let folder = folder(of: data)
        if access(folder.path, F_OK) == 0 { try VisitorsUser().become() }
        return folder
    }
}
