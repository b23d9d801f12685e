/// Text that is safe to show, cell by cell. Every text passes through it on its way to a `Frame` or to a
/// command's output. It drops what controls a terminal, changes the writing direction or is invisible, and
/// turns line breaks into spaces.
package struct TerminalText: Hashable, Sendable {
    /// One character, and how many cells it takes.
    struct Glyph: Hashable, Sendable {
        var character: Character
        /// 1 or 2.
        var width: Int
        /// Whether it is a blank at which no line ends.
        var isFixed = false
    }

    let glyphs: [Glyph]
    /// In cells.
    package var width: Int { glyphs.reduce(0) { $0 + $1.width } }
    package var string: String { String(glyphs.map(\.character)) }

    /// The longest text. The rest is not even read. No window is that wide and no sentence that long, but a
    /// signature may be.
    private static let longest = 2000
    /// The longest text that is shown or printed whole.
    static let longestWhole = 200_000
    /// The most combining marks on one character. No letter needs more, and more would reach into the
    /// lines above.
    private static let mostMarks = 3

    /// Cleans a text for a terminal that shows all of Unicode, or ASCII only.
    package init(_ text: String, glyphs alphabet: ScreenOptions.Glyphs = .unicode) {
        self.init(text, glyphs: alphabet, most: Self.longest)
    }

    /// Cleans a text that may be longer. Reads at most `most` scalars of it.
    init(_ text: String, glyphs alphabet: ScreenOptions.Glyphs, most: Int) {
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(min(text.utf8.count, most))
        var marks = 0
        for scalar in text.unicodeScalars.prefix(most) {
            // Most of what is shown: a printable character of ASCII.
            if (0x20...0x7E).contains(scalar.value) {
                glyphs.append(Glyph(character: Character(scalar), width: 1))
                marks = 0
                continue
            }
            if Self.noBreakSpaces.contains(scalar) {
                glyphs.append(Glyph(character: " ", width: 1, isFixed: true))
                marks = 0
                continue
            }
            guard alphabet == .unicode || scalar.isASCII else {
                glyphs += ASCIISubstitute.text(for: scalar).map { Glyph(character: $0, width: 1) }
                continue
            }
            switch CellWidth(scalar) {
            case .hidden:
                if scalar.properties.isWhitespace { glyphs.append(Glyph(character: " ", width: 1)) }
                continue
            case .combining:
                guard marks < Self.mostMarks, let last = glyphs.last, last.character != " " else { continue }
                marks += 1
                var scalars = last.character.unicodeScalars
                scalars.append(scalar)
                // Swift starts a new character at some marks. Those marks are dropped.
                let joined = String(scalars)
                if joined.count == 1 { glyphs[glyphs.count - 1].character = Character(joined) }
                continue
            case .unknown: glyphs.append(Glyph(character: "\u{FFFD}", width: 1))
            case .narrow: glyphs.append(Glyph(character: Self.plain(scalar), width: 1))
            case .wide: glyphs.append(Glyph(character: Character(scalar), width: 2))
            }
            marks = 0
        }
        self.glyphs = glyphs
    }

    /// Two texts with blanks between them.
    init(_ left: TerminalText, padding: Int, _ right: TerminalText) {
        glyphs =
            left.glyphs + Array(repeating: Glyph(character: " ", width: 1), count: max(0, padding))
            + right.glyphs
    }

    private init(glyphs: [Glyph]) { self.glyphs = glyphs }

    /// The text cut to a number of cells, with an ellipsis if something was cut off.
    func cut(to width: Int, ellipsis: TerminalText = TerminalText("…")) -> TerminalText {
        guard self.width > width else { return self }
        let mark = ellipsis.width <= width ? ellipsis.glyphs : []
        let room = width - mark.count
        var used = 0
        var kept = glyphs.prefix { glyph in
            used += glyph.width
            return used <= room
        }
        while kept.last?.character == " " { kept.removeLast() }
        return TerminalText(glyphs: Array(kept) + mark)
    }

    /// The text without its first characters, which take at least `cells` cells, and how many cells they
    /// do take.
    func dropped(cells: Int) -> (text: TerminalText, cells: Int) {
        var dropped = 0
        let rest = glyphs.drop { glyph in
            guard dropped < cells else { return false }
            dropped += glyph.width
            return true
        }
        return (TerminalText(glyphs: Array(rest)), dropped)
    }

    /// The text in lines of at most `width` cells, broken between words if possible. No line begins with
    /// punctuation that French puts after a blank.
    func wrapped(to width: Int) -> [TerminalText] { wrappedLines(to: width).map(\.text) }

    /// The lines of `wrapped`, each with the number of characters before it.
    func wrappedLines(to width: Int) -> [(text: TerminalText, start: Int)] {
        var lines: [(text: TerminalText, start: Int)] = []
        var rest = glyphs[...]
        while !rest.isEmpty {
            var used = 0
            var end = rest.startIndex
            while end < rest.endIndex, used + rest[end].width <= max(width, 2) {
                used += rest[end].width
                end += 1
            }
            if end < rest.endIndex,
                let space = rest[...end].indices.last(where: {
                    rest[$0].character == " " && !rest[$0].isFixed && !isSetOff(after: $0)
                }),
                space > rest.startIndex
            {
                lines.append((TerminalText(glyphs: Array(rest[..<space])), rest.startIndex))
                rest = rest[(space + 1)...]
            } else {
                lines.append((TerminalText(glyphs: Array(rest[..<end])), rest.startIndex))
                rest = rest[end...]
            }
        }
        return lines
    }

    /// The text in lines of at most `width` cells, broken anywhere. Joined, they are the whole text.
    func chopped(to width: Int) -> [TerminalText] {
        var lines: [TerminalText] = []
        var start = 0
        var used = 0
        for (index, glyph) in glyphs.enumerated() {
            if used + glyph.width > max(width, 2) {
                lines.append(TerminalText(glyphs: Array(glyphs[start..<index])))
                (start, used) = (index, 0)
            }
            used += glyph.width
        }
        return lines + [TerminalText(glyphs: Array(glyphs[start...]))]
    }

    private func isSetOff(after space: Int) -> Bool {
        glyphs.indices.contains(space + 1) && ";:!?»".contains(glyphs[space + 1].character)
    }

    private static let noBreakSpaces: Set<Unicode.Scalar> = ["\u{a0}", "\u{202f}"]

    /// Any other space becomes a space here, and a regional indicator becomes its letter, because terminals
    /// disagree about the width of flags.
    private static func plain(_ scalar: Unicode.Scalar) -> Character {
        if scalar.isASCII { return Character(scalar) }
        if scalar.properties.generalCategory == .spaceSeparator { return " " }
        if (0x1F1E6...0x1F1FF).contains(scalar.value),
            let letter = Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
        {
            return Character(letter)
        }
        return Character(scalar)
    }
}
