internal import Dispatch
internal import Glibc
internal import Synchronization

/// Tells of what is written to a file, by this program or by others, until it is released. For commits to a
/// database, that is its log. One call may stand for several writes, and there may be a call although nothing
/// was written.
///
/// The kernel takes up to 20 ms to end a watch on a file, and a program that ends waits for that. So the watch
/// begins late, and most commands are over before. What was written meanwhile is told when it begins.
package final class FileWatch: Sendable {
    private static let delay = DispatchTimeInterval.milliseconds(200)
    /// How often there is a call, and another attempt, while the system has no watches left.
    private static let pause = DispatchTimeInterval.seconds(1)

    private let path: String
    private let onChange: @Sendable () -> Void
    /// The kernel's reports are read here, too: after a call and not during it, so nothing piles up.
    private let queue = DispatchQueue(label: "file-watch", qos: .utility)
    private let reader = Mutex<InotifyReader?>(nil)

    /// - Parameters:
    ///   - path: the file. Neither it nor its folder need exist.
    ///   - onChange: is called after the file was written, made or replaced, on a queue of its own, one call
    ///     at a time. However often the file is written during a call, one more call tells it.
    package init(path: String, onChange: @escaping @Sendable () -> Void) {
        self.path = path
        self.onChange = onChange
        begin(after: Self.delay)
    }

    private func begin(after delay: DispatchTimeInterval) {
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.begin() }
    }

    private func begin() {
        let reader = InotifyReader(path: path, queue: queue) { [weak self] in self?.onChange() }
        self.reader.withLock { $0 = reader }
        onChange()
        if reader == nil { begin(after: Self.pause) }
    }
}

/// Reads what inotify says of one file, until it is released.
private final class InotifyReader: Sendable {
    // A dispatch source may be used from every thread; it just is not marked so on Linux.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// Calls `onChange` on `queue`. Nil if the folder of the file is not there, or the system has no watches
    /// left.
    init?(path: String, queue: DispatchQueue, onChange: @escaping @Sendable () -> Void) {
        let name = Folder.names(in: path).last ?? path
        let changes = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, Folder.holding(path), changes) >= 0 else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { if Self.isNamed(name, inEventsOf: descriptor) { onChange() } }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Reads all waiting events. Returns whether one of them is about `name`, or may be
    /// because events were lost.
    private static func isNamed(_ name: String, inEventsOf descriptor: Int32) -> Bool {
        var isNamed = false
        let headerSize = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment) {
            buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset < count {
                    let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
                    // The name is padded with zeros.
                    let padded = buffer[(offset + headerSize)..<(offset + headerSize + Int(event.len))]
                    let eventName = String(decoding: padded.prefix { $0 != 0 }, as: UTF8.self)
                    if eventName == name || event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isNamed = true }
                    offset += headerSize + Int(event.len)
                }
            }
        }
        return isNamed
    }
}
