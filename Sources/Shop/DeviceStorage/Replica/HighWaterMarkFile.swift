internal import Glibc
internal import Storage
internal import StoreModel

/// The file of the high-water mark: a sealed copy, outside the database in `keys/replica.mark`, of what the
/// sums may never fall below. `AccountReplica` reads it before the database, and moves it on after each
/// commit. A database that was replaced by an earlier copy has a valid seal, but the high-water mark shows
/// that it was further, and how much was used. The file is made before the replica's key. So if there is a
/// key and no file, or no valid one, somebody removed the file.
///
/// The high-water mark moves on without fsync, so it may be a little behind the database, and is never ahead.
/// The file's bytes are overwritten in place, and only get more. With a few products they fit into one
/// sector, so a power failure leaves either the old or the new bytes.
struct HighWaterMarkFile: Sendable {
    private static let name = "replica.mark"
    /// No account uses up so many products that its file is longer.
    private static let mostBytes = 1 << 24
    private static let sealSize = 32

    let directory: DataDirectory
    let seal: ReplicaSeal

    /// Nil if there is no valid high-water mark. Read it before the database, or in a write transaction.
    ///
    /// - Throws: `StorageError` if it cannot be read. It may be valid then.
    func read() throws(StorageError) -> HighWaterMark? {
        guard let descriptor = try opened(O_RDONLY, patience: .seconds(5)) else { return nil }
        defer { close(descriptor) }
        return try highWaterMark(in: descriptor)
    }

    /// Moves the high-water mark on, never back. If it is missing, not valid or another account's, it stays so,
    /// for a check to find. If it cannot be written now, as when a program that is stopped has locked it, it
    /// stays behind until the next time.
    func advance(to highWaterMark: HighWaterMark) {
        guard let descriptor = try? opened(O_RDWR, patience: .milliseconds(250)) else { return }
        defer { close(descriptor) }
        guard let before = try? self.highWaterMark(in: descriptor),
            before.isValid(for: highWaterMark.account), highWaterMark.isAhead(of: before)
        else { return }
        var after = before
        after.raise(to: highWaterMark)
        guard let bytes = try? bytes(of: after) else { return }
        var written = 0
        while written < bytes.count {
            let count = pwrite(descriptor, Array(bytes[written...]), bytes.count - written, off_t(written))
            guard count > 0 else { return }
            written += count
        }
    }

    /// Makes the file, or replaces one that is not valid. It is on the disk when this returns.
    func renew(at highWaterMark: HighWaterMark) throws {
        try directory.replaceKey(named: Self.name, with: bytes(of: highWaterMark), most: Self.mostBytes)
    }

    private var path: String { directory.file("keys/" + Self.name) }

    private func bytes(of highWaterMark: HighWaterMark) throws -> [UInt8] {
        let (text, sealed) = try seal.encode(highWaterMark, as: "replica mark")
        return sealed + text.utf8
    }

    /// The file, opened and locked; the caller closes it. Nil if there is no file.
    private func opened(_ mode: Int32, patience: Duration) throws(StorageError) -> Int32? {
        // If a pipe is in its place, this does not wait for it.
        let descriptor = open(path, mode | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StorageError(errno: errno, path: path)
        }
        // A program that reads while another one writes may get half of each version.
        guard FileLock.wait(for: descriptor, isShared: mode == O_RDONLY, patience: patience) else {
            defer { close(descriptor) }
            throw errno == EAGAIN ? StorageError.busy(path: path) : StorageError(errno: errno, path: path)
        }
        return descriptor
    }

    private func highWaterMark(in descriptor: Int32) throws(StorageError) -> HighWaterMark? {
        guard let status = FileStatus(descriptor: descriptor) else {
            throw StorageError(errno: errno, path: path)
        }
        guard status.isFile else { throw .unusable(path: path, reason: "not a file") }
        guard (Self.sealSize...Self.mostBytes).contains(Int(status.size)) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.size))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw StorageError(errno: errno, path: path) }
        guard count == bytes.count else { throw .unusable(path: path, reason: "not read to its end") }
        return seal.decode(
            bytes.dropFirst(Self.sealSize), sealed: Array(bytes.prefix(Self.sealSize)), as: "replica mark")
    }
}
