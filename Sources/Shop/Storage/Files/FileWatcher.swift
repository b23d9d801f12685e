internal import Dispatch
internal import Glibc
package import StoreModel

/// Watches a file with inotify and calls back when any program writes it. `CommitWatch` uses it.
package final class FileWatcher: Sendable {
    // A dispatch source may be used from every thread; it just is not marked so on Linux.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// Calls `onChange` after the file at `path` was written, made or replaced, one call at a time, on a
    /// queue of its own. One call may stand for several writes. The folder must exist; the file need not. The
    /// calls end when the watcher is released.
    package init(path: String, onChange: @escaping @Sendable () -> Void) throws(StorageError) {
        let folder = Folder.holding(path)
        let name = Folder.names(in: path).last ?? path
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw StorageError(errno: errno, path: folder) }
        guard inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)) >= 0 else {
            let reason = errno
            close(descriptor)
            throw StorageError(errno: reason, path: folder)
        }
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "file-watcher", qos: .utility))
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
