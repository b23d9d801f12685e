internal import Glibc
internal import Storage
internal import StoreModel

/// The lock on a data directory. `serve` and `copy` hold it, one process at a time. Other commands work
/// without it.
struct ServingLock: ~Copyable {
    struct Failure: Error, CustomStringConvertible {
        let directory: String

        var description: String {
            "Another monkeystore-server serves \(directory). Stop it, or choose another place with --data-dir."
        }
    }

    private let descriptor: Int32

    init(directory: DataDirectory) throws {
        let path = directory.file("server.lock")
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError.notWritable(path: path) }
        guard FileLock.take(descriptor, at: path) else {
            close(descriptor)
            throw Failure(directory: directory.path)
        }
    }

    deinit { close(descriptor) }
}
