internal import CNCurses

/// Whether a terminal shows what is typed into a line. There is one such terminal at a time, and one thread decides.
package enum HiddenInput {
    /// Shows what is typed into `terminal`, or hides it: a password. A signal that ends or stops the program shows it again.
    /// Where `terminal` is none, nothing is shown anyway.
    package static func set(_ isHidden: Bool, on terminal: Int32) {
        if isHidden { _ = cn_input_hide(terminal) } else { cn_input_show() }
    }
}
