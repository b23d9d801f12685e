internal import Glibc
package import StoreModel

/// The private folder of a device or a store: databases, and keys in `keys/`. The storefront, the server and
/// `PaymentQueue` each keep their files in one.
package struct DataDirectory: Hashable, Sendable {
    package let path: String

    /// Opens the folder at `path`. If it is missing, makes it (0700) with the folders above it. If it exists
    /// and is empty or has keys of this program, other users lose access to it. A folder with other things in
    /// it, such as a home folder, stays as it is: the files that are made in it are private anyway.
    ///
    /// - Throws: `StorageError`, also if the folder belongs to another user, if other users may write to it,
    ///   or if they could lead root elsewhere on the way to it.
    package init(path: String) throws(StorageError) {
        self.path = path
        guard !path.isEmpty else { throw .unusable(path: "\"\"", reason: "the path is empty") }
        try Self.makeFolder(path)
    }

    /// Opens the folder that a program's options or its environment (`EnvironmentVariables.folder`) name.
    package init(ofProgram path: String) throws(StorageError) {
        guard !path.isEmpty else {
            throw .unusable(path: "$HOME", reason: "it is not set, or does not begin with /")
        }
        try self.init(path: path)
    }

    package func file(_ name: String) -> String { path + "/" + name }

    /// The first `most` bytes of the file `name`; nil if there is no such file.
    package func firstBytes(of name: String, most: Int) throws(StorageError) -> [UInt8]? {
        let path = file(name)
        do { return try RegularFile.firstBytes(of: path, most: most) } catch {
            switch error.number {
            case ENOENT: return nil
            case EINVAL: throw .unusable(path: path, reason: error.reason)
            default: throw StorageError(errno: error.number, path: path)
            }
        }
    }

    /// Makes the file `name` (0600), or replaces it. It is on the disk when this returns. A crash leaves
    /// either the old or the new one.
    package func replaceFile(named name: String, with bytes: [UInt8]) throws(StorageError) {
        try write(bytes, to: name) { rename($0, $1) == 0 }
    }

    /// A chain of certificates with keys of RSA has more than 5,000 bytes.
    package static let longestKey = 64 << 10

    /// The bytes of `keys/<name>` (0600); nil if there is no such key.
    package func key(named name: String) throws(StorageError) -> [UInt8]? {
        let key = try firstBytes(of: "keys/" + name, most: Self.longestKey + 1)
        if let key { try checkLength(of: key, named: name, most: Self.longestKey) }
        return key
    }

    /// A key that is too long is neither written nor taken: it could not be read whole.
    private func checkLength(of key: [UInt8], named name: String, most: Int) throws(StorageError) {
        guard key.count <= most else {
            throw StorageError(errno: EFBIG, path: file("keys/" + name))
        }
    }

    /// The bytes of `keys/<name>` (0600). A missing key is made once, however many programs ask for it at the
    /// same time. All of them get the same bytes.
    package func key(named name: String, make: () -> [UInt8]) throws(StorageError) -> [UInt8] {
        if let bytes = try key(named: name) { return bytes }
        // `link`, not `rename`: it fails if another program was first. Then that program's key is the key.
        try writeKey(make(), named: name) { link($0, $1) == 0 || errno == EEXIST }
        guard let bytes = try key(named: name) else { throw .keyMissing(path: file("keys/" + name)) }
        return bytes
    }

    /// Makes `keys/<name>` (0600), or replaces it. The key is on the disk when this returns. A crash leaves
    /// either the old or the new one.
    ///
    /// - Parameter most: how many bytes the caller reads. `key(named:)` reads `longestKey`.
    package func replaceKey(
        named name: String, with bytes: [UInt8], most: Int = DataDirectory.longestKey
    ) throws(StorageError) {
        try writeKey(bytes, named: name, most: most) { rename($0, $1) == 0 }
    }

    private func writeKey(
        _ bytes: [UInt8], named name: String, most: Int = DataDirectory.longestKey,
        naming: (_ draft: String, _ final: String) -> Bool
    ) throws(StorageError) {
        try checkLength(of: bytes, named: name, most: most)
        try Self.makeFolder(file("keys"))
        try write(bytes, to: "keys/" + name, naming: naming)
        // The name of the folder is flushed, too.
        try Self.synchronise(path)
    }

    private func write(
        _ bytes: [UInt8], to name: String, naming: (_ draft: String, _ final: String) -> Bool
    ) throws(StorageError) {
        let path = file(name)
        do { try RegularFile.write(bytes, to: path, naming: naming) } catch {
            throw StorageError(errno: error.number, path: path)
        }
    }

    private static func makeFolder(_ path: String) throws(StorageError) {
        try Folder.make(path)
        guard let status = FileStatus(at: path) else { throw StorageError(errno: errno, path: path) }
        guard status.mode & 0o077 != 0 else { return }
        // A sticky folder is shared on purpose: in it, only a file's owner can replace the file.
        guard status.mode & S_ISVTX == 0 else { return }
        if isOwn(path, status) {
            guard chmod(path, 0o700) == 0 else { throw StorageError(errno: errno, path: path) }
        } else if status.mode & 0o022 != 0 {
            throw .unusable(path: path, reason: "others may write to it")
        }
    }

    /// Whether a folder is empty or has keys of this program in it, and is not the user's home folder.
    private static func isOwn(_ path: String, _ status: FileStatus) -> Bool {
        if let home = EnvironmentVariables.value(of: "HOME").flatMap(FileStatus.init(at:)),
            status.isSameFile(as: home)
        {
            return false
        }
        // Not a file: /proc has one of that name.
        if let keys = FileStatus(linkAt: path + "/keys"), keys.isFolder { return true }
        guard let folder = opendir(path) else { return false }
        defer { closedir(folder) }
        var count = 0
        // "." and ".." are in every folder.
        while readdir(folder) != nil { count += 1 }
        return count <= 2
    }

    private static func synchronise(_ folder: String) throws(StorageError) {
        guard Folder.synchronise(folder) else { throw StorageError(errno: errno, path: folder) }
    }
}
