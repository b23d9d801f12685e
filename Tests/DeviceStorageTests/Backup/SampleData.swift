import Foundation
import TestSupport
import Testing

@testable import DeviceStorage

/// A data directory with one file of each kind, and a place to restore it to, for tests of backups.
struct SampleData {
    static let passphrase = "correct horse"
    /// Few, because each test derives the key of a passphrase several times.
    static let rounds = 2
    /// Longer than a chunk.
    static let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 8) })
    /// Files that belong in a backup.
    static let kept = [
        "keys/replica.key", "keys/store-signing", "content/book", "content/book.sqlite",
        "content/book.lock", "content/book.1-2", "stores/127.0.0.1-8080/session.json",
        "stores/127.0.0.1-8080/anna/keys/device",
    ]
    /// Files that belong to a running program.
    private static let left = [
        "device.sqlite.lock", "keys/replica.mark", "keys/device.123-456", "content/book2.part",
        "stores/127.0.0.1-8080/session.json.7-8",
    ]

    let folder: TemporaryDirectory
    var source: String { folder.path + "/source" }
    var target: String { folder.path + "/target" }
    var file: String { folder.path + "/file" }

    init() throws {
        folder = try TemporaryDirectory()
        for name in Self.kept + Self.left {
            try Self.put(Self.content, at: source + "/" + name)
        }
        for (name, row) in [
            ("device", "device"), ("store", "store"), ("stores/127.0.0.1-8080/anna/device", "anna"),
        ] {
            try SQLiteFile(source + "/\(name).sqlite").run(
                "PRAGMA journal_mode = WAL; CREATE TABLE t (x TEXT); INSERT INTO t VALUES (?)", [row])
        }
    }

    /// Writes a file, and makes the folders above it.
    static func put(_ content: Data, at path: String) throws {
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
    }

    func backup(at path: String) -> BackupFile { BackupFile(path: path, rounds: Self.rounds) }

    /// Writes a backup of any content to `file`.
    func writer() throws -> SealedWriter {
        try SealedWriter(
            #require(OpenFile(creating: file)), path: file, passphrase: Self.passphrase, rounds: Self.rounds)
    }

    @discardableResult
    func backUp(to backup: BackupFile? = nil) throws -> BackupFile {
        let backup = backup ?? self.backup(at: file)
        try backup.write(from: source, passphrase: Self.passphrase) { _ in }
        return backup
    }

    func restore(_ backup: BackupFile, passphrase: String = passphrase) throws {
        try backup.restore(to: target, passphrase: passphrase, progress: { _ in }, prepare: { _ in })
    }

    /// Expects that a backup is not restored, for this reason, and that the attempt changed nothing.
    func expect(
        _ error: BackupError, from backup: BackupFile, passphrase: String = passphrase,
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = namesInTarget
        #expect(throws: error, comment, sourceLocation: sourceLocation) {
            try restore(backup, passphrase: passphrase)
        }
        #expect(try namesInTarget == before && isTidy, comment, sourceLocation: sourceLocation)
    }

    var isTidy: Bool {
        get throws {
            let names =
                try FileManager.default.contentsOfDirectory(atPath: folder.path)
                + FileManager.default.contentsOfDirectory(atPath: source)
            return !names.contains { $0.hasPrefix("file.") || $0.contains("draft") }
        }
    }

    /// The content of the place where the backup is restored to; nil if there is none.
    private var namesInTarget: [String]? { FileManager.default.subpaths(atPath: target)?.sorted() }

    static func rows(in path: String) throws -> [String] {
        try SQLiteFile(path).values("SELECT x FROM t")
    }
}
