internal import Glibc
internal import Storage
internal import StoreModel

/// A small file (0600) that is replaced entirely or not at all. `SessionFile`, `EndedSessions` and
/// `StoreTrust` use it.
struct PrivateFile: Sendable {
    private static let limit = 64 << 10

    private let directory: DataDirectory
    private let name: String

    var path: String { directory.file(name) }

    init(_ directory: DataDirectory, _ name: String) {
        self.directory = directory
        self.name = name
    }

    func read() throws(StorageError) -> [UInt8]? { try directory.firstBytes(of: name, most: Self.limit) }

    func write(_ bytes: [UInt8]) throws(StorageError) { try directory.replaceFile(named: name, with: bytes) }

    func remove() throws(StorageError) {
        guard unlink(path) == 0 || errno == ENOENT, Folder.synchronise(directory.path) else {
            throw StorageError(errno: errno, path: path)
        }
    }
}
