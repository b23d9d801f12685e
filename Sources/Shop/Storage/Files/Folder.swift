internal import Glibc
package import StoreModel

/// Makes folders (0700) for data, backups and logs, checks who owns them, and flushes folders to the disk,
/// also for downloads and sign-ins.
package enum Folder {
    /// The folder that holds a file or a folder.
    package static func holding(_ path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// The names in a path, as the system sees them. A slash and a combining mark after it are one
    /// `Character`, which is not a slash.
    ///
    /// - Parameter isExact: whether an empty name counts, too, as between two slashes.
    package static func names(in path: String, exactly isExact: Bool = false) -> [String] {
        path.utf8.split(separator: slash, omittingEmptySubsequences: !isExact).map { String(Substring($0)) }
    }

    private static let slash = UInt8(ascii: "/")

    /// Makes a folder (0700), and the folders above it, if it is missing. Refuses a folder that another user
    /// owns, or that root would reach through another user's folder or link.
    package static func make(_ path: String) throws(StorageError) {
        try checkWay(to: path)
        try makeMissing(path)
        guard let status = FileStatus(at: path) else { throw StorageError(errno: errno, path: path) }
        guard status.isFolder else { throw .unusable(path: path, reason: "not a folder") }
        guard status.owner == geteuid() else {
            throw .unusable(path: path, reason: "it belongs to another user")
        }
    }

    /// Makes a folder (0700), and the folders above it, if it is missing. Anybody may own the existing ones.
    package static func makeMissing(_ path: String) throws(StorageError) {
        if access(path, F_OK) == 0 { return }
        let parent = holding(path)
        if parent != path, !parent.isEmpty { try makeMissing(parent) }
        guard mkdir(path, 0o700) == 0 else {
            if errno == EEXIST { return }
            throw StorageError(errno: errno, path: path)
        }
        // What is put into the folder would be lost with it in a power failure.
        _ = synchronise(parent)
    }

    /// For root, refuses a path on which another user could lead it elsewhere: through a link or folder
    /// of theirs, or through a folder in which they may exchange root's files. For other users nothing
    /// is checked: they have no rights that could be abused. The check ends at the first part of the
    /// path that is missing.
    package static func checkWay(to path: String) throws(StorageError) {
        guard geteuid() == 0 else { return }
        func refuse(_ place: String) -> StorageError {
            .unusable(path: path, reason: "another user may change \(place), and root writes nothing there")
        }
        var names = Self.names(in: path)[...]
        var place = ""
        if path.utf8.first != slash {
            guard let current = getcwd(nil, 0) else { throw StorageError(errno: errno, path: path) }
            defer { free(current) }
            names = Self.names(in: String(cString: current)) + names
        }
        var links = 0
        while let name = names.popFirst() {
            if name == "." { continue }
            if name == ".." {
                place = String(place[..<(place.utf8.lastIndex(of: slash) ?? place.startIndex)])
                continue
            }
            let next = place + "/" + name
            guard let status = FileStatus(linkAt: next) else { return }
            guard status.owner == 0 else { throw refuse(next) }
            if status.isLink {
                links += 1
                guard links <= mostLinks, let target = target(of: next) else {
                    throw StorageError(errno: ELOOP, path: path)
                }
                if target.utf8.first == slash { place = "" }
                names = Self.names(in: target) + names
            } else {
                // In a sticky folder, such as /tmp, only a file's owner can exchange it. The last folder is
                // for the caller to protect.
                guard names.isEmpty || status.mode & 0o002 == 0 || status.mode & S_ISVTX != 0 else {
                    throw refuse(next)
                }
                place = next
            }
        }
    }

    /// The system itself follows this many.
    private static let mostLinks = 40

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        return count > 0
            ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// Flushes a folder's entries to the disk. Returns false on failure; `errno` says why.
    package static func synchronise(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
