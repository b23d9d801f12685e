internal import CursesTerminal
internal import Glibc
internal import ProgramSupport
internal import StoreEvents
internal import Storefront

/// The plain storefront (`--plain`) on standard input and output, for `StorefrontRun`:
/// reads a line, prints the answer, waits.
final class PlainSession {
    private let storefront: PlainStorefront
    /// The read end and the write end of a pipe. The bus writes to it when it has something for
    /// the storefront.
    private let wakeUp: (read: Int32, write: Int32)
    /// What has been read but not yet taken.
    private var input: [UInt8] = []
    private var isAtEnd = false
    /// Whether somebody types the lines. If not, they come from a script, which means what it says.
    private let isTyped = isatty(STDIN_FILENO) == 1
    /// Whether the last line on the terminal is a prompt.
    private var isPrompted = false

    /// The most bytes in a line that is taken.
    private static let longestLine = 64 * 1024
    private static let lineBreak = UInt8(ascii: "\n")

    init(_ storefront: PlainStorefront) {
        self.storefront = storefront
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        wakeUp = (ends[0], ends[1])
    }

    /// Runs until the person leaves or the input ends.
    func run(begin: () -> Void) -> TerminalExit {
        storefront.appear { [wakeUp] in _ = Glibc.write(wakeUp.write, [1], 1) }
        defer {
            storefront.disappear()
            CursesTerminal.hideInput(false)
            leavePrompt()
        }
        say(storefront.greeting)
        begin()
        var asked: AskedSheet?
        while true {
            say(storefront.advance())
            if storefront.question != asked {
                asked = storefront.question
                leavePrompt()
                if asked != nil { forgetTyped() }
            }
            if let exit = storefront.exit { return .screen(exit) }
            // Nobody would see what was bought.
            if let loss = outputLoss("purchases that were confirmed are kept, and charged once") {
                return .screen(.unavailable(.described(loss)))
            }
            CursesTerminal.hideInput(storefront.readsPassword)
            if !storefront.isBusy {
                if let line = nextLine() {
                    isPrompted = false
                    say(
                        line.count > Self.longestLine
                            ? storefront.refuseLine()
                            : storefront.take(
                                line: String(decoding: line, as: UTF8.self), isTyped: isTyped))
                    continue
                }
                if isAtEnd {
                    say(storefront.leave())
                    return .screen(.quit)
                }
                showPrompt()
            }
            wait()
        }
    }

    /// Prints lines, below the prompt if it is there.
    private func say(_ lines: [String]) {
        if !lines.isEmpty { leavePrompt() }
        lines.forEach(printLine)
    }

    /// Only somebody who types needs a prompt. Before a script's line it would be in front of an answer.
    private func showPrompt() {
        guard isTyped, !isPrompted else { return }
        write(storefront.prompt, to: STDOUT_FILENO)
        isPrompted = true
    }

    private func leavePrompt() {
        if isPrompted { write("\n", to: STDOUT_FILENO) }
        isPrompted = false
    }

    /// Drops what was typed or pasted before a question could be read, because it does not answer the
    /// question.
    private func forgetTyped() {
        guard isTyped else { return }
        input = []
        tcflush(STDIN_FILENO, TCIFLUSH)
    }

    private func wait() {
        var sources = [
            pollfd(fd: wakeUp.read, events: Int16(POLLIN), revents: 0),
            // Not while a line waits to be handled. What follows it can wait where it is.
            pollfd(
                fd: isAtEnd || input.contains(Self.lineBreak) ? -1 : STDIN_FILENO, events: Int16(POLLIN),
                revents: 0),
        ]
        poll(&sources, 2, -1)
        var buffer = [UInt8](repeating: 0, count: 4096)
        if sources[0].revents != 0 { _ = Glibc.read(wakeUp.read, &buffer, buffer.count) }
        guard sources[1].revents != 0 else { return }
        let read = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        if read > 0 { take(buffer.prefix(read)) } else if read == 0 || errno != EINTR { isAtEnd = true }
    }

    /// Takes what was read. A line that is too long is kept only as far as needed to refuse it.
    private func take(_ bytes: ArraySlice<UInt8>) {
        input += input.count > Self.longestLine ? bytes.drop { $0 != Self.lineBreak } : bytes
    }

    /// The next whole line. At the end of the input, also a last line without a line break.
    private func nextLine() -> [UInt8]? {
        if let end = input.firstIndex(of: Self.lineBreak) {
            defer { input.removeSubrange(...end) }
            return Array(input[..<end])
        }
        guard isAtEnd, !input.isEmpty else { return nil }
        defer { input = [] }
        return input
    }
}
