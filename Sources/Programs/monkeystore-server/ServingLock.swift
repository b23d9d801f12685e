internal import Glibc
internal import Storage
internal import StoreModel

/// The lock on a data directory or on the folder of a demo, one process at a time. `serve` and `copy` hold
/// the first one, `demo` holds both. Other commands work without it.
struct ServingLock: ~Copyable {
    struct Failure: Error, CustomStringConvertible {
        let directory: String
        /// The option that chooses another directory; nil if it has to be this one.
        let option: String?

        var description: String {
            let choice = option.map { ", or choose another place with \($0)" } ?? ""
            return "Another monkeystore-server serves \(directory). Stop it\(choice)."
        }
    }

    private let file: LockableFile

    init(directory: DataDirectory, option: String? = "--data-dir") throws {
        try self.init(
            file: directory.file("server.lock"), orThrow: Failure(directory: directory.path, option: option))
    }

    /// Takes the lock on a file, and makes the file if it is missing. Throws `refusal` if another process
    /// holds the lock.
    init(file path: String, orThrow refusal: any Error) throws {
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw StorageError(errno: errno, path: path) }
        let file = LockableFile(owning: opened)
        guard try file.lock(at: path) else { throw refusal }
        self.file = file
    }

    /// Whether a process holds the lock on a file. If that cannot be known, it counts as held.
    static func isHeld(file path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EACCES }
        let file = LockableFile(owning: descriptor)
        return (try? file.lock(at: path)) != true
    }
}
