/// Whether `CursesTerminal` uses colours. `StorefrontRun` of `monkeystore` says so.
package enum ColourOption: String, Hashable, Sendable, CaseIterable {
    /// If the terminal has them and `NO_COLOR` is unset or empty.
    case auto
    /// If the terminal has them, whatever `NO_COLOR` says.
    case always
    /// Never; bold and reverse are still used.
    case never
}
