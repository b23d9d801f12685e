internal import ArgumentParser
internal import CommandLineSupport
internal import CursesTerminal
internal import Glibc
internal import StoreModel

// Writes to the terminal for commands, visits and the plain storefront: lines, complaints, progress, prompts for passwords,
// and what the parser of arguments says. Control characters are escaped, so no text can do anything to a terminal.

/// Prints a line on standard output.
func printLine(_ line: String) { write(PrintableText.line(line) + "\n", to: STDOUT_FILENO) }

/// Says one sentence on standard error.
func complain(_ sentence: String) { write("monkeystore: \(PrintableText.line(sentence))\n", to: STDERR_FILENO) }

/// Says one sentence on standard error and ends the command with an exit code.
func fail(_ outcome: ExitStatus, _ sentence: String) -> ExitCode {
    complain(sentence)
    return outcome.exitCode
}

/// Asks something on standard error; the answer is typed behind it.
func ask(_ question: String) { write(PrintableText.line(question), to: STDERR_FILENO) }

/// Writes text that is printable already.
func write(_ text: String, to descriptor: Int32) { writeAll(Array(text.utf8), to: descriptor) }

extension ParsableCommand {
    /// Runs the command that the arguments name. `main` of the library echoes what was typed as it stands.
    static func runPrintably() -> Never {
        var code = ExitStatus.done.exitCode
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            code = exitCode(for: error)
            let message = PrintableText.lines(fullMessage(for: error, columns: nil))
            if !message.isEmpty { write(message + "\n", to: code.isSuccess ? STDOUT_FILENO : STDERR_FILENO) }
        }
        if code.isSuccess, let loss = outputLoss() { code = fail(.dataUnusable, loss) }
        Glibc.exit(code.rawValue)
    }
}

/// A line on standard error that shows the progress of long work; nothing where standard error is not a terminal.
final class ProgressLine {
    private let what: String
    private var shown = -1

    init(_ what: String) { self.what = what }

    /// Shows how much is done, 0…1.
    func show(_ part: Double) {
        let percent = Int(part * 100)
        guard percent != shown, isatty(STDERR_FILENO) == 1 else { return }
        shown = percent
        write("\r\(what): \(percent) % ", to: STDERR_FILENO)
    }

    func end() {
        if shown >= 0 { write("\r" + String(repeating: " ", count: what.utf8.count + 8) + "\r", to: STDERR_FILENO) }
        shown = -1
    }
}

enum PasswordPrompt {
    /// One line of standard input; nil at its end. On a terminal the prompt is shown and what is typed is not.
    static func read(_ prompt: String) -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() }
        CursesTerminal.hideInput(true, on: STDIN_FILENO)
        defer { CursesTerminal.hideInput(false, on: STDIN_FILENO) }
        // What was typed before the question was shown, and is no password.
        tcflush(STDIN_FILENO, TCIFLUSH)
        ask(prompt)
        let line = readLine()
        // The terminal shows the end of a line itself.
        if line == nil { write("\n", to: STDERR_FILENO) }
        return line
    }
}
