internal import FileSystem
internal import FoundationEssentials

extension BackupFile {
    /// Writes every file of the backup below a folder, and onto the disk. Returns the folders that hold them, which are
    /// not on the disk yet.
    func extract(
        _ reader: inout SealedReader, to folder: String, length: Int64, _ progress: Progress
    ) throws -> Set<String> {
        var folders: Set = [folder]
        while case let nameLength = try reader.read(UInt16.self), nameLength > 0 {
            let name = try name(reader.read(Int(nameLength)))
            let path = folder + "/" + name
            let parents = name.split(separator: "/").dropLast().reduce(into: [folder]) {
                $0.append($0[$0.count - 1] + "/" + $1)
            }
            folders.formUnion(parents)
            guard Folder.make(Folder.holding(path)), let file = OpenFile(creating: path) else { throw trouble(path) }
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
        guard let name = String(validating: bytes, as: UTF8.self), !name.contains("\0"),
            name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !["", ".", ".."].contains($0) })
        else { throw .damaged(path: path) }
        return name
    }

    func trouble(_ path: String) -> BackupError { .cannotRestore(path: path, reason: systemReason()) }
}
