internal import FileSystem
internal import FoundationEssentials
internal import Glibc

extension Folder {
    /// The path without symbolic links, where something is there, and without a slash at its end.
    static func resolve(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let end = path.lastIndex { $0 != "/" } ?? path.startIndex
        return String(path[...end])
    }

    /// Whether nothing is at a path, or an empty folder.
    static func isFree(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
    }
}
