internal import ArgumentParser
internal import DeviceStorage
internal import FileSystem
internal import FoundationEssentials
internal import Glibc
internal import StoreApplication
internal import VisitorHost

struct TidyVisitors: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove what visitors of an SSH server left who came once and bought, spent and chose nothing.")

    @Option(help: ArgumentHelp("Where visitors' things are.", valueName: "folder"), completion: .directory)
    var visitors = VisitOptions.standardFolder

    func run() throws { VisitorsFolder(path: visitors).removeUnused(isUnused: Self.isUnused) }

    /// Whether a visitor who has gone left nothing in a data directory that would be missed.
    private static func isUnused(_ dataDirectory: String) -> Bool {
        let store = dataDirectory + "/store"
        guard access(store, F_OK) == 0 else { return true }
        // What cannot be read may be worth everything.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: store) else { return false }
        return names.allSatisfy { name in
            let file = store + "/\(name)/device.sqlite"
            guard access(file, F_OK) == 0 else { return true }
            guard let directory = try? DataDirectory(path: store + "/" + name) else { return false }
            return (try? OpenStore.deviceFile(in: directory).isUnusedDevice()) ?? false
        }
    }
}
