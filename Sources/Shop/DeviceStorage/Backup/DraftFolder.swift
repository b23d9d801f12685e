internal import FoundationEssentials
internal import Glibc
internal import Storage
internal import StoreModel

/// The folder where `BackupFile` makes or restores a backup. Only one program has it at a time. It removes
/// what a killed program left there.
final class DraftFolder {
    let path: String
    private let file: LockableFile

    init(path: String) throws {
        self.path = path
        guard mkdir(path, 0o700) == 0 || errno == EEXIST,
            case let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
            folder >= 0
        else { throw StorageError(errno: errno, path: path) }
        file = LockableFile(owning: folder)
        // Everything in it is removed.
        guard FileStatus(descriptor: folder)?.owner == geteuid() else {
            throw StorageError.unusable(path: path, reason: "it belongs to another user")
        }
        guard try file.lock(at: path) else { throw BackupError.busy(path: path) }
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
