/// How `CursesTerminal` uses the terminal: colours, Ctrl-Z and the mouse, and what it shows after a crash.
/// `StorefrontRun` of `monkeystore` sets it.
package struct TerminalOptions: Hashable, Sendable {
    package enum Colour: String, Hashable, Sendable, CaseIterable {
        /// If the terminal has them and `NO_COLOR` is unset or empty.
        case auto
        /// If the terminal has them, whatever `NO_COLOR` says.
        case always
        /// Never; bold and reverse are still used.
        case never
    }

    package var colour: Colour
    /// Whether Ctrl-Z stops the program. Without a shell, it does nothing.
    package var allowsSuspend: Bool
    /// Whether to read the mouse. If so, the terminal does not select text with it.
    package var usesMouse: Bool
    /// What the terminal shows after a crash, in one line.
    package var crashSentence: String

    package init(
        colour: Colour = .auto, allowsSuspend: Bool = true, usesMouse: Bool = false,
        crashSentence: String = ""
    ) {
        self.colour = colour
        self.allowsSuspend = allowsSuspend
        self.usesMouse = usesMouse
        self.crashSentence = crashSentence
    }
}
