/// What the terminal can show, how to write for this person (language, time zone), and when the screen closes
/// without a key. The program sets it for `StorefrontScreen` or `PlainStorefront`.
package struct ScreenOptions: Hashable, Sendable {
    package enum Glyphs: Hashable, Sendable {
        /// Lines, blocks and bullets of Unicode, all one cell wide.
        case unicode
        case ascii
    }

    /// How many colours there are for pictures.
    package enum Depth: Hashable, Sendable {
        /// None: a picture is drawn in characters of more or less ink.
        case none
        /// Fewer than 256: the nearest do for a photo, but not for a drawing.
        case basic
        case many
    }

    package var glyphs: Glyphs
    package var depth = Depth.many
    /// Whether the spinner may turn while a purchase is being sent.
    package var allowsAnimation: Bool
    /// The time without a key after which the screen closes, with a warning before; nil for never.
    package var idleLimit: Duration?
    /// Seconds east of UTC, for the times in the log and the lists.
    package var secondsFromUTC: Int
    package var language: Language

    /// Options, by default for a modern terminal, in English.
    package init(
        glyphs: Glyphs = .unicode, allowsAnimation: Bool = true, secondsFromUTC: Int = 0,
        language: Language = .english
    ) {
        self.glyphs = glyphs
        self.allowsAnimation = allowsAnimation
        self.secondsFromUTC = secondsFromUTC
        self.language = language
    }

    var hasColour: Bool { depth != .none }

    /// Whether drawings are made of coloured pixels, two in a cell; otherwise they are made of lines.
    var hasPixels: Bool { depth == .many && glyphs == .unicode }
}
