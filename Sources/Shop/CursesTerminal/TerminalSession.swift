internal import CNCurses
internal import Glibc
internal import Storefront

/// The event loop of an open screen, which `CursesTerminal` runs. It waits for keys, signals, the bus and the
/// screen's deadline, and paints once for everything that arrived together.
struct TerminalSession {
    private let screen: StorefrontScreen
    private let window: CursesWindow
    private let allowsSuspend: Bool
    private let usesMouse: Bool
    private let mailbox = Mailbox()
    private let signals = cn_signals_open()
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var decoder: InputDecoder
    private var lastInput = ContinuousClock.now
    /// When the terminal was asked what it can do: after the first frame. Nil before that.
    private var asked: ContinuousClock.Instant?
    private var wasContinued = false

    init(screen: StorefrontScreen, window: CursesWindow, allowsSuspend: Bool, usesMouse: Bool) {
        self.screen = screen
        self.window = window
        self.allowsSuspend = allowsSuspend
        self.usesMouse = usesMouse
        decoder = InputDecoder(readsMouse: usesMouse)
    }

    /// Runs until the screen asks to be closed, or the terminal or a signal ends it.
    mutating func run(firstFrame: () -> Void) -> TerminalExit {
        screen.appear { [mailbox] in cn_mailbox_wake(mailbox.descriptor) }
        defer {
            screen.disappear()
            close(signals)
        }
        while true {
            if paint(), asked == nil {
                firstFrame()
                window.ask()
                screen.terminal = window.features
                paint()
                asked = .now
            }
            if let exit = takeNext() {
                if case .screen = exit { takeLastAnswer() }
                return exit
            }
        }
    }

    /// Waits a moment for an answer that is still on its way, because the screen closes as soon as it was
    /// opened. The shell would take it for something typed.
    private mutating func takeLastAnswer() {
        guard let asked, ContinuousClock.now - asked < .seconds(1) else { return }
        let end = ContinuousClock.now + .milliseconds(200)
        var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while window.awaitsAnswer, ContinuousClock.now < end, poll(&source, 1, 200) == 1 {
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { return }
            for case .report(let report) in decoder.decode(buffer[..<count]) { window.take(report) }
        }
    }

    /// Shows the screen as it is now. True if the terminal has taken all of the frame.
    @discardableResult
    private func paint() -> Bool {
        for effect in screen.takeEffects() { window.perform(effect) }
        // A click counts on the frame that is shown, not on one that cannot be sent yet.
        guard window.send(), window.paint(screen.frame(size: window.size, depth: window.depth)) else {
            return false
        }
        // Not earlier, because a terminal that does not read holds the frame back.
        screen.painted(at: .now)
        return true
    }

    /// Waits for the next event, and takes it. Keys wait until the first frame is shown and the application has
    /// started.
    private mutating func takeNext() -> TerminalExit? {
        let readable = Int16(POLLIN)
        var sources = [
            pollfd(fd: asked == nil ? -1 : STDIN_FILENO, events: readable, revents: 0),
            pollfd(fd: signals, events: readable, revents: 0),
            pollfd(fd: mailbox.descriptor, events: readable, revents: 0),
            pollfd(fd: window.isSending ? STDOUT_FILENO : -1, events: Int16(POLLOUT), revents: 0),
        ]
        poll(&sources, 4, pollTimeout())
        if sources[2].revents != 0 { cn_mailbox_empty(mailbox.descriptor) }
        if sources[0].revents & ~readable != 0 { return .hungUp }
        if sources[0].revents != 0 {
            if let exit = read() { return exit }
        } else if let silence = decoder.silence, ContinuousClock.now - lastInput >= silence {
            if let exit = handle(decoder.settle()) { return exit }
        }
        // After the keys, because one of them may have stopped the program until a signal came.
        if let exit = takeSignals() { return exit }
        if wasContinued, let exit = takeTerminal() { return exit }
        if sources[3].revents != 0 { window.sendPicture() }
        screen.advance(to: .now)
        return screen.exit.map(TerminalExit.screen)
    }

    private mutating func read() -> TerminalExit? {
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EAGAIN ? nil : .hungUp }
        lastInput = .now
        return handle(decoder.decode(buffer[..<count]))
    }

    private mutating func handle(_ inputs: [Input]) -> TerminalExit? {
        for input in inputs where screen.exit == nil {
            switch input {
            case .key(.control("l")):
                window.forget()
                screen.handle(input, at: lastInput)
            case .report(let report):
                window.take(report)
                screen.terminal = window.features
            case .key(.control("z")):
                screen.handle(input, at: lastInput)
                if let exit = suspend() { return exit }
            default: screen.handle(input, at: lastInput)
            }
        }
        return nil
    }

    private mutating func takeSignals() -> TerminalExit? {
        while true {
            switch cn_signals_next(signals) {
            case 0: return nil
            case SIGTERM: return .terminated
            case SIGINT: return .screen(.interrupted)
            case SIGHUP: return .hungUp
            case SIGWINCH: window.resize()
            case SIGCONT: wasContinued = true
            case SIGTSTP: if let exit = suspend() { return exit }
            default: break
            }
        }
    }

    /// Hands the terminal to the shell and stops. Returns when the program is continued in the foreground, or
    /// when it is to end.
    private mutating func suspend() -> TerminalExit? {
        guard allowsSuspend else { return nil }
        window.close()
        repeat {
            wasContinued = false
            cn_stop_here()
            if let exit = takeSignals() { return exit }
        } while wasContinued && !window.isInForeground
        reopen()
        return nil
    }

    /// Takes the terminal again after another program's SIGSTOP, if this job is in the foreground.
    private mutating func takeTerminal() -> TerminalExit? {
        guard window.isInForeground else { return suspend() }
        reopen()
        return nil
    }

    private mutating func reopen() {
        wasContinued = false
        // What was half read, such as a paste, went to another program.
        decoder = InputDecoder(readsMouse: usesMouse)
        window.reopen()
    }

    /// Milliseconds until a deadline of the screen or the decoder; -1 if there is no deadline.
    private func pollTimeout() -> Int32 {
        let settles = decoder.silence.map { lastInput + $0 }
        guard let deadline = [screen.nextDeadline, settles].compactMap(\.self).min() else { return -1 }
        let (seconds, attoseconds) = (deadline - .now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        // Rounded up, because a wait that ends too early needs another one.
        return Int32(min(seconds, 3600)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
    }
}

/// The descriptor with which any thread wakes the event loop of `TerminalSession`, now or in its next wait.
private final class Mailbox: Sendable {
    let descriptor = cn_mailbox_open()

    deinit { close(descriptor) }
}
