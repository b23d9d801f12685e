internal import Foundation
internal import Glibc
internal import Synchronization

/// A folder of its own for one test; it is removed when the test releases this, or when the process exits.
/// It is in memory if there is room and programs may run there: a program that is killed leaves the same
/// there as on a disk, and waits for no disk.
package final class TemporaryDirectory: Sendable {
    package let path: String

    /// `isOnDisk` is for benchmarks that measure waits for the disk.
    package init(isOnDisk: Bool = false) throws {
        path = (isOnDisk ? NSTemporaryDirectory() : Self.parent) + "monkeystore-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        _ = Self.areRemovedAtExit
        Self.remaining.withLock { _ = $0.insert(path) }
    }

    /// The paths of those that are there. Nobody releases what a static property holds.
    private static let remaining = Mutex<Set<String>>([])
    private static let areRemovedAtExit =
        atexit {
            for path in TemporaryDirectory.remaining.withLock({ $0 }) {
                try? FileManager.default.removeItem(atPath: path)
            }
        } == 0

    private static let parent: String = {
        let memory = "/dev/shm/"
        let runsNothing: UInt = 8  // ST_NOEXEC, which the module does not have
        var space = statvfs()
        guard access(memory, W_OK) == 0, statvfs(memory, &space) == 0,
            space.f_bavail * space.f_frsize > 1 << 30, space.f_flag & runsNothing == 0
        else {
            return NSTemporaryDirectory()
        }
        return memory
    }()

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        Self.remaining.withLock { _ = $0.remove(path) }
    }
}
