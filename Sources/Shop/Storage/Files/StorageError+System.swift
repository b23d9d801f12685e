internal import Glibc
package import StoreModel

extension StorageError {
    /// The error for what the system said about the file at `path`.
    package init(errno number: Int32, path: String) {
        switch number {
        case EACCES, EPERM, EROFS: self = .notWritable(path: path)
        case ENOSPC, EDQUOT: self = .full(path: path)
        default: self = .unusable(path: path, reason: String(cString: strerror(number)))
        }
    }
}
