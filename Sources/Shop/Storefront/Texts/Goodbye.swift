/// The last sentence to a visitor, at the end of a `VisitorSession`, in the visitor's language.
package enum Goodbye: Hashable, Sendable {
    case left
    case idle
    /// The host is closing.
    case closed
    /// The same visitor has come in elsewhere.
    case elsewhere
    /// The host ended this visit.
    case ended

    /// What happened, and what it means for the credits.
    package func sentence(isGuest: Bool, language: Language, glyphs: ScreenOptions.Glyphs) -> String {
        let strings = language.strings
        let why: Text =
            switch self {
            case .left: .goodbye
            case .idle: .goodbyeIdle
            case .closed: .goodbyeClosed
            case .elsewhere: .goodbyeElsewhere
            case .ended: .goodbyeEnded
            }
        let credits: Text = isGuest ? .guestCreditsEnd : .creditsKept
        return TerminalText("\(strings[why]) \(strings[credits])", glyphs: glyphs).string
    }
}
