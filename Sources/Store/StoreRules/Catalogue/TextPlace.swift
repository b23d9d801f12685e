/// A line and column (in characters) of a text, from 1, for messages about catalogues and the manifests of
/// books. `TextIndex`, below, finds it for `CatalogueReader` and `BookFolder`.
package struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    package internal(set) var line = 1
    package internal(set) var column = 1

    package var description: String { "\(line):\(column)" }

    /// Goes past a byte of a UTF-8 text.
    fileprivate mutating func advance(past byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            // Bytes of the form 10xxxxxx continue a character and do not count.
            column += 1
        }
    }
}

/// Finds places in a UTF-8 text. The text is read once. To find a place, it then counts from the mark before
/// it, so the length of the text and its lines does not matter.
package struct TextIndex {
    /// There is a mark at every so many bytes.
    private static let distance = 256

    private let text: [UInt8]
    private var marks: [TextPlace] = []

    package init(_ text: [UInt8]) {
        self.text = text
        var place = TextPlace()
        for (offset, byte) in text.enumerated() {
            if offset.isMultiple(of: Self.distance) { marks.append(place) }
            place.advance(past: byte)
        }
        if text.count.isMultiple(of: Self.distance) { marks.append(place) }
    }

    /// The place of the byte at `offset`, or of the end of the text.
    package subscript(offset: Int) -> TextPlace {
        let mark = offset / Self.distance
        var place = marks[mark]
        for byte in text[mark * Self.distance..<offset] { place.advance(past: byte) }
        return place
    }
}
