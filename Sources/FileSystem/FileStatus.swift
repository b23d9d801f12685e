package import Glibc

/// Whose a file is, and what may be done with it.
package struct FileStatus: Sendable {
    package let owner: uid_t
    /// Type and permissions, as in `st_mode`.
    package let mode: mode_t

    /// Of an open file; nil with `errno` where it cannot be had.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of what is at a path, a link itself and not what it points at; nil with `errno` where nothing is.
    package init?(linkAt path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        owner = status.st_uid
        mode = status.st_mode
    }
}
