internal import Glibc

/// Asks for a password on the terminal without showing it.
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
