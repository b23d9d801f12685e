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

    /// Of an open file; nil with `errno` where it cannot be had.
    package init?(descriptor: Int32) { self.init { fstat(descriptor, &$0) } }

    /// Of what is at a path; nil with `errno` where nothing is.
    package init?(at path: String) { self.init { stat(path, &$0) } }

    /// Of what is at a path, a link itself and not what it points at; nil with `errno` where nothing is.
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
}
