internal import ArgumentParser
internal import Glibc
internal import StoreModel

// All that commands, visits and the plain storefront write to the terminal goes through here: lines, complaints,
// progress, prompts for passwords, and what the parser of arguments says. Whatever is in it, a terminal only shows it.

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
func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
    }
}

extension ParsableCommand {
    /// Runs the command that the arguments name. `main` of the library echoes what was typed as it stands.
    static func runPrintably() -> Never {
        do {
            var command = try parseAsRoot()
            try command.run()
            Glibc.exit(0)
        } catch {
            let code = exitCode(for: error)
            let message = PrintableText.lines(fullMessage(for: error, columns: nil))
            if !message.isEmpty { write(message + "\n", to: code.isSuccess ? STDOUT_FILENO : STDERR_FILENO) }
            Glibc.exit(code.rawValue)
        }
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
        // Signals wait until the terminal shows again what is typed.
        var held = sigset_t(), before = sigset_t()
        sigemptyset(&held)
        for signal in [SIGINT, SIGTERM, SIGTSTP, SIGQUIT, SIGHUP] { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        ask(prompt)
        defer { write("\n", to: STDERR_FILENO) }
        return readLine()
    }
}
