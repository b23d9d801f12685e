internal import CNCurses
internal import Glibc
internal import Storage
package import Storefront

/// What `monkeystore` calls to use the terminal: it shows a `StorefrontScreen`, hides passwords, and cleans
/// up after a crash.
package enum CursesTerminal {
    /// Keeps the signals that end, stop, continue and resize for the screen's loop: no handler gets them.
    /// Call it first in `main`, because threads inherit it.
    package static func holdSignals() { cn_signals_hold() }

    /// Gives the terminal back if the program crashes, and ends the program without asking the user anything.
    /// Without this call, that starts with the first screen.
    package static func guardAgainstCrashes() { cn_guard_install() }

    /// Does a thread's work. If it crashes, even by running out of stack, the terminal is given back. The
    /// first thread does not need this.
    package static func guardThread(_ work: () -> Void) {
        withUnsafeTemporaryAllocation(byteCount: Int(CN_GUARD_STACK), alignment: 16) { stack in
            cn_guard_thread(stack.baseAddress, stack.count)
            defer { cn_guard_thread(nil, 0) }
            work()
        }
    }

    /// Throws what `show` would throw, without showing anything.
    package static func check() throws(TerminalError) { _ = try usableType() }

    private static func usableType() throws(TerminalError) -> String {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        return try TerminalType.usable(
            EnvironmentVariables.value(of: "TERM") ?? "",
            colours: EnvironmentVariables.value(of: "COLORTERM") ?? "")
    }

    /// Shows `screen` on standard input and output, and gives the terminal back as it was. Returns when the
    /// screen wants to close or the terminal has gone. Call it on the main thread.
    ///
    /// `firstFrame` is called once the first frame has been written: start there what takes time. It returns
    /// an open descriptor, which gets what is written to standard error while the screen is up, or nil to
    /// throw that away. If standard error is not a terminal, it is left alone. Throws `TerminalError` if no
    /// screen can be shown; then nothing has been written.
    ///
    /// - Parameters:
    ///   - allowsSuspend: whether Ctrl-Z stops the program. Without a shell, it does nothing.
    ///   - usesMouse: whether to read the mouse. If so, the terminal does not select text with it.
    ///   - crashSentence: what the terminal shows after a crash, in one line.
    package static func show(
        _ screen: StorefrontScreen, colour: ColourOption, allowsSuspend: Bool, usesMouse: Bool,
        crashSentence: String, firstFrame: () -> Int32?
    ) throws(TerminalError) -> TerminalExit {
        let type = try usableType()
        cn_guard_install()
        cn_guard_say(crashSentence + "\n")
        let window = try CursesWindow(
            type: type, input: STDIN_FILENO, output: STDOUT_FILENO,
            usesColour: usesColour(colour, noColour: EnvironmentVariables.value(of: "NO_COLOR")),
            usesMouse: usesMouse)
        var standardError: StandardErrorRedirection?
        defer {
            window.close()
            standardError?.end()
            cn_signals_release()
        }
        var session = TerminalSession(
            screen: screen, window: window, allowsSuspend: allowsSuspend, usesMouse: usesMouse)
        return session.run { standardError = StandardErrorRedirection(to: firstFrame()) }
    }

    /// Hides what is typed into standard input, for passwords in the plain storefront, or shows it again. A
    /// signal that ends or stops the program shows it first. Does nothing if standard input is not a terminal.
    /// Use it from one thread.
    package static func hideInput(_ isHidden: Bool) {
        if isHidden { _ = cn_input_hide(STDIN_FILENO) } else { cn_input_show() }
    }

    /// Whether a terminal takes a line of text now, or within a fraction of a second.
    package static func takesText(_ terminal: Int32) -> Bool {
        var room = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        return poll(&room, 1, 200) == 1
    }

    static func usesColour(_ option: ColourOption, noColour: String?) -> Bool {
        switch option {
        case .auto: noColour?.isEmpty ?? true
        case .always: true
        case .never: false
        }
    }
}

/// Keeps what libraries and the runtime write to standard error off the screen.
private struct StandardErrorRedirection {
    private let saved: Int32

    /// Sends standard error to `descriptor`, or to `/dev/null`, if it goes to a terminal.
    init(to descriptor: Int32?) {
        guard isatty(STDERR_FILENO) == 1 else {
            saved = -1
            return
        }
        saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let target = descriptor ?? open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(target, STDERR_FILENO)
        if descriptor == nil { close(target) }
    }

    func end() {
        guard saved >= 0 else { return }
        dup2(saved, STDERR_FILENO)
        close(saved)
    }
}
