internal import Glibc
package import StoreModel

/// Locks on open files (`flock`): of databases, the replica's high-water mark, logs, downloads and backups,
/// and of a server's data directory (`ServingLock`). A lock ends when its process ends, however that happens.
package enum FileLock {
    /// Waits for the lock of an open file, but not for ever: a program that is stopped keeps its locks. With
    /// `isShared`, other programs that share it may have it at the same time. Returns false if it did not get
    /// the lock; `errno` says why (`EAGAIN` if another program has it).
    package static func wait(for descriptor: Int32, isShared: Bool = false, patience: Duration) -> Bool {
        let end = ContinuousClock.now + patience
        while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EAGAIN && ContinuousClock.now < end else { return false }
            usleep(5_000)
        }
        return true
    }

    /// Takes the lock of an open file without waiting. Returns true if it got the lock, and the file is still
    /// the one at `path`: the program that had the lock before may have renamed or removed it since.
    ///
    /// - Throws: if the file cannot be locked at all, as on a mount without locks.
    package static func take(_ descriptor: Int32, at path: String) throws(StorageError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EAGAIN else { throw StorageError(errno: errno, path: path) }
            return false
        }
        return isCurrent(descriptor, at: path)
    }

    /// Releases a lock before its file is closed.
    package static func release(_ descriptor: Int32) { flock(descriptor, LOCK_UN) }

    /// Whether an open file is the one at a path.
    package static func isCurrent(_ descriptor: Int32, at path: String) -> Bool {
        guard let opened = FileStatus(descriptor: descriptor), let named = FileStatus(at: path) else {
            return false
        }
        return opened.isSameFile(as: named)
    }
}

/// An open file that can be locked. When this value ends, the lock is released and the file is closed.
package struct LockableFile: ~Copyable, Sendable {
    package let descriptor: Int32

    /// Takes over an open file.
    package init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        // Closing alone would leave the lock to a child process that is just being started.
        FileLock.release(descriptor)
        close(descriptor)
    }

    /// Takes the lock without waiting, like `FileLock.take`.
    package func lock(at path: String) throws(StorageError) -> Bool {
        try FileLock.take(descriptor, at: path)
    }
}
