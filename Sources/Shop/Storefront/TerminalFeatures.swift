// What a terminal can do beyond cells and keys. `TerminalSession` says what there is, and does what
// `StorefrontScreen` asks for.

/// What this terminal can do. What is unknown counts as no.
package struct TerminalFeatures: Hashable, Sendable {
    /// Whether a program can put text on the clipboard.
    package var takesClipboard = false
    /// The size of a cell, if the terminal can draw pictures in pixels; nil if it cannot.
    package var cell: PixelSize?
    /// The largest picture that the terminal draws; nil for any size.
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

/// What the terminal is asked to do, once.
package enum TerminalEffect: Hashable, Sendable {
    /// Puts a text on the clipboard.
    case copy(String)
    /// Rings, and shows a sentence if possible, because the person is looking at another window.
    case notify(String)

    /// The longest text to copy, in bytes. Many terminals drop a longer one.
    static let mostCopied = 74_000
}
