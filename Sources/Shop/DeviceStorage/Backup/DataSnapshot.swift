internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import Storage
internal import StoreModel

/// The files of a data directory that a `BackupFile` takes, all as of one moment. Other programs may
/// use the directory meanwhile.
struct DataSnapshot {
    struct File {
        /// The file's path in the data directory.
        let name: String
        /// Where to read it: the file itself, or a copy.
        let path: String
        let length: Int64
    }

    private(set) var files: [File] = []

    /// - Parameter drafts: an empty folder for copies of databases.
    init(of directory: String, drafts: DraftFolder) throws {
        let folders = try Self.folders(in: directory, except: drafts.path)
        for folder in folders where !Self.holdsContent(folder) {
            // device.sqlite comes first.
            let names = try Self.names(in: directory + "/" + folder).filter { $0.hasSuffix(".sqlite") }
            try copy(names.map { folder + $0 }[...], of: directory, to: drafts)
        }
        // After the databases: a key is made before anything is sealed with it, and a book is there before
        // its arrival is written down.
        for folder in folders {
            for name in try Self.names(in: directory + "/" + folder) where Self.isKept(name, in: folder) {
                guard let status = try Self.status(of: folder + name, in: directory), status.isFile else {
                    continue
                }
                files.append(
                    File(name: folder + name, path: directory + "/" + folder + name, length: status.size))
            }
        }
    }

    /// Copies a folder's databases: first the device's, and then the embedded store's, while nobody can
    /// write to the device's. So the device's copy is never ahead of the store's: it has no credits from a
    /// purchase that the store's copy does not know. And what is finished in the store's copy was credited
    /// before that, so it is in the device's copy, too. If something only happened in the store, the store
    /// will tell the device.
    private mutating func copy(
        _ names: ArraySlice<String>, of directory: String, to drafts: DraftFolder
    ) throws {
        guard let name = names.first else { return }
        let draft = drafts.path + "/\(files.count)"
        try Self.copyDatabase(directory + "/" + name, to: draft) {
            files.append(File(name: name, path: draft, length: FileStatus(linkAt: draft)?.size ?? 0))
            try copy(names.dropFirst(), of: directory, to: drafts)
        }
    }

    /// Whether a file belongs in a backup. A database is copied on its own; the log and the locks next
    /// to it belong to the programs that use it. A high-water mark proves nothing about a replica that was
    /// copied before it, and a part of a download belongs to the program that goes on with it: both are made
    /// again. `NAME.PROCESS-NUMBER` is a file that is being written. Content may have any name, because its
    /// product may.
    private static func isKept(_ name: String, in folder: String) -> Bool {
        if holdsContent(folder) { return !name.hasSuffix(".part") }
        let end =
            name.split(separator: ".").last?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        let isDraft = end.count == 2 && end.allSatisfy { UInt32($0) != nil }
        return !isDraft && ![".sqlite", "-wal", "-shm", ".lock", ".mark"].contains(where: name.hasSuffix)
    }

    private static func holdsContent(_ folder: String) -> Bool {
        folder.split(separator: "/").last == "content"
    }

    /// The folders that this program makes in a data directory. A person may keep them, or what is in them,
    /// elsewhere and link to them.
    private static let ownFolders: Set<Substring> = ["content", "keys", "store", "stores"]

    /// What is at a path in the data directory. In the program's own folders, links are followed. Nil if
    /// nothing is there any more.
    private static func status(of name: String, in directory: String) throws(BackupError) -> FileStatus? {
        let path = directory + "/" + name
        guard let status = FileStatus(linkAt: path) else { return nil }
        guard status.isLink, ownFolders.contains(name.prefix { $0 != "/" }) else { return status }
        guard status.owner == geteuid() else {
            throw .badLink(path: path, reason: "is a link of another user")
        }
        guard let target = FileStatus(at: path), target.isFile || target.isFolder else {
            throw .badLink(path: path, reason: "is a link that leads to no file or folder")
        }
        return target
    }

    /// Whether a folder is the data directory, or a folder that contains it there: links make that possible.
    private static func holdsItself(_ name: String, _ status: FileStatus, in directory: String) -> Bool {
        let holding = name.indices.filter { name[$0] == "/" }.map { "\(directory)/\(name[..<$0])" }
        return ([directory] + holding).contains { FileStatus(at: $0)?.isSameFile(as: status) == true }
    }

    /// The folders in a data directory, each followed by a slash. The directory itself is the first,
    /// with an empty name.
    private static func folders(in directory: String, except drafts: String) throws -> [String] {
        var folders = [""]
        var next = 0
        while next < folders.count {
            let folder = folders[next]
            next += 1
            for name in try names(in: directory + "/" + folder) {
                let path = directory + "/" + folder + name
                guard path != drafts, let status = try Self.status(of: folder + name, in: directory),
                    status.isFolder
                else { continue }
                guard !holdsItself(folder + name, status, in: directory) else {
                    throw BackupError.badLink(path: path, reason: "is a folder that holds itself, by a link")
                }
                folders.append(folder + name + "/")
            }
        }
        return folders
    }

    /// The names in a folder, in order.
    private static func names(in folder: String) throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
            throw StorageError.unusable(path: folder, reason: systemReason())
        }
    }

    /// Copies a database as it is now, and calls `body` before another program can write to it. Throws
    /// `StorageError`, and whatever `body` throws.
    private static func copyDatabase(
        _ source: String, to destination: String, then body: () throws -> Void
    ) throws {
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            let holder = try DatabaseQueue(path: source, configuration: configuration)
            let reader = try DatabaseQueue(path: source, configuration: configuration)
            try holder.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    // A transaction cannot copy its own database, so another connection does.
                    try reader.writeWithoutTransaction {
                        try $0.execute(sql: "VACUUM INTO ?", arguments: [destination])
                    }
                    try body()
                    return .rollback
                }
            }
        } catch let error as DatabaseError {
            throw StorageError(error, path: source)
        }
    }
}
