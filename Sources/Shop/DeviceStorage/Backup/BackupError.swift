internal import Glibc

/// Why `BackupFile` made no backup, or restored none. Nothing that was there before is changed.
/// The commands print it.
package enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
    case nothingToBackUp(directory: String)
    /// A link in the data leads nowhere, or to something that should not be in a backup.
    case badLink(path: String, reason: String)
    case fileExists(path: String)
    case cannotWrite(path: String, reason: String)
    /// Another program is making a backup of the same data, or restoring one there.
    case busy(path: String)
    case cannotOpen(path: String, reason: String)
    case notABackup(path: String)
    case newerVersion(path: String)
    /// The passphrase is wrong, or the beginning of the file is not what was written to it: no seal fits.
    case wrongPassphrase(path: String)
    /// The file is not what was written to it: it was changed, cut short, or put together in another order.
    case damaged(path: String)
    case directoryInUse(path: String)
    /// Another file system begins at the directory, so no restored folder can take its name.
    case mountPoint(path: String)
    case cannotRestore(path: String, reason: String)

    /// What happened and what it means for the purchases. Also what to do, if no option of a program is
    /// needed for it.
    package var description: String {
        switch self {
        case .nothingToBackUp(let directory): "There is nothing to back up in \(directory); no file was made."
        case .badLink(let path, let reason):
            "\(path) \(reason); no backup was made. Put what belongs there in its place, and try again."
        case .fileExists(let path):
            "There is a file \(path) already; it was not changed, and no backup was made. Choose another name, or move it away."
        case .cannotWrite(let path, let reason):
            "Cannot write the backup \(path) (\(reason)); there is no backup. Choose another place, and try again."
        case .busy(let path):
            "Another program works at \(path); nothing was changed. Try again when it is done."
        case .cannotOpen(let path, let reason):
            "Cannot open the backup \(path) (\(reason)); nothing was restored. Give the file that backup wrote."
        case .notABackup(let path):
            "\(path) is not a backup of this program; nothing was restored. Give the file that backup wrote."
        case .newerVersion(let path):
            "\(path) was written by a newer version of this program; nothing was restored. Use that version."
        case .wrongPassphrase(let path):
            "The passphrase does not open \(path); nothing was restored. Type it again; if it is right, the file is damaged."
        case .damaged(let path):
            "\(path) is damaged or cut short; nothing was restored. Use another copy of it."
        case .directoryInUse(let path):
            "There is something in \(path) already; it was not changed, and nothing was restored."
        case .mountPoint(let path):
            "\(path) is a mount point, and a restored folder cannot take its place; nothing was restored."
        case .cannotRestore(let path, let reason): "Cannot write \(path) (\(reason)); nothing was restored."
        }
    }
}

/// What the system says about the last call that failed.
func systemReason() -> String { String(cString: strerror(errno)) }
