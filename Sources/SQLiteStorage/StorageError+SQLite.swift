package import FileSystem
package import GRDB

extension StorageError {
    /// The error for what SQLite said about the file at `path`.
    package init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .notWritable(path: path)
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_IOERR: self = .failing(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        default: self = .unusable(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
        }
    }
}
