import Foundation
import TestSupport
import Testing

@testable import monkeystore

/// A log takes up a limited part of the disk, whatever is logged.
@Suite("Log", .timeLimit(.minutes(10)))
struct LogTests {
    @Test func `a log that is full stands aside for a new one, in place of the one before`() async throws {
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

    @Test func `if a full log cannot be renamed, it is emptied`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/log"
        try FileManager.default.createDirectory(atPath: path + ".1/full", withIntermediateDirectories: true)
        let file = try #require(LogFile(path: path, size: 1000))
        for number in 0..<1000 {
            file.add("line \(number)\n")
            #expect(try size(of: path) < 1009)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("line 998\nline 999\n"))
    }

    private func size(of path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}
