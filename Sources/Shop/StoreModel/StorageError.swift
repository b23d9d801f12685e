/// Why a file or a folder cannot be used. Everything that keeps data on disk throws this.
public enum StorageError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The folder or a file in it cannot be written.
    case notWritable(path: String)
    /// The disk is full.
    case full(path: String)
    /// The disk does not do what it is told, and gives no reason.
    case failing(path: String)
    /// The file is not what was written to it.
    case damaged(path: String)
    /// A newer version of the program wrote it.
    case newerVersion(path: String)
    /// A build that was never released wrote it. No version reads its files.
    case earlierBuild(path: String)
    /// Another program has held it for too long.
    case busy(path: String)
    /// The key that the data was sealed with is missing.
    case keyMissing(path: String)
    /// It was made with another key than the one that is there now. One of the two was replaced or damaged.
    case anotherKey(path: String, key: String)
    /// It belongs to another application than the one that was asked for.
    case anotherApplication(path: String, bundleIdentifier: String, appleIdentifier: Int64)
    /// A change may or may not have been made: the connection to the database was lost meanwhile.
    case unconfirmed(path: String)
    /// A change may or may not have been made: the disk failed meanwhile.
    case uncertain(path: String)
    /// The file or its write-ahead log was replaced, removed or moved while a program had it open. The
    /// program commits nothing more and has to be started again.
    case replaced(path: String)
    /// Anything else, in the system's words.
    case unusable(path: String, reason: String)

    /// What happened, in English, for logs and developers. Screens have sentences of their own for each case.
    public var description: String {
        switch self {
        case .notWritable(let path):
            "Cannot write to \(path); nothing was changed."
        case .full(let path):
            "No space left for \(path); what was paid for is safe. Free some space first."
        case .failing(let path):
            "The disk does not store what is written to \(path); what was paid for is safe. "
                + "See whether the disk has space left, and whether it is healthy."
        case .damaged(let path):
            "\(path) is damaged; nothing was changed."
        case .newerVersion(let path):
            "\(path) was written by a newer version of this program; nothing was changed. Use that version."
        case .earlierBuild(let path):
            "\(path) was written by a build of this program from before its first version, which this one cannot read; nothing was "
                + "changed. Use that build, or move the file away to start again."
        case .busy(let path):
            "\(path) is held by another program; nothing was changed. Try again."
        case .keyMissing(let path):
            "\(path) is missing, and the purchases here cannot be checked without it; nothing was changed. Put it back."
        case .anotherKey(let path, let key):
            "\(path) was made with another key than \(key); nothing was changed. Put back the key of this store."
        case .anotherApplication(let path, let bundleIdentifier, let appleIdentifier):
            "The store in \(path) sells for another application, \(bundleIdentifier) with the number \(appleIdentifier); nothing was "
                + "changed."
        case .unconfirmed(let path):
            "The connection to \(path) was lost during a change; nobody knows whether the change was made. Do the "
                + "same again: with the same key, a payment is charged once."
        case .uncertain(let path):
            "The disk failed while \(path) was written, so the change may or may not have been made. Check before you do it again."
        case .replaced(let path):
            "\(path) was replaced, removed or moved while this program ran; nothing was changed. Quit it, and start it again."
        case .unusable(let path, let reason):
            "Cannot use \(path) (\(reason)); nothing was changed."
        }
    }

    /// Wraps an error that was thrown when the file at `path` was used.
    package init(wrapping error: any Error, path: String) {
        self =
            error as? StorageError ?? (error as? any StorageErrorHolder)?.storageError
            ?? .unusable(path: path, reason: "\(error)")
    }
}

/// An error of a part of the device's files, which may be a `StorageError`.
package protocol StorageErrorHolder: Error {
    /// Nil if it is something else.
    var storageError: StorageError? { get }
}
