import Foundation
import Glibc
import TestSupport
import Testing

private let kept = try! TemporaryDirectory()

@Suite("A folder for tests", .timeLimit(.minutes(5)))
struct TemporaryDirectoryTests {
    @Test func `is removed when it is released`() throws {
        let path = try TemporaryDirectory().path
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `is removed when the process exits, if nobody releases it`() async throws {
        let run = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
            guard FileManager.default.fileExists(atPath: kept.path) else { exit(EXIT_FAILURE) }
            print(kept.path)
            exit(EXIT_SUCCESS)
        }
        let output = String(decoding: run.standardOutputContent, as: UTF8.self)
        let path = try #require(output.split(separator: "\n").last { $0.contains("/monkeystore-test-") })
        #expect(!FileManager.default.fileExists(atPath: String(path)))
    }
}
