internal import Dispatch
internal import Foundation
internal import GRDB
internal import Glibc
internal import Storage
internal import StoreModel
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct DataDirectoryTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    @Test(
        "The folder and the missing ones above it are made for their owner only",
        arguments: ["a", "a/b/c", "a/b/"])
    func madeForOwner(name: String) throws {
        let path = folder.path + "/" + name
        #expect(try DataDirectory(path: path).path == path)
        var made = URL(filePath: path).standardizedFileURL
        while made.path != folder.path {
            #expect(try permissions(of: made.path) == 0o700)
            made.deleteLastPathComponent()
            made = URL(filePath: made.path)
        }
        _ = try DataDirectory(path: path)
    }

    @Test(arguments: [0o755, 0o777, 0o750, 0o701])
    func `A folder and a database that were open to others are closed to them`(mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        let directory = try DataDirectory(path: folder.path)
        #expect(try permissions(of: folder.path) == 0o700)
        let path = directory.file("store.sqlite")
        for _ in 1...2 {
            let file = try DatabaseFile(path: path, migrations: [])
            try file.write {
                try $0.execute(sql: "CREATE TABLE IF NOT EXISTS thing (id INTEGER PRIMARY KEY)")
            }
            for name in [path, path + "-wal", path + "-shm"] {
                #expect(try permissions(of: name) == 0o600, "\(name)")
            }
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
    }

    @Test
    func `A folder with other things in it stays as it is, and is refused if others may write to it`()
        throws
    {
        try Data().write(to: URL(filePath: folder.path + "/letter"))
        func open(_ mode: Int) throws -> DataDirectory {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
            return try DataDirectory(path: folder.path)
        }
        _ = try open(0o755)
        #expect(try permissions(of: folder.path) == 0o755)
        for mode in [0o777, 0o775] { #expect(throws: StorageError.self) { try open(mode) } }
        // Shared on purpose, as /tmp is.
        _ = try open(0o1777)
        #expect(try permissions(of: folder.path) == 0o1777)
    }

    @Test(arguments: ["", "/a", "/a/b"])
    func `A file in place of the folder, or of one above it, is a clear error and stays`(
        rest: String
    ) throws {
        let file = folder.path + "/file"
        try Data("text".utf8).write(to: URL(filePath: file))
        let error = #expect(throws: StorageError.self) { try DataDirectory(path: file + rest) }
        guard case .unusable(let path, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path.hasPrefix(file))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
    }

    @Test(arguments: ["/proc/monkeystore", "/proc/self/x/y", ""])
    func `A place where even root can make nothing is an error`(path: String) {
        #expect(throws: StorageError.self) { try DataDirectory(path: path) }
    }

    /// Places below `folder` that another user owns or could lead root to, and the folder where nothing
    /// may appear.
    private static let othersPlaces: [(place: String, untouched: String)] = [
        ("closed", "closed"), ("open", "open"), ("closed/new", "closed"), ("open/a/b", "open"),
        ("link", "target"),
        ("link/new", "target"), ("behind/link/new", "target"), ("all/own", "all/own"), ("rootlink", "closed"),
    ]

    @Test(
        "Root takes no folder of another user, and no way there that another user could change", .asRoot,
        arguments: othersPlaces
    )
    func othersFolders(place: String, untouched: String) throws {
        for (name, mode, owner) in [
            ("closed", mode_t(0o700), uid_t(65534)), ("open", 0o755, 65534), ("target", 0o700, 0),
            ("behind", 0o755, 0),
            ("all", 0o777, 0), ("all/own", 0o700, 0),
        ] {
            let path = folder.path + "/" + name
            #expect(mkdir(path, mode) == 0 && chmod(path, mode) == 0 && chown(path, owner, owner) == 0)
        }
        for (link, target, owner) in [
            ("link", "target", uid_t(65534)), ("behind/link", "../target", 65534), ("rootlink", "closed", 0),
        ] {
            let path = folder.path + "/" + link
            #expect(symlink(target, path) == 0 && lchown(path, owner, owner) == 0)
        }
        let before = try #require(FileStatus(at: folder.path + "/" + untouched))
        let error = #expect(throws: StorageError.self) { try DataDirectory(path: folder.path + "/" + place) }
        #expect("\(try #require(error))".contains("another user"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + untouched).isEmpty)
        let after = try #require(FileStatus(at: folder.path + "/" + untouched))
        #expect(after.mode == before.mode && after.owner == before.owner)
    }

    @Test func `A link of one's own leads to the folder, also a relative one, and one to another link`()
        throws
    {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/a/target", withIntermediateDirectories: true)
        for (link, target) in [
            ("a/near", "target"), ("far", folder.path + "/a/near"), ("a/up", "../far/./."),
        ] {
            #expect(symlink(target, folder.path + "/" + link) == 0)
            _ = try DataDirectory(path: folder.path + "/" + link + "/new")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a/target") == ["new"])
        #expect(symlink("circle", folder.path + "/circle") == 0)
        #expect(throws: StorageError.self) { try DataDirectory(path: folder.path + "/circle/new") }
    }

    @Test func `A key is made once, for its owner only, and is the same at the next start`() throws {
        let directory = try DataDirectory(path: folder.path)
        #expect(try directory.key(named: "store") == nil)
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255) }
        #expect(try directory.key(named: "store") { bytes } == bytes)
        #expect(try directory.key(named: "store") { [1, 2, 3] } == bytes)
        #expect(try DataDirectory(path: folder.path).key(named: "store") == bytes)
        #expect(try permissions(of: directory.file("keys")) == 0o700)
        #expect(try permissions(of: directory.file("keys/store")) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("keys")) == ["store"])
    }

    @Test func `A long key is read whole, and one that is too long is refused and not written`() throws {
        let directory = try DataDirectory(path: folder.path)
        let long = [UInt8](repeating: 7, count: 64 << 10)
        #expect(try directory.key(named: "long") { long } == long)
        #expect(try directory.key(named: "long") == long)
        #expect(throws: StorageError.self) { try directory.key(named: "longer") { long + [7] } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("keys")) == ["long"])
        try Data(long + [7]).write(to: URL(filePath: directory.file("keys/long")))
        #expect(throws: StorageError.self) { try directory.key(named: "long") }
    }

    @Test func `A file is replaced entirely, is for its owner only, and leaves no draft`() throws {
        let directory = try DataDirectory(path: folder.path)
        #expect(try directory.firstBytes(of: "letter", most: 3) == nil)
        for bytes in [[1, 2, 3, 4], [5]] as [[UInt8]] {
            try directory.replaceFile(named: "letter", with: bytes)
            #expect(try directory.firstBytes(of: "letter", most: 3) == Array(bytes.prefix(3)))
        }
        #expect(try permissions(of: directory.file("letter")) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["letter"])
    }

    @Test func `Eight that ask for a new key at the same time get the same bytes`() throws {
        let directory = try DataDirectory(path: folder.path)
        for round in 0..<20 {
            let results = Mutex<[Result<[UInt8], any Error>]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let result = Result {
                    try directory.key(named: "key\(round)") {
                        (0..<32).map { _ in UInt8.random(in: 0...255) }
                    }
                }
                results.withLock { $0.append(result) }
            }
            let keys = try results.withLock { $0 }.map { try $0.get() }
            #expect(keys.count == 8)
            #expect(Set(keys).count == 1)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("keys")).count == 20)
    }

    @Test func `A folder in place of a key, and a file in place of the keys, are errors`() throws {
        let directory = try DataDirectory(path: folder.path)
        try FileManager.default.createDirectory(
            atPath: directory.file("keys/store"), withIntermediateDirectories: true)
        #expect(throws: StorageError.self) { try directory.key(named: "store") { [1] } }
        try FileManager.default.removeItem(atPath: directory.file("keys"))
        try Data().write(to: URL(filePath: directory.file("keys")))
        #expect(throws: StorageError.self) { try directory.key(named: "store") { [1] } }
    }
}
