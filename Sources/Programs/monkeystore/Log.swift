internal import Glibc
internal import Logging
internal import Storage
internal import StoreModel
internal import Synchronization

/// The log of `monkeystore`. It is a file, because the storefront uses the screen. Commands, screens and
/// visits open it.
enum Log {
    static func path(in folder: String) -> String { folder + "/monkeystore.log" }

    /// Opens the log in `folder` for appending and sends all log messages there. Returns the file's
    /// descriptor, for anything else that must not reach the screen. Nil if it cannot be opened: nothing is
    /// logged then.
    static func open(in folder: String) -> Int32? {
        // Without a home there is no log. What opens the data reports that.
        let isMade = !folder.isEmpty && (try? Folder.make(folder)) != nil
        guard isMade, let file = LogFile(path: path(in: folder)) else {
            LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
            return nil
        }
        LoggingSystem.bootstrap { FileLogHandler(label: $0, file: file) }
        return file.descriptor
    }
}

/// Writes one line for each message, whatever it contains.
private struct FileLogHandler: LogHandler {
    let label: String
    let file: LogFile
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        file.add(
            "\(TimeSource.system.now().rfc3339) \(event.level) \(label): \(PrintableText.line("\(event.message)"))\n"
        )
    }
}

/// A file that several programs add lines to. A full file is renamed to the same name with `.1` at the end,
/// and replaces the one before. So what others make a program log takes up no more than two files.
final class LogFile: Sendable {
    /// The descriptor of the open file. It stays the same when another file takes the place of a full one.
    let descriptor: Int32
    private let path: String
    private let size: Int
    /// A lock on the file keeps out other programs, but not threads.
    private let replacement = Mutex(())

    /// Opens the file, and makes it if it is missing; nil if it cannot be opened. The file is full at
    /// `size` bytes.
    init?(path: String, size: Int = 8 << 20) {
        guard let descriptor = Self.open(path) else { return nil }
        self.descriptor = descriptor
        self.path = path
        self.size = size
    }

    deinit { close(descriptor) }

    /// Adds a line in one call, so that no other program's line gets into it.
    func add(_ line: String) {
        if isFull { replacement.withLock { _ in replace() } }
        guard !isFull else { return }
        let bytes = Array(line.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    private var isFull: Bool { FileStatus(descriptor: descriptor).map { $0.size >= size } ?? false }

    /// Starts another file. If the file cannot be renamed, as in a confined visit, it is emptied.
    private func replace() {
        guard FileLock.wait(for: descriptor) else { return }
        // Another thread or program may have been first.
        if isFull, FileLock.isCurrent(descriptor, at: path), rename(path, path + ".1") != 0 {
            ftruncate(descriptor, 0)
        }
        FileLock.release(descriptor)
        guard isFull, let other = Self.open(path) else { return }
        dup2(other, descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        close(other)
    }

    private static func open(_ path: String) -> Int32? {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        return descriptor < 0 ? nil : descriptor
    }
}
