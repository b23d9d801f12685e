internal import CNCurses
internal import Glibc
package import Storefront

/// What `monkeystore` calls to use the terminal: shows a `StorefrontScreen`, hides
/// passwords, and cleans up at a crash.
package enum CursesTerminal {
    /// Lets the screen's loop, and no handler, take the signals that end, stop, continue and resize. Call it
    /// first in `main`: threads inherit it.
    package static func holdSignals() { cn_signals_hold() }

    /// Ends the program at a crash without a question to whoever sits at the terminal. Otherwise
    /// it comes with the first screen.
    package static func guardAgainstCrashes() { cn_guard_install() }

    /// Does a thread's work so that a crash of it gives the terminal back also where its stack ran out. The
    /// first thread needs none of this.
    package static func guardThread(_ work: () -> Void) {
        withUnsafeTemporaryAllocation(byteCount: Int(CN_GUARD_STACK), alignment: 16) { stack in
            cn_guard_thread(stack.baseAddress, stack.count)
            defer { cn_guard_thread(nil, 0) }
            work()
        }
    }

    package static func prepareLocale() -> ScreenOptions.Glyphs { CharacterLocale.prepare() }

    /// Shows `screen` on standard input and output until it wants to go away or the terminal has gone, and
    /// gives the terminal back as it was. Returns on the calling thread, which must be the main thread.
    ///
    /// `firstFrame` is called once the first frame has been written: the place to start what takes time. It
    /// returns an open descriptor that takes what is written to standard error while the screen is up, or nil
    /// to throw that away; standard error is left alone where it is not a terminal. Throws `TerminalError`,
    /// with nothing written, when no screen can be shown.
    package static func show(
        _ screen: StorefrontScreen, options: TerminalOptions = TerminalOptions(),
        firstFrame: () -> Int32? = { nil }
    ) throws(TerminalError) -> TerminalExit {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        let type = try TerminalType.usable(variable("TERM") ?? "", colours: variable("COLORTERM") ?? "")
        cn_guard_install()
        let window = try CursesWindow(
            type: type, input: STDIN_FILENO, output: STDOUT_FILENO,
            usesColour: usesColour(options.colour, noColour: variable("NO_COLOR")),
            usesMouse: options.usesMouse)
        var standardError: StandardErrorRedirection?
        defer {
            window.close()
            standardError?.end()
            cn_signals_release()
        }
        var session = TerminalSession(screen: screen, window: window, options: options)
        return session.run { standardError = StandardErrorRedirection(to: firstFrame()) }
    }

    /// Hides what is typed into `terminal`, for passwords in the plain storefront, or shows it again. A
    /// signal that ends or stops the program shows it first. Does nothing if `terminal` is not a terminal. It
    /// is for one terminal and one thread.
    package static func hideInput(_ isHidden: Bool, on terminal: Int32) {
        if isHidden { _ = cn_input_hide(terminal) } else { cn_input_show() }
    }

    /// Whether a terminal takes a line of text now, or in a fraction of a second.
    package static func takesText(_ terminal: Int32) -> Bool {
        var room = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        return poll(&room, 1, 200) == 1
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func usesColour(_ option: TerminalOptions.Colour, noColour: String?) -> Bool {
        switch option {
        case .auto: noColour?.isEmpty ?? true
        case .always: true
        case .never: false
        }
    }
}

/// Keeps the messages of libraries and of the runtime on standard error off the screen.
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
