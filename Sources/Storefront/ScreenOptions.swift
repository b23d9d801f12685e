/// What the screens may use of the terminal.
public struct ScreenOptions: Hashable, Sendable {
    /// Which characters to draw with.
    public enum Glyphs: Hashable, Sendable {
        /// Lines, blocks and bullets of Unicode, all one cell wide.
        case unicode
        /// Nothing beyond ASCII.
        case ascii
    }

    /// Which characters to draw with.
    public var glyphs: Glyphs
    /// Whether a picture may be drawn in colours; without them it is drawn in characters of more or less ink.
    public var hasColour = true
    /// Whether the spinner may turn while a purchase is being sent.
    public var allowsAnimation: Bool
    /// After how long without a key the screen goes away; it warns when most of that is over. Nil for never.
    public var idleLimit: Duration?
    /// Seconds east of UTC, for the times in the log and the lists.
    public var secondsFromUTC: Int
    /// What everything is said in.
    public var language: Language

    /// Options, by default for a modern terminal, in English.
    public init(
        glyphs: Glyphs = .unicode, allowsAnimation: Bool = true, secondsFromUTC: Int = 0, language: Language = .english
    ) {
        self.glyphs = glyphs
        self.allowsAnimation = allowsAnimation
        self.secondsFromUTC = secondsFromUTC
        self.language = language
    }
}
