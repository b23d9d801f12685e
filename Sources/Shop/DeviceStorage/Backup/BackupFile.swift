internal import FoundationEssentials
internal import Glibc
internal import Storage
internal import StoreModel

/// A backup: one file, sealed with a passphrase, with all purchases of a data directory. The commands
/// `backup` and `restore-backup` make and restore it. After a header come sealed chunks (see `ChunkSeal`),
/// which hold file after file: the length of the name (2 bytes), the name, the length (8 bytes) and the
/// content. An empty name is the end.
package struct BackupFile: Sendable {
    /// Called with the part that is done, 0…1.
    package typealias Progress = (Double) -> Void

    package let path: String
    /// How many bytes are read and written at once.
    static let pieceSize = 256 << 10
    private let rounds: Int

    /// - Parameter rounds: another cost for the passphrase, for tests, which make many backups. The programs'
    ///   own backups do not set it.
    package init(path: String, rounds: Int? = nil) {
        (self.path, self.rounds) = (path, rounds ?? BackupHeader.rounds)
    }

    /// Checks that there is something to back up, and that nothing is in the way. Also throws `StorageError`,
    /// for a folder that `DataDirectory` refuses.
    package func check(_ directory: String) throws {
        try refuseToReplace()
        // `DataDirectory` would make a folder that is missing.
        if FileStatus(at: directory) != nil { _ = try DataDirectory(path: directory) }
        func isThere(_ name: String) -> Bool { access(directory + "/" + name, F_OK) == 0 }
        // A server's store has its own backup, see monkeystore-store(7).
        guard
            isThere("device.sqlite") || isThere("stores")
                || (isThere("store.sqlite") && !isThere("server.lock"))
        else { throw BackupError.nothingToBackUp(directory: directory) }
    }

    /// Makes the backup of a data directory, which other programs may use meanwhile. The file (0600) appears
    /// when all of it is on the disk.
    package func write(from directory: String, passphrase: String, progress: Progress) throws {
        try check(directory)
        // In the data directory, not next to the backup: data that is not sealed yet stays there.
        let drafts = try DraftFolder(path: directory + "/backup-draft")
        defer { drafts.remove() }
        if let folder = FileStatus(at: Folder.holding(path)), let removed = FileStatus(at: drafts.path),
            folder.isSameFile(as: removed)
        {
            throw BackupError.cannotWrite(path: path, reason: "that folder is removed at the end")
        }
        try Folder.checkWay(to: Folder.holding(path))
        let snapshot = try DataSnapshot(of: directory, drafts: drafts)
        let draft = path + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
        guard let file = OpenFile(creating: draft) else {
            throw BackupError.cannotWrite(path: path, reason: systemReason())
        }
        defer { unlink(draft) }
        var writer = try SealedWriter(file, path: path, passphrase: passphrase, rounds: rounds)
        try write(snapshot, with: &writer, progress)
        try name(draft)
    }

    /// Checks that there is a backup that this version reads, and that nothing is in the way.
    package func checkRestoring(to directory: String) throws(BackupError) {
        _ = try BackupHeader(from: opened(toRestoreTo: directory), at: path)
    }

    /// Restores the backup as a data directory, either all of it or nothing. The directory must be missing or
    /// empty. `prepare` gets the restored data first, in a folder next to the directory.
    package func restore(
        to directory: String, passphrase: String, progress: Progress, prepare: (String) throws -> Void
    ) throws {
        // Checked before the links are followed.
        try Folder.checkWay(to: directory)
        let directory = Folder.resolve(directory)
        let file = try opened(toRestoreTo: directory)
        var reader = try SealedReader(file, path: path, passphrase: passphrase, rounds: rounds)
        try Folder.makeMissing(Folder.holding(directory))
        let draft = try DraftFolder(path: directory + ".restore-draft")
        do {
            let folders = try extract(&reader, to: draft.path, length: file.length, progress)
            try prepare(draft.path)
            guard folders.allSatisfy(Folder.synchronise) else { throw trouble(directory) }
            // This only replaces an empty folder.
            guard rename(draft.path, directory) == 0 else {
                throw errno == ENOTEMPTY || errno == EEXIST
                    ? .directoryInUse(path: directory) : trouble(directory)
            }
            _ = Folder.synchronise(Folder.holding(directory))
        } catch {
            draft.remove()
            throw error
        }
    }

    /// Opens the backup, if nothing is in the way of its data.
    private func opened(toRestoreTo directory: String) throws(BackupError) -> OpenFile {
        guard !directory.isEmpty else {
            throw .cannotRestore(path: "\"\"", reason: String(cString: strerror(ENOENT)))
        }
        guard Folder.isFree(directory) else { throw .directoryInUse(path: directory) }
        let resolved = Folder.resolve(directory)
        if let status = FileStatus(at: resolved), let parent = FileStatus(at: Folder.holding(resolved)),
            !status.isOnSameDevice(as: parent)
        {
            throw .mountPoint(path: resolved)
        }
        guard let file = OpenFile(reading: path) else {
            throw .cannotOpen(path: path, reason: systemReason())
        }
        return file
    }

    /// Gives the backup its name. A link replaces no file, even if somebody has put one there meanwhile. If
    /// the file system has no links, as on many USB sticks, the draft is renamed.
    private func name(_ draft: String) throws(BackupError) {
        if link(draft, path) != 0 {
            try refuseToReplace()
            guard rename(draft, path) == 0 else { throw .cannotWrite(path: path, reason: systemReason()) }
        }
        guard Folder.synchronise(Folder.holding(path)) else {
            let reason = systemReason()
            // The error says that there is no backup, so there must not be one.
            unlink(path)
            throw .cannotWrite(path: path, reason: reason)
        }
    }

    private func refuseToReplace() throws(BackupError) {
        if FileStatus(linkAt: path) != nil { throw .fileExists(path: path) }
    }

    private func write(
        _ snapshot: DataSnapshot, with writer: inout SealedWriter, _ progress: Progress
    ) throws {
        let length = snapshot.files.reduce(1) { $0 + $1.length }
        var done: Int64 = 0
        for entry in snapshot.files {
            guard let file = OpenFile(reading: entry.path) else {
                // A book that was removed meanwhile.
                if errno == ENOENT { continue }
                throw StorageError.unusable(path: entry.path, reason: systemReason())
            }
            try writer.append(UInt16(entry.name.utf8.count))
            try writer.append(entry.name.utf8)
            try writer.append(UInt64(file.length))
            var rest = file.length
            while rest > 0 {
                guard let piece = file.read(Int(min(rest, Int64(Self.pieceSize)))), !piece.isEmpty else {
                    throw StorageError.unusable(
                        path: entry.path, reason: "it became shorter while it was read")
                }
                try writer.append(piece)
                rest -= Int64(piece.count)
                done += Int64(piece.count)
                progress(min(Double(done) / Double(length), 1))
            }
        }
        try writer.append(UInt16(0))
        try writer.finish()
        progress(1)
    }

    /// Writes every file of the backup below a folder, and flushes it to the disk. Returns the folders that
    /// hold the files, which are not flushed yet.
    private func extract(
        _ reader: inout SealedReader, to folder: String, length: Int64, _ progress: Progress
    ) throws -> Set<String> {
        var folders: Set = [folder]
        while case let nameLength = try reader.read(UInt16.self), nameLength > 0 {
            let name = try name(reader.read(Int(nameLength)))
            let path = folder + "/" + name
            let parents = Folder.names(in: name).dropLast().reduce(into: [folder]) {
                $0.append($0[$0.count - 1] + "/" + $1)
            }
            folders.formUnion(parents)
            try Folder.make(Folder.holding(path))
            guard let file = OpenFile(creating: path) else { throw trouble(path) }
            var rest = try reader.read(UInt64.self)
            while rest > 0 {
                let piece = try reader.read(Int(min(rest, UInt64(Self.pieceSize))))
                guard file.write(piece) else { throw trouble(path) }
                rest -= UInt64(piece.count)
                progress(1 - Double(reader.remaining) / Double(length))
            }
            guard file.synchronise() else { throw trouble(path) }
        }
        try reader.finish()
        return folders
    }

    /// A file's name from the backup, checked: it does not lead out of the folder.
    private func name(_ bytes: Data) throws(BackupError) -> String {
        guard let name = String(validating: bytes, as: UTF8.self), !name.utf8.contains(0),
            Folder.names(in: name, exactly: true).allSatisfy({ !["", ".", ".."].contains($0) })
        else { throw .damaged(path: path) }
        return name
    }

    private func trouble(_ path: String) -> BackupError { .cannotRestore(path: path, reason: systemReason()) }
}

extension Folder {
    /// The path without symbolic links, if something is there, and without a slash at its end.
    static func resolve(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        guard let end = path.lastIndex(where: { $0 != "/" }) else { return path }
        return String(path[...end])
    }

    /// Whether a path is free: nothing is there, or an empty folder.
    static func isFree(_ path: String) -> Bool {
        guard FileStatus(linkAt: path) != nil else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
    }
}
