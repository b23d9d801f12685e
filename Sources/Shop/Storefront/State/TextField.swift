/// An editable line of text with a cursor, for the fields of the sign-in sheet (`SignInSheet`) and for the
/// prompt (`Prompt`).
struct TextField: Hashable, Sendable {
    private(set) var text: String
    /// How many characters are before the cursor.
    private(set) var cursor: Int

    var beforeCursor: Substring { text.prefix(cursor) }
    private var afterCursor: Substring { text.dropFirst(cursor) }

    init(_ text: String = "") {
        self.text = text
        cursor = text.count
    }

    /// Inserts the first line of a text at the cursor, without control characters.
    mutating func insert(_ more: String) {
        let line = more.prefix { !$0.isNewline }.unicodeScalars.filter {
            $0.properties.generalCategory != .control
        }
        replace(before: beforeCursor + String(String.UnicodeScalarView(line)), after: afterCursor)
    }

    mutating func moveCursor(by step: Int) { cursor = min(max(cursor + step, 0), text.count) }
    mutating func eraseBefore() { replace(before: beforeCursor.dropLast(), after: afterCursor) }
    mutating func eraseAfter() { replace(before: beforeCursor, after: afterCursor.dropFirst()) }

    private mutating func replace(before: Substring, after: Substring) {
        text = String(before + after)
        // A combining mark joins the character before it, so the whole may have fewer characters than its
        // two parts.
        cursor = min(before.count, text.count)
    }
}
