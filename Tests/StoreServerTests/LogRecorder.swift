import Logging
import Synchronization

/// Keeps what the server logs.
final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    /// The lines so far.
    var lines: [String] { recorded.withLock { $0 } }

    /// A logger that writes here.
    var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { recorder.recorded.withLock { $0.append("\(event.message)") } }
    }
}
