/// What the terminal can show, the language and time zone of the person, and when the screen closes without a
/// key. The program sets it for `StorefrontScreen` or `PlainStorefront`.
package struct ScreenOptions: Hashable, Sendable {
    package enum Glyphs: Hashable, Sendable {
        /// Lines, blocks and bullets of Unicode, all one cell wide.
        case unicode
        case ascii
    }

    /// How many colours are available for pictures.
    package enum Depth: Hashable, Sendable {
        /// No colours. A picture is drawn in characters with more or less ink.
        case none
        /// Fewer than 256 colours. The nearest ones are good enough for a photo, but not for a drawing.
        case basic
        case many
    }

    package var glyphs: Glyphs
    package var depth = Depth.many
    /// Whether the spinner may turn while a purchase is being sent.
    package var allowsAnimation: Bool
    /// How long without a key until the screen closes, with a warning before that; nil for never.
    package var idleLimit: Duration?
    /// For all dates and times.
    package var timeZone: TimeZoneOffset
    package var language: Language

    /// Options that by default suit a modern terminal, in English.
    package init(
        glyphs: Glyphs = .unicode, allowsAnimation: Bool = true, timeZone: TimeZoneOffset = .utc,
        language: Language = .english
    ) {
        self.glyphs = glyphs
        self.allowsAnimation = allowsAnimation
        self.timeZone = timeZone
        self.language = language
    }

    var hasColour: Bool { depth != .none }

    /// Whether drawings are made of coloured pixels, two to a cell. Otherwise they are made of lines.
    var hasPixels: Bool { depth == .many && glyphs == .unicode }
}
