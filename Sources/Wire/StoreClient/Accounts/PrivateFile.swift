internal import Glibc
internal import Storage
internal import StoreModel

/// A small file (0600) that is replaced entirely or not at all. `SessionFile`, `EndedSessions` and
/// `StoreTrust` use it.
struct PrivateFile: Sendable {
    private static let limit = 64 << 10

    let path: String
    private let folder: String

    init(_ directory: DataDirectory, _ name: String) {
        folder = directory.path
        path = directory.file(name)
    }

    func read() throws(StorageError) -> [UInt8]? {
        do { return try RegularFile.bytes(of: path, most: Self.limit) } catch {
            switch error.number {
            case ENOENT: return nil
            case EINVAL: throw .unusable(path: path, reason: error.reason)
            default: throw StorageError(errno: error.number, path: path)
            }
        }
    }

    func write(_ bytes: [UInt8]) throws(StorageError) {
        let draft = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw trouble }
        defer {
            close(descriptor)
            unlink(draft)
        }
        let count = Glibc.write(descriptor, bytes, bytes.count)
        guard count >= 0 else { throw trouble }
        guard count == bytes.count else { throw .full(path: path) }
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw trouble }
        try synchroniseFolder()
    }

    func remove() throws(StorageError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw trouble }
        try synchroniseFolder()
    }

    private func synchroniseFolder() throws(StorageError) {
        guard Folder.synchronise(folder) else { throw trouble }
    }

    private var trouble: StorageError { StorageError(errno: errno, path: path) }
}
