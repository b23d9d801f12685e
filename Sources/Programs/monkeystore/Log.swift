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

/// A file that several programs add lines to. What is in a full file moves to a file with the same name and
/// `.1` at the end, in place of what was there. So all who have the log open go on in the same file. A visit
/// that is confined can neither open another file nor move the lines. Until a program comes that can move
/// them, such as the next visit before its confinement, a file may grow to twice its size. Then it gets no
/// more lines, so what others make a program log takes up no more than two such files.
final class LogFile: Sendable {
    /// How long a program waits for another that moves lines. One that is stopped must hold up nobody.
    private static let patience = Duration.milliseconds(200)

    /// The descriptor of the open file.
    let descriptor: Int32
    private let path: String
    private let size: Int
    /// The lock on the file keeps out other programs, but not threads.
    private let access = Mutex(())

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
        access.withLock { _ in
            let isLocked = FileLock.wait(for: descriptor, patience: Self.patience)
            defer { if isLocked { FileLock.release(descriptor) } }
            if isLocked, length >= size { makeRoom() }
            guard length < 2 * size else { return }
            let bytes = Array(line.utf8)
            _ = write(descriptor, bytes, bytes.count)
        }
    }

    private var length: Int { FileStatus(descriptor: descriptor).map { Int($0.size) } ?? 0 }

    /// Moves the lines of the file. If the other file cannot be written for long, they are removed.
    private func makeRoom() {
        guard FileLock.isCurrent(descriptor, at: path) else { return reopen() }
        // The open file cannot be read, so that a visit sees nothing of others. If a program cannot open it
        // again, as a visit cannot, the lines stay for one that can.
        let source = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { return }
        defer { close(source) }
        if copy(source, to: path + ".1") || length >= 2 * size { ftruncate(descriptor, 0) }
    }

    /// Copies an open file in place of another one. Returns whether all of it is there.
    private func copy(_ source: Int32, to other: String) -> Bool {
        unlink(other)
        let copy = Glibc.open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { return false }
        defer { close(copy) }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { return count == 0 }
            guard write(copy, buffer, count) == count else { return false }
        }
    }

    /// Opens the file that is at the path, if somebody has renamed or removed the open one.
    private func reopen() {
        guard let other = Self.open(path) else { return }
        dup2(other, descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        close(other)
    }

    private static func open(_ path: String) -> Int32? {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        return descriptor < 0 ? nil : descriptor
    }
}
