import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DeviceStorage

@Suite("A backup")
struct BackupFileTests {
    let data: SampleData

    init() throws { data = try SampleData() }

    @Test
    func `brings back databases, keys, sessions and books, and nothing that belongs to a running program`()
        throws
    {
        let backup = try data.backUp()
        var told: [Double] = []
        try backup.restore(
            to: data.target, passphrase: SampleData.passphrase, progress: { told.append($0) },
            prepare: { _ in })
        #expect(try SampleData.rows(in: data.target + "/device.sqlite") == ["device"])
        #expect(try SampleData.rows(in: data.target + "/store.sqlite") == ["store"])
        #expect(
            try SampleData.rows(in: data.target + "/stores/127.0.0.1-8080/anna/device.sqlite") == ["anna"])
        for name in SampleData.kept {
            #expect(
                FileManager.default.contents(atPath: data.target + "/" + name) == SampleData.content,
                "\(name)")
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: data.target).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: data.target + "/" + name, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        #expect(
            Set(names)
                == Set(
                    SampleData.kept + [
                        "device.sqlite", "store.sqlite", "stores/127.0.0.1-8080/anna/device.sqlite",
                    ]))
        #expect(told == told.sorted() && told.allSatisfy { (0...1).contains($0) } && told.count > 2)
        for name in names { #expect(try permissions(of: data.target + "/" + name) == 0o600) }
        #expect(try permissions(of: data.target + "/keys") == 0o700)
        #expect(try permissions(of: backup.path) == 0o600)
        #expect(try data.isTidy)
    }

    @Test func `holds nothing that can be read without the passphrase, and no other one opens it`() throws {
        let backup = try data.backUp()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: backup.path))
        #expect(
            bytes.range(of: Data("SQLite".utf8)) == nil
                && bytes.range(of: SampleData.content.prefix(16)) == nil)
        for passphrase in ["", "correct horse "] {
            try data.expect(.wrongPassphrase(path: backup.path), from: backup, passphrase: passphrase)
        }
    }

    @Test func `is made by a program with 2^16 rounds of scrypt, which each guess of the passphrase costs`()
        throws
    {
        let backup = try data.backUp(to: BackupFile(path: data.file))
        try data.expect(.wrongPassphrase(path: data.file), from: data.backup(at: data.file))
        try data.restore(BackupFile(path: backup.path, rounds: 1 << 16))
    }

    @Test func `is not put in the place of a file that is there`() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: data.file))
        #expect(throws: BackupError.fileExists(path: data.file)) { try data.backUp() }
        #expect(FileManager.default.contents(atPath: data.file) == Data("mine".utf8))
        #expect(try data.isTidy)
    }

    @Test("needs something to back up, and says so before anything is asked", arguments: ["", "/content"])
    func nothing(folder: String) throws {
        let empty = data.folder.path + "/empty"
        try FileManager.default.createDirectory(atPath: empty + folder, withIntermediateDirectories: true)
        let backup = data.backup(at: data.file)
        #expect(throws: BackupError.nothingToBackUp(directory: empty)) { try backup.check(empty) }
        #expect(!FileManager.default.fileExists(atPath: data.file))
    }

    @Test func `has the embedded store if the device's database is lost, and is not made of a server's`()
        throws
    {
        for name in ["device.sqlite", "stores"] {
            try FileManager.default.removeItem(atPath: data.source + "/" + name)
        }
        try data.restore(data.backUp())
        #expect(try SampleData.rows(in: data.target + "/store.sqlite") == ["store"])
        try SampleData.put(Data(), at: data.source + "/server.lock")
        #expect(throws: BackupError.nothingToBackUp(directory: data.source)) {
            try data.backup(at: data.file + "2").check(data.source)
        }
    }

    @Test
    func
        `is restored to a place where there is nothing, or an empty folder, also below folders that are missing`()
        throws
    {
        let backup = try data.backUp()
        try FileManager.default.createDirectory(atPath: data.target, withIntermediateDirectories: true)
        try data.restore(backup)
        #expect(try SampleData.rows(in: data.target + "/device.sqlite") == ["device"])
        let below = data.folder.path + "/a/b/c"
        try backup.restore(
            to: below + "/", passphrase: SampleData.passphrase, progress: { _ in }, prepare: { _ in })
        #expect(try SampleData.rows(in: below + "/device.sqlite") == ["device"])
    }

    @Test(
        "changes nothing where something is already", arguments: ["device.sqlite", ".hidden", "folder/file"])
    func targetInUse(name: String) throws {
        let backup = try data.backUp()
        let file = data.target + "/" + name
        try SampleData.put(Data("mine".utf8), at: file)
        try data.expect(.directoryInUse(path: data.target), from: backup)
        #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
    }

    @Test func `does not replace what somebody put there while it was restored`() throws {
        let backup = try data.backUp()
        #expect(throws: BackupError.directoryInUse(path: data.target)) {
            try backup.restore(to: data.target, passphrase: SampleData.passphrase, progress: { _ in }) { _ in
                try SampleData.put(Data("mine".utf8), at: data.target + "/device.sqlite")
            }
        }
        #expect(FileManager.default.contents(atPath: data.target + "/device.sqlite") == Data("mine".utf8))
        #expect(try data.isTidy)
    }

    @Test func `whose restored data cannot be prepared leaves nothing, and the next attempt succeeds`() throws
    {
        let backup = try data.backUp()
        #expect(throws: ToolError.self) {
            try backup.restore(to: data.target, passphrase: SampleData.passphrase, progress: { _ in }) { _ in
                throw ToolError(description: "no")
            }
        }
        #expect(try data.isTidy)
        // What a killed program has left is thrown away.
        try SampleData.put(Data("old".utf8), at: data.target + ".restore-draft/keys/old")
        try data.restore(backup)
        #expect(!FileManager.default.fileExists(atPath: data.target + "/keys/old"))
        #expect(try data.isTidy)
    }

    @Test func `has what links in the data lead to`() throws {
        let names = ["stores/127.0.0.1-8080/session.json", "keys", "content", "stores"]
        for (number, name) in names.enumerated() {
            let (path, elsewhere) = (data.source + "/" + name, data.folder.path + "/elsewhere\(number)")
            try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        }
        try data.restore(data.backUp())
        for name in SampleData.kept {
            #expect(
                FileManager.default.contents(atPath: data.target + "/" + name) == SampleData.content,
                "\(name)")
        }
        #expect(
            try SampleData.rows(in: data.target + "/stores/127.0.0.1-8080/anna/device.sqlite") == ["anna"])
    }

    @Test(arguments: [
        ("keys/more", "../nowhere", "is a link that leads to no file or folder"),
        ("content/more", "/dev/null", "is a link that leads to no file or folder"),
        ("content/more", "../content", "is a folder that holds itself, by a link"),
        ("stores/more", "..", "is a folder that holds itself, by a link"),
    ])
    func `is not made if a link in the data cannot be followed`(
        name: String, target: String, reason: String
    ) throws {
        let path = data.source + "/" + name
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(throws: BackupError.badLink(path: path, reason: reason)) { try data.backUp() }
        #expect(try data.isTidy)
    }

    @Test func `is not made in the folder of its drafts, which is removed`() throws {
        let backup = data.backup(at: data.source + "/backup-draft/file")
        #expect(
            throws: BackupError.cannotWrite(path: backup.path, reason: "that folder is removed at the end")
        ) {
            try data.backUp(to: backup)
        }
        #expect(try data.isTidy)
    }

    @Test func `is not restored to a folder without a name`() throws {
        let backup = try data.backUp()
        let error = BackupError.cannotRestore(path: "\"\"", reason: "No such file or directory")
        #expect(throws: error) { try backup.checkRestoring(to: "") }
        #expect(throws: error) {
            try backup.restore(
                to: "", passphrase: SampleData.passphrase, progress: { _ in }, prepare: { _ in })
        }
    }

    @Test func `is made and restored by one program at a time`() throws {
        let backup = try data.backUp()
        let making = try DraftFolder(path: data.source + "/backup-draft")
        let other = data.backup(at: data.file + "2")
        #expect(throws: BackupError.busy(path: making.path)) { try data.backUp(to: other) }
        making.remove()
        let restoring = try DraftFolder(path: data.target + ".restore-draft")
        #expect(throws: BackupError.busy(path: restoring.path)) { try data.restore(backup) }
        restoring.remove()
    }

    @Test(arguments: ["/tmp/x", "../x", "a/../../x", "a//b", "a/", ".", "a\0b", "../\u{301}x"])
    func `cannot put a file outside of the folder, whoever wrote it`(name: String) throws {
        var writer = try data.writer()
        try writer.append(UInt16(name.utf8.count))
        try writer.append(name.utf8)
        try writer.append(UInt64(0))
        try writer.append(UInt16(0))
        try writer.finish()
        try data.expect(.damaged(path: data.file), from: data.backup(at: data.file))
    }

    @Test(arguments: [
        [0, 1, 0x61], [0, 1, 0x61, 0, 0, 0, 0, 0, 0, 0, 9, 1],
        [0, 1, 0x61] + [UInt8](repeating: 0xFF, count: 8),
        [0, 0, 7], [],
    ])
    func `that promises more than there is, or has something after its end, is damaged`(
        content: [UInt8]
    ) throws {
        var writer = try data.writer()
        try writer.append(content)
        try writer.finish()
        try data.expect(.damaged(path: data.file), from: data.backup(at: data.file))
    }
}

@Suite("A backup of databases that are written to", .ownThreads, .timeLimit(.minutes(5)))
struct ConsistencyTests {
    @Test(
        "has in the store's copy everything that the device's copy knows of, and in the device's what the store's calls finished"
    )
    func order() throws {
        let data = try SampleData()
        let device = try SQLiteFile(data.source + "/device.sqlite")
        let store = try SQLiteFile(data.source + "/store.sqlite")
        for file in [device, store] { try file.run("CREATE TABLE n (what TEXT, number INTEGER)") }
        let isOver = Mutex(false)
        let ended = DispatchSemaphore(value: 0)
        // The order of a purchase: charged, credited, finished.
        Thread.detachNewThread {
            var number = 0
            while !isOver.withLock({ $0 }) {
                number += 1
                for (file, what) in [(store, "charged"), (device, "credited"), (store, "finished")] {
                    try! file.run("INSERT INTO n VALUES (?, ?)", [what, number])
                }
            }
            ended.signal()
        }
        defer {
            isOver.withLock { $0 = true }
            ended.wait()
        }
        for round in 1...3 {
            let backup = try data.backUp(to: data.backup(at: data.file + "\(round)"))
            let target = data.target + "\(round)"
            try backup.restore(
                to: target, passphrase: SampleData.passphrase, progress: { _ in }, prepare: { _ in })
            func last(_ what: String, in name: String) throws -> Int {
                try SQLiteFile(target + "/\(name).sqlite").value(
                    "SELECT max(number) FROM n WHERE what = ?", [what]) ?? 0
            }
            let credited = try last("credited", in: "device")
            #expect(try last("charged", in: "store") >= credited)
            #expect(try last("finished", in: "store") <= credited)
        }
    }
}
