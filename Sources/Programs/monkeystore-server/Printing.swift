internal import Foundation
internal import Logging
internal import ProgramSupport
internal import StoreModel
internal import Synchronization

// All output of the program's commands, and its log. Control characters are escaped, except in the bytes
// of `writeAll`.

func complain(_ sentence: String) {
    writeAll(Array("monkeystore-server: \(PrintableText.line(sentence))\n".utf8), to: STDERR_FILENO)
}

/// Prints a line on standard output, unbuffered.
func printLine(_ line: String) { writeAll(Array((PrintableText.line(line) + "\n").utf8), to: STDOUT_FILENO) }

func printJSON(_ value: some Encodable) throws {
    writeAll(Array((try prettyJSON(value) + "\n").utf8), to: STDOUT_FILENO)
}

/// A number with its noun: "1 charge", "2 charges".
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)" + (number == 1 ? "" : "s") }

extension String {
    /// The text with blanks after it, for a column.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

/// The log on standard error: one line for each message, with control characters escaped.
struct PrintableLogHandler: LogHandler {
    let label: String
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let details =
            all.isEmpty ? "" : all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let line = PrintableText.line("\(LogDate.now) \(event.level) \(label):\(details) \(event.message)")
        LineWriter.standardError.add(line + "\n")
    }
}

/// The current time, as a line of the log begins with it. Many lines share a second, so its text is kept.
private enum LogDate {
    private static let last = Mutex<(second: Timestamp, text: String)?>(nil)

    static var now: String {
        let second = TimeSource.system.now().wholeSecond
        return last.withLock { last in
            if let last, last.second == second { return last.text }
            let text = second.rfc3339
            last = (second, text)
            return text
        }
    }
}

/// Lines on their way to a descriptor. One thread writes them, because their reader may be slow or stopped,
/// and nothing else may wait for that. The log goes through one writer, and what the presenter of a demo
/// reads through another.
final class LineWriter: Sendable {
    static let standardError = LineWriter(STDERR_FILENO)

    private struct State {
        var lines: [UInt8] = []
        /// How many lines were dropped because there was no room.
        var dropped = 0
        var isWriting = false
    }

    /// The most bytes that wait to be written.
    private static let most = 1 << 20
    /// How long the thread gathers lines before it writes again. Waking it for each line of a busy server
    /// would take longer than the line.
    private static let pause = Duration.milliseconds(10)

    private let descriptor: Int32
    private let thread = DispatchQueue(label: "line-writer")
    private let state = Mutex(State())

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func add(_ line: String) {
        let isFirst = state.withLock { state in
            if state.lines.count + line.utf8.count > Self.most {
                state.dropped += 1
            } else {
                // In the order of events: if lines were dropped, their number comes first.
                if state.dropped > 0 { state.lines += Self.gap(exchange(&state.dropped, with: 0)) }
                state.lines += line.utf8
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst { thread.async { self.writeWaiting() } }
    }

    /// Waits until everything is written, but no longer than a second.
    func finish() {
        let end = DispatchSemaphore(value: 0)
        thread.async { end.signal() }
        _ = end.wait(timeout: .now() + .seconds(1))
    }

    private func writeWaiting() {
        while true {
            let lines = state.withLock { state -> [UInt8] in
                if state.dropped > 0 { state.lines += Self.gap(exchange(&state.dropped, with: 0)) }
                state.isWriting = !state.lines.isEmpty
                return exchange(&state.lines, with: [])
            }
            guard !lines.isEmpty else { return }
            writeAll(lines, to: descriptor)
            Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
        }
    }

    private static func gap(_ count: Int) -> [UInt8] {
        Array("monkeystore-server: \(count) lines are missing here: they were not read fast enough.\n".utf8)
    }
}
