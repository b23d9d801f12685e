internal import Glibc
internal import Storage

/// A file lock that tells other processes which process holds it, and that ends with that process.
/// `VisitLease` holds two for a visit.
package struct ProcessLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock on the file at `path`, and makes the file if it is missing. Nil if another process
    /// holds the lock, or has just removed the file.
    static func take(_ path: String) throws(VisitorHostError) -> ProcessLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .trouble(path) }
        var lock = wholeFile
        guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
            let isHeld = errno == EAGAIN || errno == EACCES
            let trouble = VisitorHostError.trouble(path)
            close(descriptor)
            guard isHeld else { throw trouble }
            return nil
        }
        // The file may have been removed before the lock was taken.
        guard FileLock.isCurrent(descriptor, at: path) else {
            close(descriptor)
            return nil
        }
        // Removes what the former holder was told.
        ftruncate(descriptor, 0)
        return ProcessLock(descriptor: descriptor)
    }

    /// Tells a lock's holder that another process wants the lock. Only for a lock whose file has no text.
    static func ask(for path: String) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        pwrite(descriptor, [1], 1, 0)
    }

    /// Whether another process wants this lock.
    var isAskedFor: Bool {
        var byte: UInt8 = 0
        return pread(descriptor, &byte, 1, 0) == 1
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Replaces the file's text, which describes the holder.
    func write(_ bytes: [UInt8]) {
        ftruncate(descriptor, 0)
        pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// The process that holds the lock on the file at `path`, and the file's text; nil if there is no holder.
    /// It never finds this process, because a process's own locks do not conflict.
    package static func holder(of path: String) -> (processID: Int32, text: [UInt8])? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = wholeFile
        // A holder in another PID namespace has no number here, and kill(2) takes -1 for all processes.
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK), lock.l_pid > 0 else {
            return nil
        }
        return (lock.l_pid, firstBytes(of: descriptor, 4096))
    }

    private static var wholeFile: flock {
        flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }
}
