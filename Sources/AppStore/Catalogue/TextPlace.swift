/// A place in a text, as editors count: lines and columns (in characters) from 1.
public struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The character in the line, from 1.
    public let column: Int

    /// The place of the byte at `offset` of a UTF-8 text.
    init(offset: Int, in text: [UInt8]) {
        let before = text[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // Bytes of the form 10xxxxxx continue a character and do not count.
        column = text[lineStart..<offset].count { $0 & 0xC0 != 0x80 } + 1
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}
