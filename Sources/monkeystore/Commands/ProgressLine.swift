internal import Glibc

/// A line on standard error that shows the progress of long work; nothing where standard error is not a terminal.
final class ProgressLine {
    private let what: String
    private var shown = -1
    private var isShown: Bool { shown >= 0 }

    init(_ what: String) { self.what = what }

    /// Shows how much is done, 0…1.
    func show(_ part: Double) {
        let percent = Int(part * 100)
        guard percent != shown, isatty(STDERR_FILENO) == 1 else { return }
        shown = percent
        write("\r\(what): \(percent) % ", to: STDERR_FILENO)
    }

    func end() {
        if isShown { write("\r" + String(repeating: " ", count: what.utf8.count + 8) + "\r", to: STDERR_FILENO) }
        shown = -1
    }
}
