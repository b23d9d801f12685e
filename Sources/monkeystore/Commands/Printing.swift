internal import ArgumentParser
internal import Glibc
internal import StoreModel

// All that commands write to the terminal goes through here: whatever is in it, a terminal only shows it.

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
    /// Parses the program's arguments and runs the command that they name.
    ///
    /// `main` of the library echoes what was typed as it stands.
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
