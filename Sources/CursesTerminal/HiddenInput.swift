internal import CNCurses

/// Hides typed text, for passwords in the plain storefront. It is for one terminal and one thread.
package enum HiddenInput {
    /// Hides what is typed into `terminal`, or shows it again. A signal that ends or stops the program shows it first. Does
    /// nothing if `terminal` is not a terminal.
    package static func set(_ isHidden: Bool, on terminal: Int32) {
        if isHidden { _ = cn_input_hide(terminal) } else { cn_input_show() }
    }
}
