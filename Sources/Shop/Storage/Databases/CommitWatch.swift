internal import Dispatch
internal import Synchronization

/// Tells of commits to a database file, and of what is written to another file, by this program or by others,
/// until it is released. One call may stand for several commits, and there may be a call although nothing was
/// committed.
///
/// The kernel takes up to 20 ms to end a watch on a file, and a program that ends waits for that. So the watch
/// begins late, and most commands are over before. What was committed meanwhile is told when it begins.
package final class CommitWatch: Sendable {
    private static let delay = DispatchTimeInterval.milliseconds(200)
    /// How often there is a call, and another attempt, while the system has no watches left.
    private static let pause = DispatchTimeInterval.seconds(1)

    private let path: String
    private let onCommit: @Sendable () -> Void
    private let queue = DispatchQueue(label: "commit-watch", qos: .utility)
    private let watcher = Mutex<FileWatcher?>(nil)

    /// - Parameters:
    ///   - path: the file that each commit writes. It need not exist.
    ///   - onCommit: is called on a queue of its own, one call at a time.
    package init(path: String, onCommit: @escaping @Sendable () -> Void) {
        self.path = path
        self.onCommit = onCommit
        begin(after: Self.delay)
    }

    private func begin(after delay: DispatchTimeInterval) {
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.begin() }
    }

    private func begin() {
        let watcher = try? FileWatcher(path: path) { [weak self] in self?.tell() }
        self.watcher.withLock { $0 = watcher }
        onCommit()
        if watcher == nil { begin(after: Self.pause) }
    }

    private func tell() { queue.async { [weak self] in self?.onCommit() } }
}
