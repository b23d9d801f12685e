internal import ArgumentParser
internal import Glibc
internal import StoreModel

/// How a command gets the passphrase of a backup.
struct PassphraseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file whose first line is the passphrase; without one it is asked for, or read from standard input.",
            valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    func passphrase() throws -> String {
        let passphrase = try fromFile() ?? PasswordPrompt.read("Passphrase of the backup: ")
        guard let passphrase, !passphrase.isEmpty else { throw Self.refusal("There is no passphrase") }
        return passphrase
    }

    /// The passphrase of a new backup. Who types it types it twice.
    func newPassphrase() throws -> String {
        let passphrase = try fromFile() ?? PasswordPrompt.read("Passphrase for the backup: ")
        guard let passphrase, passphrase.count >= CredentialLengths.password.lowerBound else {
            throw Self.refusal(
                "The passphrase has fewer than \(CredentialLengths.password.lowerBound) characters")
        }
        if passphraseFile == nil, isatty(STDIN_FILENO) == 1, PasswordPrompt.read("The same again: ") != passphrase {
            throw Self.refusal("The second passphrase is not the first")
        }
        return passphrase
    }

    private func fromFile() throws -> String? {
        guard let passphraseFile else { return nil }
        guard let file = fopen(passphraseFile, "re") else {
            throw fail(
                .noInput, "Cannot read \(passphraseFile) (\(String(cString: strerror(errno)))); nothing was changed.")
        }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        guard getline(&line, &capacity, file) > 0, let line else { return "" }
        return String(cString: line).split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init)
    }

    private static func refusal(_ what: String) -> ExitCode {
        fail(.badUsage, "\(what); nothing was changed. Type one, or name a file that holds one with --passphrase-file.")
    }
}
