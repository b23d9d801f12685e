internal import Glibc

/// Locks on open files. They end with the process that has them, however it ends.
package enum FileLock {
    /// Waits until nobody else has a lock that stands in the way.
    ///
    /// - Parameters:
    ///   - descriptor: the open file.
    ///   - isShared: whether others may have the lock at the same time, who want to share it, too.
    /// - Returns: whether the lock was taken; where it was not, `errno` says why.
    package static func wait(for descriptor: Int32, isShared: Bool = false) -> Bool {
        while flock(descriptor, isShared ? LOCK_SH : LOCK_EX) != 0 { guard errno == EINTR else { return false } }
        return true
    }

    /// Takes a lock that nobody has.
    ///
    /// - Parameters:
    ///   - descriptor: the open file.
    ///   - path: where it was opened. Whoever had it before may have renamed or removed it meanwhile; then it is nobody's.
    /// - Returns: whether it was taken.
    package static func take(_ descriptor: Int32, at path: String) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 && isCurrent(descriptor, at: path)
    }

    /// Lets go of a lock before its file is closed.
    package static func release(_ descriptor: Int32) { flock(descriptor, LOCK_UN) }

    /// Whether an open file is the one at a path.
    package static func isCurrent(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev
            && opened.st_ino == named.st_ino
    }
}
