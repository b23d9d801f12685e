internal import ArgumentParser
internal import CursesTerminal
internal import Glibc
internal import ProgramSupport
internal import StoreModel

// Writes to the terminal for commands, visits and the plain storefront: lines, complaints, progress,
// password prompts, and messages of the argument parser. Control characters are escaped, so no text can
// control the terminal.

/// Prints a line on standard output.
func printLine(_ line: String) { write(PrintableText.line(line) + "\n", to: STDOUT_FILENO) }

/// Prints one sentence on standard error.
func complain(_ sentence: String) {
    guard !Complaint.areJSON else { return Complaint(message: sentence).write() }
    write("monkeystore: \(PrintableText.line(sentence))\n", to: STDERR_FILENO)
}

/// Prints one sentence on standard error, and returns the exit code that ends the command. `error` is the
/// store's error, if it comes from there.
func fail(_ outcome: ExitStatus, _ sentence: String, error: StoreError? = nil) -> ExitCode {
    if Complaint.areJSON {
        // That nothing answers does not come from the store. A purchase may fail with such an error there.
        let isFromStore = outcome == .purchaseFailed || error?.isNetworkFailure == false
        let error = isFromStore ? error : nil
        let domain = error?.domain.rawValue ?? "monkeystore"
        let code = error?.code ?? Int(outcome.rawValue)
        Complaint(error: Complaint.Failure(domain: domain, code: code, message: sentence)).write()
    } else {
        complain(sentence)
    }
    return outcome.exitCode
}

/// A line that a command with `--json` prints on standard error.
private struct Complaint: Encodable {
    struct Failure: Encodable {
        /// The store's domain and code, or `monkeystore` and the exit code.
        var domain: String
        var code: Int
        /// The sentence for a person.
        var message: String
    }

    /// Why the command fails.
    var error: Failure?
    /// Anything else that there is to say.
    var message: String?

    /// Whether the person wants JSON. Read from the arguments directly, because a complaint about wrong
    /// arguments must be in JSON, too.
    static let areJSON = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")

    func write() { try? Output.json(self, to: STDERR_FILENO) }
}

/// Asks something on standard error. The answer is typed after it.
func ask(_ question: String) { write(PrintableText.line(question), to: STDERR_FILENO) }

/// Writes text that is already printable.
func write(_ text: String, to descriptor: Int32) { writeAll(Array(text.utf8), to: descriptor) }

extension Monkeystore {
    /// Runs the command that the arguments name. The library's `main` would print what was typed unescaped.
    static func runPrintably() -> Never {
        var code = ExitStatus.done.exitCode
        var changes = false
        do {
            let arguments = typedArguments(defaultCommand: "screen")
            // The library would print the help of the whole program.
            if arguments.first == "help", let sentence = unknownCommand { throw ValidationError(sentence) }
            var command = try command(for: arguments)
            changes = (command as? any ChangingCommand)?.changes ?? false
            try command.run()
        } catch {
            code = exitCode(for: error)
            tell(error)
        }
        let meaning =
            changes
            ? "the answer is not complete, but what the command changes is changed"
            : "the answer is not complete; the command changes nothing"
        if code.isSuccess, let loss = outputLoss(meaning) { code = fail(.dataUnusable, loss) }
        Glibc.exit(code.rawValue)
    }

    /// Prints the parser's message: help, or why the arguments are wrong. The sentences of other errors have
    /// already been printed.
    private static func tell(_ error: any Error) {
        let code = exitCode(for: error)
        let message = PrintableText.lines(fullMessage(for: error, columns: nil))
        guard !message.isEmpty else { return }
        guard !code.isSuccess else { return write(message + "\n", to: STDOUT_FILENO) }
        let misplaced = unknownCommand ?? lateCommand
        _ = fail(.badUsage, misplaced ?? Self.message(for: error))
        guard misplaced == nil, !Complaint.areJSON else { return }
        let usage = message.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }
        if !usage.isEmpty { write(usage.joined(separator: "\n") + "\n", to: STDERR_FILENO) }
    }

    /// What to say if the first argument is not a command, or if help is asked for about something else.
    private static var unknownCommand: String? {
        let typed = CommandLine.arguments.dropFirst()
        let words = typed.first == "help" ? typed.dropFirst() : typed
        guard let word = words.first, !word.hasPrefix("-") else { return nil }
        let names = commands.map { $0._commandName }
        guard !names.contains(word), word != "help" else { return nil }
        return
            "There is no command '\(word)'. \(suggestion(for: word, among: names))monkeystore --help lists them."
    }

    /// What to say if a command stands behind its options.
    private static var lateCommand: String? {
        ProgramSupport.lateCommand(of: "monkeystore", among: commands.map { $0._commandName }) {
            (try? parseAsRoot($0)) != nil
        }
    }
}

/// A command that changes something, unless `changes` says otherwise. If its answer is lost, the program
/// says so.
protocol ChangingCommand {
    var changes: Bool { get }
}

extension ChangingCommand {
    var changes: Bool { true }
}

/// A line on standard error that shows the progress of long work. If standard error is not a terminal, it
/// shows nothing.
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
        if shown >= 0 {
            write("\r" + String(repeating: " ", count: what.utf8.count + 8) + "\r", to: STDERR_FILENO)
        }
        shown = -1
    }
}

enum PasswordPrompt {
    /// Reads one line of standard input; nil at its end. On a terminal, it shows the prompt, and hides what
    /// is typed.
    static func read(_ prompt: String) -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() }
        CursesTerminal.hideInput(true)
        defer { CursesTerminal.hideInput(false) }
        // Drops what was typed before the question was shown, because it is not a password.
        tcflush(STDIN_FILENO, TCIFLUSH)
        ask(prompt)
        let line = readLine()
        // The terminal itself shows the end of a line.
        if line == nil { write("\n", to: STDERR_FILENO) }
        return line
    }
}
