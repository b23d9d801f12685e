internal import Glibc
internal import StoreModel

/// Passwords from whoever runs a command.
enum PasswordInput {
    /// Asks at the terminal, without showing what is typed; takes the first line of any other input.
    static func read(for name: String) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() ?? "" }
        return getpass(PrintableText.line("Password for \(name): ")).map { String(cString: $0) } ?? ""
    }
}
