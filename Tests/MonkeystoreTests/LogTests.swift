import Foundation
import Storage
import TestSupport
import Testing

@testable import monkeystore

/// A log takes up a limited part of the disk, whatever is logged.
@Suite("Log", .timeLimit(.minutes(10)))
struct LogTests {
    @Test func `what is in a full log moves to another file, in place of what was there`() async throws {
        let program = try Program()
        let log = program.folder.path + "/.local/state/monkeystore/monkeystore.log"
        let catalogue = program.folder.path + "/Some.storekit"
        try hostileCatalogue.write(to: URL(filePath: catalogue))
        _ = try await program.run("products", "--catalogue", catalogue)
        let said = try size(of: log)
        try Data("the one before".utf8).write(to: URL(filePath: log + ".1"))
        let full = 8 << 20
        try FileHandle(forUpdating: URL(filePath: log)).truncate(atOffset: UInt64(full))
        _ = try await program.run("products", "--catalogue", catalogue)
        #expect(try size(of: log) == said)
        #expect(try size(of: log + ".1") == full)
    }

    @Test
    func
        `two programs that share a log lose no line of the newest, and neither file gets larger than it may`()
        throws
    {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/log"
        let files = try (0..<2).map { _ in try #require(LogFile(path: path, size: 1000)) }
        func line(_ number: Int, _ program: Int) -> String { "line \(number) of program \(program)\n" }
        let newest = line(999, 1).utf8.count
        for number in 0..<1000 {
            for (program, file) in files.enumerated() { file.add(line(number, program)) }
            #expect(try size(of: path) < 1000 + newest)
        }
        #expect(try (1000..<1000 + 2 * newest).contains(size(of: path + ".1")))
        let kept =
            try String(contentsOfFile: path + ".1", encoding: .utf8)
            + String(contentsOfFile: path, encoding: .utf8)
        let all = (0..<1000).map { line($0, 0) + line($0, 1) }.joined()
        #expect(all.hasSuffix(kept))
    }

    @Test func `a program that has the log open goes on in the same file when another makes room`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/log"
        let quiet = try #require(LogFile(path: path, size: 1000))
        let busy = try #require(LogFile(path: path, size: 1000))
        for number in 0..<1000 { busy.add("line \(number)\n") }
        #expect(FileLock.isCurrent(quiet.descriptor, at: path))
        #expect(FileLock.isCurrent(busy.descriptor, at: path))
    }

    @Test func `a program that finds another log at the path goes on in that one when its own is full`()
        throws
    {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/log"
        let file = try #require(LogFile(path: path, size: 1000))
        try FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
        for number in 0..<1000 { file.add("line \(number)\n") }
        #expect(FileLock.isCurrent(file.descriptor, at: path))
        #expect(try (1000..<1009).contains(size(of: path + ".kept")))
    }

    @Test func `if the lines of a full log cannot be moved, it gets twice as large before it is emptied`()
        throws
    {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/log"
        try FileManager.default.createDirectory(atPath: path + ".1/full", withIntermediateDirectories: true)
        let file = try #require(LogFile(path: path, size: 1000))
        var largest = 0
        for number in 0..<1000 {
            file.add("line \(number)\n")
            largest = try max(largest, size(of: path))
        }
        #expect((2000..<2009).contains(largest))
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("line 998\nline 999\n"))
    }

    private func size(of path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}
