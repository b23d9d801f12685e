internal import FoundationEssentials
internal import Glibc

/// What a backup needs of folders.
enum Folder {
    /// The path without symbolic links, where something is there, and without a slash at its end.
    static func resolve(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let end = path.lastIndex { $0 != "/" } ?? path.startIndex
        return String(path[...end])
    }

    /// The folder that holds a file or a folder.
    static func holding(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder (0700) with the folders above it where it is missing.
    ///
    /// - Returns: false where that fails; `errno` says why.
    static func make(_ path: String) -> Bool {
        if access(path, F_OK) == 0 { return true }
        let parent = holding(path)
        guard parent == path || make(parent) else { return false }
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }

    /// Whether nothing is at a path, or an empty folder.
    static func isFree(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
    }

    /// Puts a folder's names on the disk.
    ///
    /// - Returns: false where that fails; `errno` says why.
    static func synchronise(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
