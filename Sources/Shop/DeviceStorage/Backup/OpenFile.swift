internal import FoundationEssentials
internal import Glibc
internal import Storage

/// A file that `BackupFile`, `SealedReader` or `SealedWriter` reads or writes from beginning to end.
final class OpenFile {
    private let descriptor: Int32
    /// The file's length when it was opened.
    let length: Int64

    /// Opens a file for reading. Nil on failure, or if it is not a regular file; `errno` says why.
    init?(reading path: String) {
        do { descriptor = try RegularFile.open(path) } catch {
            errno = error.number
            return nil
        }
        guard let status = FileStatus(descriptor: descriptor) else {
            close(descriptor)
            return nil
        }
        length = status.size
    }

    /// Makes a file (0600) that must not exist yet. Nil on failure; `errno` says why.
    init?(creating path: String) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        length = 0
    }

    deinit { close(descriptor) }

    /// The next bytes: fewer than `count` only at the end of the file; nil if it cannot be read.
    func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + filled, count - filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            filled += got
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Appends bytes. Returns false on failure; `errno` says why.
    func write(_ bytes: some ContiguousBytes & Collection<UInt8>) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    /// Returns when what was written is on the disk. False on failure; `errno` says why.
    func synchronise() -> Bool { fsync(descriptor) == 0 }
}
