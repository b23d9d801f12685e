package import StoreEvents

/// What a person does at the terminal. `CursesTerminal` makes it from bytes, and `StorefrontScreen` takes it.
package enum Input: Hashable, Sendable {
    case key(Key)
    /// Text was pasted, in one piece.
    case paste(String)
    /// Text is being pasted, and its end has not come for a while. Until then, typed keys count as pasted.
    case unfinishedPaste
    /// The left button of the mouse was pressed over a cell.
    case click(column: Int, row: Int)
    /// The wheel of the mouse was turned: 1 down, -1 up.
    case scroll(Int)
    /// The window got or lost the focus.
    case focus(Bool)
    /// The terminal answers a question of `CursesTerminal`, which handles the answer itself.
    case report(TerminalReport)
}

/// What a terminal says about itself when it is asked.
package enum TerminalReport: Hashable, Sendable {
    /// The VT level that it supports, such as 1 for a VT100 or 62 for a VT220, and whether it draws sixels.
    case attributes(level: Int, hasSixels: Bool)
    /// Whether it can show a frame all at once (mode 2026).
    case synchronisedOutput(Bool)
    case background(RGB)
    /// Whether it takes pictures in kitty's protocol.
    case kittyGraphics(Bool)
    /// The size of a cell in pixels.
    case cellSize(PixelSize)
    /// The largest picture that it draws in sixels. It draws nothing of a larger one.
    case sixelLimit(PixelSize)
}

/// A key, as the person knows it.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// Control and a letter, in lower case.
    case control(Character)
    case enter, escape, tab, backTab, up, down, left, right, home, end, pageUp, pageDown, backspace, delete
    case function(Int)
}
