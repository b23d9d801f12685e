/// What the program may ask of the terminal.
package struct TerminalOptions: Hashable, Sendable {
    /// Whether to use colours.
    package enum Colour: String, Hashable, Sendable, CaseIterable {
        /// Where the terminal has them and `NO_COLOR` is unset or empty.
        case auto
        /// Where the terminal has them, whatever `NO_COLOR` says.
        case always
        /// Not at all. Bold and reverse stay.
        case never
    }

    /// Whether to use colours.
    package var colour: Colour
    /// Whether Ctrl-Z hands the terminal back to the shell. Without one, it does nothing.
    package var allowsSuspend: Bool
    /// Whether the mouse selects and presses. The terminal then keeps it from selecting text to copy.
    package var usesMouse: Bool

    /// Options, by default for a person at a shell.
    package init(colour: Colour = .auto, allowsSuspend: Bool = true, usesMouse: Bool = false) {
        self.colour = colour
        self.allowsSuspend = allowsSuspend
        self.usesMouse = usesMouse
    }
}
