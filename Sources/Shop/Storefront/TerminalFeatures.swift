// What a terminal does beyond cells and keys. `TerminalSession` says what there is, and
// does what `StorefrontScreen` asks for.

/// What this terminal does; unknown counts as no.
package struct TerminalFeatures: Hashable, Sendable {
    /// Whether a program can put text on the clipboard.
    package var takesClipboard = false
    /// The size of a cell where pictures can be drawn in pixels; nil elsewhere.
    package var cell: PixelSize?
    /// The largest picture that is drawn; nil for any.
    package var pictureLimit: PixelSize?

    package init() {}
}

/// A size in pixels, at least 1 by 1.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// What the terminal is asked to do once.
package enum TerminalEffect: Hashable, Sendable {
    /// Puts a text on the clipboard.
    case copy(String)
    /// Rings, and shows a sentence if it can: the person looks at another window.
    case notify(String)

    /// The longest text that is copied, in bytes: many terminals drop a longer one.
    static let mostCopied = 74_000
}
