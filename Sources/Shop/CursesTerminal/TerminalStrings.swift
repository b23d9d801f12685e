internal import FoundationEssentials

/// Sequences that contain a text or data, for `CursesWindow` and `PictureTransfer`.
enum TerminalStrings {
    static let pushTitle = "\u{1B}[22;2t"
    static let popTitle = "\u{1B}[23;2t"
    static let focusOn = "\u{1B}[?1004h"
    static let focusOff = "\u{1B}[?1004l"
    /// A cursor at the left edge of its character. A block would invert the colours of a selected row.
    static let barCursor = "\u{1B}[6 q"
    static let usualCursor = "\u{1B}[0 q"
    static let bell = "\u{07}"
    /// Ends a string that was sent in part, and otherwise does nothing.
    static let end = "\u{1B}\\"

    static func title(_ text: String) -> String { "\u{1B}]2;" + plain(text) + end }

    static func notification(_ text: String) -> String { "\u{1B}]9;" + plain(text) + end }

    static func clipboard(_ text: String) -> String {
        "\u{1B}]52;c;" + Data(text.utf8).base64EncodedString() + end
    }

    /// A text without the characters that would end the string or begin another.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
        )
    }
}
