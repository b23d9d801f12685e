import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("A data directory that cannot be used", .timeLimit(.minutes(10)))
struct DataDirectoryTests {
    @Test("is one sentence and exit 74, and nothing in it is changed", arguments: DamagedData.all)
    func command(damaged: DamagedData) async throws {
        let program = try await damaged.program()
        let before = try program.content()
        for arguments in [["balance"], ["buy", "consume5credits", "--yes"]] {
            let run = try await program.run(arguments)
            run.expectRefusal(74, damaged.words)
            #expect(run.error.hasPrefix("monkeystore: "), "\(run.error)")
        }
        #expect(try program.content() == before)
    }

    @Test("is one sentence about space and exit 74 if its files may not grow", .ownThreads)
    func limitedFiles() throws {
        let program = try Program()
        let run = try ChildProcess.run(
            [
                "/bin/sh", "-c", "ulimit -f 100; exec \"$0\" \"$@\"", BuiltProgram.path, "buy",
                "consume5credits", "--yes", "--data-dir", program.data,
            ], environment: ["HOME": program.folder.path])
        #expect(run.end == .status(74), "\(run)")
        #expect(run.output.contains("space"), "\(run.output)")
        #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
    }
}

@Suite("A storefront that cannot start", .ownThreads, .timeLimit(.minutes(10)))
struct StartTests {
    @Test("gives the terminal back, says why in one sentence, and exits with 74", arguments: DamagedData.all)
    func data(damaged: DamagedData) async throws {
        let program = try await damaged.program()
        let before = try program.content()
        try expectRefusal(74, damaged.words, of: program)
        #expect(try program.content() == before)
    }

    @Test func `exits with 65 when it is the catalogue that is broken`() throws {
        let program = try Program()
        let file = try program.file("broken.storekit", "{\n  \"products\" : [ 1, ]\n}\n")
        try expectRefusal(65, "broken.storekit: products[0]: ", of: program, ["--catalogue", file])
    }

    @Test func `exits with 74 and says why when too few files may be open, as each command does`() throws {
        let program = try Program()
        let words = "monkeystore: Only 12 files may be open at a time here, and this program needs 64;"
        let launcher = Self.limiting("-n 12")
        let window = try RunningProgram(in: program.folder, data: program.data, launcher: launcher)
        #expect(try window.terminal.waitForEnd() == .status(74))
        #expect(try window.standardError.hasPrefix(words))
        let refused = try balance(of: program, after: launcher)
        #expect(refused.end == .status(74) && refused.output.hasPrefix(words), "\(refused)")
        #expect(refused.output.split(separator: "\n").count == 1, "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: program.data))
        // It raises a limit that it may raise.
        let counted = try balance(of: program, after: Self.limiting("-S -n 12"))
        #expect(counted.end == .status(0) && counted.output == "0 monkey credits\n", "\(counted)")
    }

    private static func limiting(_ limit: String) -> [String] {
        ["/bin/sh", "-c", "ulimit \(limit); exec \"$0\" \"$@\""]
    }

    private func balance(
        of program: Program, after launcher: [String]
    ) throws -> (end: ProcessEnd, output: String) {
        try ChildProcess.run(
            launcher + [BuiltProgram.path, "balance", "--data-dir", program.data],
            environment: ["HOME": program.folder.path])
    }

    @Test(
        "exits with 65 or 66 when it is the picture that cannot be shown",
        arguments: [("no picture", Int32(65), "isn't a PNG or JPEG"), (nil, 66, "Can't read the picture")])
    func picture(content: String?, status: Int32, words: String) throws {
        let program = try Program()
        let file = program.folder.path + "/photo.png"
        try content?.write(toFile: file, atomically: true, encoding: .utf8)
        try expectRefusal(status, words, of: program, ["--picture", file])
    }

    private func expectRefusal(
        _ status: Int32, _ words: String, of program: Program, _ arguments: [String] = []
    ) throws {
        let window = try StoreWindow(starting: program, arguments: arguments)
        #expect(try window.terminal.waitForEnd() == .status(status))
        #expect(window.terminal.isAsBefore)
        let error = try window.standardError
        #expect(error.hasPrefix("monkeystore: ") && error.contains(words), "\(error)")
        #expect(error.split(separator: "\n").count == 1, "\(error)")
    }
}

/// One way to damage a data directory, and the words with which the program refuses it.
struct DamagedData: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Words of the one sentence that says so.
    let words: String
    private let damage: @Sendable (String) async throws -> Void

    private init(
        _ testDescription: String, says words: String,
        damage: @escaping @Sendable (String) async throws -> Void
    ) {
        self.testDescription = testDescription
        self.words = words
        self.damage = damage
    }

    static let all: [DamagedData] =
        ["device.sqlite", "store.sqlite"].flatMap { [noDatabase($0), halfThere($0), newer($0)] }
        + [missing("keys/store-signing"), halfThere("keys/store-signing"), changedKey, badBalance, aFile]

    private static let damaged =
        " is damaged; nothing was changed. Put back a copy of it, or choose another place with --data-dir."

    private static func noDatabase(_ file: String) -> DamagedData {
        DamagedData("\(file) is no database", says: file + damaged) { data in
            try "This is no database.".write(toFile: data + "/" + file, atomically: false, encoding: .utf8)
        }
    }

    private static func halfThere(_ file: String) -> DamagedData {
        DamagedData("\(file) is half there", says: file + damaged) { data in
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: data + "/" + file))
            try handle.truncate(atOffset: handle.seekToEnd() / 2)
            try handle.close()
        }
    }

    private static func newer(_ file: String) -> DamagedData {
        DamagedData("\(file) is from a newer version", says: "\(file) was written by a newer version") {
            data in
            try SQLiteFile(data + "/" + file).run(
                "INSERT INTO grdb_migrations (identifier) VALUES ('from-the-future')")
        }
    }

    private static func missing(_ file: String) -> DamagedData {
        DamagedData("\(file) is missing", says: "\(file) is missing") { data in
            try FileManager.default.removeItem(atPath: data + "/" + file)
        }
    }

    private static let changedKey = DamagedData(
        "keys/store-signing has another last byte",
        says: "keys/store-signing; nothing was changed. Put back the key of this store."
    ) { data in
        let file = URL(fileURLWithPath: data + "/keys/store-signing")
        var key = [UInt8](try Data(contentsOf: file))
        key[key.count - 1] ^= 1
        try Data(key).write(to: file)
    }

    private static let badBalance = DamagedData(
        "device.sqlite is damaged where the balance is", says: "device.sqlite" + damaged
    ) { data in
        let file = data + "/device.sqlite"
        let page: Int? = try SQLiteFile(file).value(
            "SELECT rootpage FROM sqlite_master WHERE name = 'replica_sums'")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.seek(toOffset: UInt64(#require(page) - 1) * 4096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try handle.close()
    }

    private static let aFile = DamagedData("the data directory is a file", says: "not a folder") { data in
        try FileManager.default.removeItem(atPath: data)
        try "A file.".write(toFile: data, atomically: false, encoding: .utf8)
    }

    /// A program on an intact directory that has a purchase in it, made once.
    private static let whole = Task {
        let program = try Program()
        try await program.succeed("buy", "consume5credits", "--yes")
        for file in ["device.sqlite", "store.sqlite"] { try await program.checkpoint(file) }
        return program
    }

    func program() async throws -> Program {
        let program = try await Self.whole.value.copy()
        try await damage(program.data)
        return program
    }
}

extension Program {
    /// The content of the data directory: what its databases hold, and the bytes of everything else. The
    /// files that SQLite keeps beside a database may change when it is opened, and so may its header.
    func content() throws -> [String: String] {
        let copy = data + "-content-" + UUID().uuidString
        try FileManager.default.copyItem(atPath: data, toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        guard let names = FileManager.default.subpaths(atPath: copy), !names.isEmpty else {
            return ["": Self.bytes(of: copy)]
        }
        return names.filter { name in !["-wal", "-shm", ".lock"].contains(where: name.hasSuffix) }
            .reduce(into: [:]) { $0[$1] = Self.rows(of: copy + "/" + $1) ?? Self.bytes(of: copy + "/" + $1) }
    }

    private static func bytes(of file: String) -> String {
        FileManager.default.contents(atPath: file)?.base64EncodedString() ?? ""
    }

    /// The rows, as far as they can be read; nil if nothing can.
    private static func rows(of file: String) -> String? {
        let rows = file.hasSuffix(".sqlite") ? try? SQLiteFile(file).content() : nil
        return rows == "" ? nil : rows
    }
}
