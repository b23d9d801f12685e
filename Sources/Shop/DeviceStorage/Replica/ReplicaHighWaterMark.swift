internal import Glibc
internal import Storage
internal import StoreModel

/// The high-water mark: a sealed copy, outside the database in `keys/replica.mark`, of what the sums may
/// never fall below. `AccountReplica` reads it before the database, and moves it on after each commit. A
/// database that was replaced by an earlier copy has a valid seal, but the mark shows that it was further,
/// and how much was used. The mark is made before the replica's key. So if there is a key and no mark, or no
/// valid one, somebody removed the mark.
///
/// It moves on without fsync, so it may be a little behind the database, and is never ahead. Its bytes are
/// overwritten in place, and only get more. With a few products they fit into one sector, so a power failure
/// leaves either the old or the new bytes.
struct ReplicaHighWaterMark: Sendable {
    private static let name = "replica.mark"
    /// No account uses up so many products that its mark is longer.
    private static let mostBytes = 1 << 24
    private static let sealSize = 32

    let directory: DataDirectory
    let seal: ReplicaSeal

    /// Nil if there is no valid mark. Read it before the database, or in a write transaction.
    ///
    /// - Throws: `StorageError` if it cannot be read. It may be valid then.
    func read() throws(StorageError) -> HighWater? {
        guard let descriptor = try opened(O_RDONLY, patience: .seconds(5)) else { return nil }
        defer { close(descriptor) }
        return try water(descriptor)
    }

    /// Moves the mark on, never back. If it is missing or not valid, it stays so, for a check to find. If it
    /// cannot be written now, as when a program that is stopped has locked it, it stays behind until the next
    /// time.
    func advance(to water: HighWater) {
        guard let descriptor = try? opened(O_RDWR, patience: .milliseconds(250)) else { return }
        defer { close(descriptor) }
        guard let before = try? self.water(descriptor), water.isAhead(of: before) else { return }
        var after = before
        after.raise(to: water)
        guard let bytes = try? bytes(of: after) else { return }
        var written = 0
        while written < bytes.count {
            let count = pwrite(descriptor, Array(bytes[written...]), bytes.count - written, off_t(written))
            guard count > 0 else { return }
            written += count
        }
    }

    /// Makes the mark, or replaces one that is not valid. It is on the disk when this returns.
    func renew(at water: HighWater) throws {
        try directory.replaceKey(named: Self.name, with: bytes(of: water), most: Self.mostBytes)
    }

    private var path: String { directory.file("keys/" + Self.name) }

    private func bytes(of water: HighWater) throws -> [UInt8] {
        let (text, sealed) = try seal.encode(water, as: "replica mark")
        return sealed + text.utf8
    }

    /// The mark, opened and locked; the caller closes it. Nil if there is no mark.
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

    private func water(_ descriptor: Int32) throws(StorageError) -> HighWater? {
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
