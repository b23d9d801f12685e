internal import CNCurses
internal import Glibc
internal import Storefront

/// The loop of a screen that is up: waits for keys, signals, the bus and the screen's own deadline, all in one place, and
/// paints once for all that came together.
struct TerminalSession {
    private let screen: StorefrontScreen
    private let window: CursesWindow
    private let allowsSuspend: Bool
    private let mailbox = Mailbox()
    private let signals = cn_signals_open()
    private var decoder = InputDecoder()
    private var lastInput = ContinuousClock.now

    init(screen: StorefrontScreen, window: CursesWindow, allowsSuspend: Bool) {
        self.screen = screen
        self.window = window
        self.allowsSuspend = allowsSuspend
    }

    /// Shows the screen until it or the terminal goes away.
    mutating func run(firstFrame: () -> Void) -> TerminalExit {
        screen.appear { [mailbox] in mailbox.ring() }
        defer {
            screen.disappear()
            close(signals)
        }
        window.paint(screen.frame(size: window.size))
        firstFrame()
        while true {
            if let exit = takeNext() { return exit }
            window.paint(screen.frame(size: window.size))
        }
    }

    /// Waits for something to happen, and takes it.
    private mutating func takeNext() -> TerminalExit? {
        let readable = Int16(POLLIN)
        var sources = [
            pollfd(fd: STDIN_FILENO, events: readable, revents: 0),
            pollfd(fd: signals, events: readable, revents: 0),
            pollfd(fd: mailbox.descriptor, events: readable, revents: 0),
        ]
        poll(&sources, 3, pollTimeout())
        if sources[2].revents != 0 { mailbox.empty() }
        if sources[0].revents & ~readable != 0 { return .hungUp }
        if sources[0].revents != 0 {
            guard read() else { return .hungUp }
        } else if let silence = decoder.silence, ContinuousClock.now - lastInput >= silence {
            handle(decoder.settle())
        }
        // After the keys: one of them may have stopped the program, and the signals say what happened since.
        if let exit = takeSignals() { return exit }
        screen.advance(to: .now)
        return screen.exit.map(TerminalExit.init)
    }

    /// Reads what was typed; false when the terminal has gone.
    private mutating func read() -> Bool {
        let inputs: [Input]? = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            return decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        guard let inputs else { return errno == EINTR || errno == EAGAIN }
        lastInput = .now
        handle(inputs)
        return true
    }

    private func handle(_ inputs: [Input]) {
        for input in inputs where screen.exit == nil {
            switch input {
            case .key(.control("l")): window.forget()
            case .key(.control("z")): if allowsSuspend { window.suspend() }
            default: screen.handle(input, at: lastInput)
            }
        }
    }

    private func takeSignals() -> TerminalExit? {
        while true {
            switch cn_signals_next(signals) {
            case 0: return nil
            case SIGTERM: return .terminated
            case SIGINT: return .interrupted
            case SIGHUP: return .hungUp
            case SIGWINCH: window.resize()
            case SIGCONT: window.takeAgain()
            case SIGTSTP: if allowsSuspend { window.suspend() }
            default: break
            }
        }
    }

    /// Milliseconds until the screen or the decoder must be called though nothing happened; -1 for never.
    private func pollTimeout() -> Int32 {
        let settles = decoder.silence.map { lastInput + $0 }
        guard let deadline = [screen.nextDeadline, settles].compactMap(\.self).min() else { return -1 }
        let (seconds, attoseconds) = (deadline - .now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        // Rounded up: a wait that ends a little early would only be followed by another one.
        return Int32(min(seconds, 3600)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
    }
}
