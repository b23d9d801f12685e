package import FileSystem
internal import Glibc

/// A line that the host says to everybody who is there.
extension VisitorsFolder {
    /// How long a line may be, in bytes.
    package static let longestLine = 300

    /// Says a line to all who are there. Whoever comes later does not hear it.
    ///
    /// - Throws: `VisitorHostError.unusable`.
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

    /// Calls `hear` with each line that the host says from now on, on a thread of its own, until the watcher is released.
    ///
    /// - Throws: `StorageError`.
    package func listen(_ hear: @escaping @Sendable (String) -> Void) throws(StorageError) -> FileWatcher {
        try FileWatcher(path: line) { [self] in
            if let text = lastLine { hear(text) }
        }
    }

    /// Makes the folder that a line will be in.
    ///
    /// - Throws: `VisitorHostError.unusable`.
    package func prepareAnnouncements() throws(VisitorHostError) { try make(announcements) }

    private var lastLine: String? {
        let descriptor = open(line, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.longestLine)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
