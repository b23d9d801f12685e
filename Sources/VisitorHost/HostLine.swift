package import FileSystem
internal import Glibc

/// Messages of the host to all visitors: `monkeystore-server say` sends them, and each storefront shows them.
extension VisitorsFolder {
    package static let longestLine = 300

    /// Sends a line to all visitors who are in the store now.
    package func announce(_ text: String) throws(VisitorHostError) {
        try make(announcements)
        let draft = "\(line).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .trouble(draft) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, rename(draft, line) == 0 else {
            throw .trouble(line)
        }
    }

    /// Calls `hear` with each new line on a thread of its own, until the watcher is released.
    package func listen(_ hear: @escaping @Sendable (String) -> Void) throws(StorageError) -> FileWatcher {
        try FileWatcher(path: line) { [self] in
            if let text = lastLine { hear(text) }
        }
    }

    package func prepareAnnouncements() throws(VisitorHostError) { try make(announcements) }

    private var lastLine: String? {
        firstBytes(of: line, Self.longestLine).flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }
}
