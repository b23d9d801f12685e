internal import Glibc

/// Makes folders (0700) for backups and logs, and flushes folders to the disk, also for data, downloads and sign-ins.
package enum Folder {
    /// The folder that holds a file or a folder.
    package static func holding(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder (0700) with the folders above it where it is missing. False where that fails; `errno` says why.
    package static func make(_ path: String) -> Bool {
        if access(path, F_OK) == 0 { return true }
        let parent = holding(path)
        guard parent == path || make(parent) else { return false }
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }

    /// Puts a folder's names on the disk. False where that fails; `errno` says why.
    package static func synchronise(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
