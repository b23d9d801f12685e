import Foundation
import Storage
import TestSupport
import Testing

/// What must outlive a power cut. A kill loses nothing that the system has yet to write, so these tests look
/// at the calls to the disk.
@Suite("A file that is kept", .timeLimit(.minutes(5)))
struct PowerCutTests {
    @Test
    func `is on the disk before it has its name, and its name before the first run goes on: keys and a book`()
        async throws
    {
        let program = try Program()
        let root = program.folder.path
        let calls = try await program.calls(of: "buy", "nightferry", "--yes", files: root)
        let files = try Self.expectNewFilesFlushed(calls, in: root)
        for name in ["keys/replica.key", "content/com.xamarin.storekit.testing.book.nightferry"] {
            #expect(files.contains(program.data + "/" + name), "\(name)")
        }
    }

    @Test func `is so at the first start of a server, too: keys and the administrator's token`() async throws
    {
        let folder = try TemporaryDirectory()
        let (data, log) = (folder.path + "/server", folder.path + "/calls")
        let counting = try KillSwitch(.countOnly, files: folder.path, log: log)
        let server = try await LiveProgram(
            BuiltProgram.serverPath, ["serve", "--port", "0", "--content-port", "0", "--data-dir", data],
            environment: counting.environment.merging(["HOME": folder.path]) { $1 })
        #expect(await server.wait(for: "shared-secret\n"))
        await server.kill()
        let files = try Self.expectNewFilesFlushed(KillSwitch.calls(in: log), in: folder.path)
        for name in ["keys/shared-secret", "admin-token"] {
            #expect(files.contains(data + "/" + name), "\(name)")
        }
    }

    @Test func `is so if it is a backup, and so are all files that are restored from it`() async throws {
        let program = try Program()
        let (root, input) = (program.folder.path, Program.passphrase + "\n")
        try await program.succeed("buy", "nightferry", "--yes")
        let backup = root + "/backup"
        let made = try await program.calls(of: "backup", backup, files: root, input: input)
        #expect(Self.expectFlushed(made) == [backup])
        let restored = try Program(data: root + "/new/data")
        let calls = try await restored.calls(of: "restore-backup", backup, files: root, input: input)
        #expect(Self.expectFlushed(calls).last == restored.data)
        // SQLite writes with pwrite.
        for call in Set(calls) where call.hasPrefix("write ") {
            let file = Self.file(of: call)
            let last = try #require(calls.lastIndex(of: call))
            let flushed = calls[last...].filter { $0.hasPrefix("fsync ") }.map(Self.file)
            #expect(flushed.contains(file) && flushed.contains(Folder.holding(file)), "\(file)")
        }
    }

    /// Expects that each file was flushed before it got its name, and its folder afterwards, before the file
    /// was named or flushed again. Other threads may name and flush other files meanwhile. Returns these
    /// files. SQLite's are not among them: it flushes with fdatasync.
    private static func expectFlushed(_ calls: [Substring]) -> [String] {
        let calls = calls.filter { call in ["fsync ", "link ", "rename "].contains { call.hasPrefix($0) } }
        var files: [String] = []
        for (index, call) in calls.enumerated() where !call.hasPrefix("fsync ") {
            let file = Self.file(of: call)
            files.append(file)
            // Before it gets its name, it has the same one with something after it.
            let draft = calls[..<index].last { Self.file(of: $0).hasPrefix(file + ".") }
            #expect(draft?.hasPrefix("fsync ") == true, "before \(call)")
            let later = calls.dropFirst(index + 1).prefix { Self.file(of: $0) != file }
            let flushed = Set(later.filter { $0.hasPrefix("fsync ") }.map(Self.file))
            #expect(flushed.isSuperset(of: foldersToFlush(for: file)), "after \(call)")
        }
        return files
    }

    /// The same for a program that found nothing in `root`: what holds each new folder was flushed, too.
    private static func expectNewFilesFlushed(_ calls: [Substring], in root: String) throws -> [String] {
        let files = expectFlushed(calls)
        let folders = try FileManager.default.subpathsOfDirectory(atPath: root).map { root + "/" + $0 }
            .filter { FileStatus(at: $0)?.isFolder == true }
        let flushed = calls.filter { $0.hasPrefix("fsync ") }.map(Self.file).filter { path in
            !files.contains { path.hasPrefix($0 + ".") }
        }
        let expected = files.flatMap(foldersToFlush) + folders.map(Folder.holding)
        #expect(flushed.sorted() == expected.sorted())
        return files
    }

    /// The folders that are flushed when a file has got its name. The folder of keys may have been made by a
    /// run that ended before it was flushed itself.
    private static func foldersToFlush(for file: String) -> [String] {
        let folder = Folder.holding(file)
        return folder.hasSuffix("/keys") ? [folder, Folder.holding(folder)] : [folder]
    }

    private static func file(of call: Substring) -> String { String(call.drop { $0 != " " }.dropFirst()) }
}
