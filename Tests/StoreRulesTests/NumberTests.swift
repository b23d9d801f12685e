import Foundation
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("The store's numbers", .timeLimit(.minutes(5)))
struct NumberTests {
    @Test func `do not come again after an older copy of the database was put back`() async throws {
        let folder = try TemporaryDirectory()
        let time = ManualTime()
        var numbers: [TransactionIdentifier] = []
        var copy: Data?
        for (run, keys) in [["a", "b"], ["c", "d"], ["e", "f"]].enumerated() {
            let path = folder.path + "/store.sqlite"
            // The second run's purchases are forgotten.
            if run == 1 { copy = try Self.copy(of: path, in: folder) }
            if run == 2 { try Self.putBack(#require(copy), at: path) }
            do {
                let session = try AppStore(testedIn: folder.path, time: time.source).embeddedSession()
                for key in keys {
                    let outcome = try await session.buy(IdempotencyKey(rawValue: key))
                    numbers.append(try #require(outcome.transactionIdentifier))
                }
            }
            try await Self.closed(path)
        }
        #expect(Set(numbers).count == 6)
        #expect(numbers.allSatisfy { $0.rawValue.utf8.count == 18 })
    }

    @Test func `of accounts do not come again, either: what they are for others is derived from them`()
        async throws
    {
        let folder = try TemporaryDirectory()
        let time = ManualTime()
        let path = folder.path + "/store.sqlite"
        func open() throws -> AppStore {
            try AppStore(testedIn: folder.path, time: time.source, passwordRounds: 2)
        }
        _ = try open()
        let copy = try Self.copy(of: path, in: folder)
        let forgotten = try await open().createAccount(name: "ada", password: "correct horse").0
        try await Self.closed(path)
        try Self.putBack(copy, at: path)
        let other = try await open().createAccount(name: "eve", password: "correct horse").0
        #expect(other.appTransactionIdentifier != forgotten.appTransactionIdentifier)
    }

    @Test func `grow while the clock is stopped, and when it is set back`() async throws {
        let fixture = try await StoreFixture()
        var numbers: [String] = []
        for (key, step) in [("a", 0), ("b", 0), ("c", -3600), ("d", 7200), ("e", 0)] {
            fixture.time.advance(by: .seconds(step))
            let outcome = try await fixture.buy(IdempotencyKey(rawValue: key))
            numbers.append(try #require(outcome.transactionIdentifier).rawValue)
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 5)
    }

    /// Returns when the store that had the database open has closed it; closing writes the rest of it.
    private static func closed(_ path: String) async throws {
        let descriptors = "/proc/self/fd"
        func isOpen() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: descriptors).contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)"))?
                    .hasPrefix(path)
                    == true
            }
        }
        while try isOpen() { try await pause() }
    }

    private static func putBack(_ copy: Data, at path: String) throws {
        for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        try copy.write(to: URL(filePath: path))
    }

    /// A whole copy of a database, like a backup of its disk.
    private static func copy(of path: String, in folder: TemporaryDirectory) throws -> Data {
        let copy = folder.path + "/copy"
        try SQLiteFile(path).copy(to: copy)
        return try Data(contentsOf: URL(filePath: copy))
    }
}
