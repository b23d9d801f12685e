package import Glibc

/// A file's owner, permissions, size and identity (`isSameFile`), for
/// `DataDirectory`, `FileLock` and backups.
package struct FileStatus: Sendable {
    package let owner: uid_t
    /// Type and permissions, as in `st_mode`.
    package let mode: mode_t
    package let size: Int64
    private let identity: (device: dev_t, inode: ino_t)

    package var isFile: Bool { mode & S_IFMT == S_IFREG }
    package var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    package var isLink: Bool { mode & S_IFMT == S_IFLNK }

    /// The status of an open file; nil on failure, with `errno`.
    package init?(descriptor: Int32) { self.init { fstat(descriptor, &$0) } }

    /// The status of the file at a path; nil on failure, with `errno`.
    package init?(at path: String) { self.init { stat(path, &$0) } }

    /// The status of the file at a path, or of the link itself if it is one; nil on failure, with `errno`.
    package init?(linkAt path: String) { self.init { lstat(path, &$0) } }

    private init?(_ call: (inout stat) -> Int32) {
        var status = stat()
        guard call(&status) == 0 else { return nil }
        owner = status.st_uid
        mode = status.st_mode
        size = Int64(status.st_size)
        identity = (status.st_dev, status.st_ino)
    }

    /// Whether both are about the same file, whatever its names.
    package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

    /// Whether both are on the same file system.
    package func isOnSameDevice(as other: FileStatus) -> Bool { identity.device == other.identity.device }
}
