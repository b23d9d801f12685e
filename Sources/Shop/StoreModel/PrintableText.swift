/// Makes another party's text safe for terminals and logs (`PrintableText`, below). Both programs print
/// through it, and the screens measure text with `isUnprintable`.
extension Unicode.Scalar {
    /// Whether a terminal does not just show this, but obeys it, changes the writing direction, or hides it:
    /// controls, formats and line breaks.
    package var isUnprintable: Bool {
        // Nearly all text is printable ASCII.
        if value >= 0x20 && value < 0x7F { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// Makes text, perhaps another party's, safe for a terminal, a log or a file that people read. What
/// is not printable stays visible, as an escape. (Screens have no room for escapes: see
/// `TerminalText` of the storefront.)
package enum PrintableText {
    /// The text as one line, with escapes as in Swift, such as `\u{1B}`.
    package static func line(_ text: String) -> String { escape(text, inSwift) }

    /// The text with its line breaks, each line as `line` makes it.
    package static func lines(_ text: String) -> String { escape(text, except: "\n", inSwift) }

    /// A JSON text with the same value. What is not printable is escaped as in JSON, such as `\u009B`.
    package static func json(_ text: String) -> String {
        escape(text, except: "\n") { scalar in
            UTF16.encode(scalar).map { units in
                units.map { "\\u" + $0.padded(to: 4, radix: 16).uppercased() }.joined()
            } ?? ""
        }
    }

    private static func inSwift(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    private static func escape(
        _ text: String, except kept: Unicode.Scalar? = nil, _ escaped: (Unicode.Scalar) -> String
    ) -> String {
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.isUnprintable && scalar != kept }
        guard text.unicodeScalars.contains(where: isEscaped) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isEscaped(scalar) { result += escaped(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
