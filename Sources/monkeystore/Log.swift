internal import Glibc
internal import Logging
internal import StoreModel

/// The program's log: a file, because the screen belongs to the storefront.
enum Log {
    /// Opens `folder/monkeystore.log` for appending and sends all logging there.
    ///
    /// - Returns: the file's descriptor, for whatever else must not reach the screen; nil if it cannot be opened, and then
    ///   nothing is logged.
    static func open(in folder: String) -> Int32? {
        makeFolders(folder)
        let descriptor = Glibc.open(
            folder + "/monkeystore.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
            return nil
        }
        LoggingSystem.bootstrap { FileLogHandler(label: $0, descriptor: descriptor) }
        return descriptor
    }

    private static func makeFolders(_ path: String) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            folder += folder.isEmpty && part.isEmpty ? "/" : part + "/"
            mkdir(folder, 0o700)
        }
    }
}

/// Writes one line for each message, whatever is in it, in one call, so that two programs can share the file.
private struct FileLogHandler: LogHandler {
    let label: String
    let descriptor: Int32
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = Array(
            "\(TimeSource.system.now().rfc3339) \(event.level) \(label): \(PrintableText.line("\(event.message)"))\n"
                .utf8)
        _ = write(descriptor, line, line.count)
    }
}
