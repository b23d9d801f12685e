import Foundation
import GRDB
import Storage
import TestSupport
import Testing

/// How programs learn of commits without asking.
@Suite(.timeLimit(.minutes(5))) struct DatabaseWatchTests {
    private func open(_ folder: TemporaryDirectory, _ name: String = "some.sqlite") throws -> DatabaseFile {
        try DatabaseFile(
            path: folder.path + "/" + name,
            migrations: [.init("1") { try $0.execute(sql: "CREATE TABLE entry (number INTEGER)") }])
    }

    @Test func `A commit by another connection is told, and can be read when it is told`() async throws {
        let folder = try TemporaryDirectory()
        let (reader, writer) = try (open(folder), open(folder))
        let (counts, continuation) = AsyncStream.makeStream(of: Int?.self)
        let watch = reader.watch {
            continuation.yield(try? reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") })
        }
        var iterator = counts.makeAsyncIterator()
        for number in 1...50 {
            try writer.write { try $0.execute(sql: "INSERT INTO entry VALUES (?)", arguments: [number]) }
            // Nothing else is written meanwhile. If the commit were not visible when it is announced, this
            // would never end.
            while let count = await iterator.next(), count != number {}
        }
        withExtendedLifetime(watch) {}
    }

    @Test func `A commit is told although the database is a link to a file in another folder`() async throws {
        let folder = try TemporaryDirectory()
        for name in ["links", "files"] { try Folder.make(folder.path + "/" + name) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/links/some.sqlite", withDestinationPath: "../files/some.sqlite")
        let writer = try open(folder, "files/some.sqlite")
        let reader = try open(folder, "links/some.sqlite")
        let (calls, continuation) = AsyncStream.makeStream(of: Bool.self)
        let watch = reader.watch { continuation.yield(true) }
        var iterator = calls.makeAsyncIterator()
        // The watch has begun.
        #expect(await iterator.next() == true)
        try writer.write { try $0.execute(sql: "INSERT INTO entry VALUES (1)") }
        // Without a watch on the log, this would never end.
        #expect(await iterator.next() == true)
        withExtendedLifetime(watch) {}
    }

    @Test func `A watch that cannot begin calls all the same, and tells what comes later`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/later/some.sqlite-wal"
        let (calls, continuation) = AsyncStream.makeStream(of: Bool.self)
        let watch = FileWatch(path: path) {
            continuation.yield(FileManager.default.fileExists(atPath: path))
        }
        var iterator = calls.makeAsyncIterator()
        for _ in 1...2 { #expect(await iterator.next() == false) }
        try FileManager.default.createDirectory(
            atPath: folder.path + "/later", withIntermediateDirectories: false)
        try "commit".write(toFile: path, atomically: true, encoding: .utf8)
        while await iterator.next() == false {}
        withExtendedLifetime(watch) {}
    }

    @Test func `A file that is made or replaced later is noticed, its neighbours are not`() async throws {
        let folder = try TemporaryDirectory()
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)
        let path = folder.path + "/awaited"
        let watch = FileWatch(path: path) {
            continuation.yield((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
        }
        var iterator = calls.makeAsyncIterator()
        // The watch has begun.
        #expect(await iterator.next() == "")
        try "no".write(toFile: folder.path + "/neighbour", atomically: false, encoding: .utf8)
        try "yes".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await iterator.next() == "yes")
        withExtendedLifetime(watch) {}
    }
}
