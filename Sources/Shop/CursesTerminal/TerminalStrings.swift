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

    static func clipboard(_ text: String) -> String { "\u{1B}]52;c;" + base64(Array(text.utf8)[...]) + end }

    /// A text without the characters that would end the string or begin another.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
        )
    }

    /// Bytes in Base64 in its standard alphabet, with padding (RFC 4648, section 4). Foundation has this, but
    /// would have to be loaded first.
    static func base64(_ bytes: ArraySlice<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            var (at, next) = (0, bytes.startIndex)
            while next < bytes.endIndex {
                var bits: UInt32 = 0
                for offset in 0..<3 {
                    bits = bits << 8 | (next + offset < bytes.endIndex ? UInt32(bytes[next + offset]) : 0)
                }
                for digit in 0..<4 {
                    let isPadding = digit > bytes.endIndex - next
                    text[at] =
                        isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> (18 - 6 * UInt32(digit)) & 63)]
                    at += 1
                }
                next += 3
            }
            return at
        }
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
