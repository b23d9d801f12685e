internal import Foundation

/// A folder of its own for one test, gone when the test lets go of it.
public final class TemporaryDirectory: Sendable {
    /// The folder's path.
    public let path: String

    /// Makes the folder.
    public init() throws {
        path = NSTemporaryDirectory() + "monkeystore-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
