/// What a person does at the terminal: `CursesTerminal` makes it from bytes, and `StorefrontScreen` takes it.
package enum Input: Hashable, Sendable {
    case key(Key)
    /// Text was pasted, as one piece.
    case paste(String)
    /// Text is being pasted, and its end has not come for a while: what is typed meanwhile counts as pasted.
    case unfinishedPaste
    /// The left button of the mouse was pressed over a cell.
    case click(column: Int, row: Int)
    /// The wheel of the mouse was turned: 1 down, -1 up.
    case scroll(Int)
}

/// A key, as the person knows it.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// Control and a letter, in lower case.
    case control(Character)
    case enter, escape, tab, backTab, up, down, left, right, home, end, pageUp, pageDown, backspace, delete
    case function(Int)
}
