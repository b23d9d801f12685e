internal import CNCurses
public import Storefront

/// Owns the terminal while a screen is shown.
public struct CursesTerminal {
    /// Shows `screen` until it wants to go away.
    public static func show(_ screen: StorefrontScreen) {}
}
