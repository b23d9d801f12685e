/// A text as a search sees it: without case and accents, so that `cafe` finds `Café`, and with the characters
/// that a keyboard has, so that `3 x` finds `3 ×`. `StorefrontState` searches the rows of a list, and `Canvas`
/// the cells that show them.
struct FoldedText: Hashable, Sendable {
    /// UTF-8.
    private var bytes: [UInt8] = []
    /// For each byte, the index of its character; empty for a text that does not need this.
    private var owners: [Int] = []

    var isEmpty: Bool { bytes.isEmpty }

    init(_ text: String) {
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { append(scalar) }
    }

    /// Folds characters, and can also say which of them were found. The right half of a wide character
    /// is nil.
    init(characters: some Sequence<Character?>) {
        for (index, character) in characters.enumerated() {
            if let character { for scalar in character.unicodeScalars { append(scalar) } }
            owners += repeatElement(index, count: bytes.count - owners.count)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            let byte = UInt8(scalar.value)
            bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte)
            return
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: break
        case .spaceSeparator: bytes.append(UInt8(ascii: " "))
        default:
            bytes +=
                (ASCIISubstitute.typed(for: scalar) ?? scalar.properties.lowercaseMapping).lowercased().utf8
        }
    }

    func contains(_ other: FoldedText) -> Bool { start(of: other, from: 0) != nil }

    /// The characters at each place where another text occurs. Only for a text that was made from characters.
    func ranges(of other: FoldedText) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var from = 0
        while let start = start(of: other, from: from) {
            from = start + other.bytes.count
            ranges.append(owners[start]..<owners[from - 1] + 1)
        }
        return ranges
    }

    private func start(of other: FoldedText, from: Int) -> Int? {
        let count = other.bytes.count
        guard let first = other.bytes.first, bytes.count >= from + count else { return nil }
        for start in from...bytes.count - count where bytes[start] == first {
            if bytes[start..<start + count] == other.bytes[...] { return start }
        }
        return nil
    }
}
