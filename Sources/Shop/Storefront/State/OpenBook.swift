internal import StoreEvents
internal import StoreModel

/// The book that is open on the reader screen: its lines, and the reader's place. `StorefrontState` holds it,
/// and `actInReader` moves the place.
struct OpenBook: Hashable, Sendable {
    let product: ProductIdentifier
    let paragraphs: [String]
    /// The first character in the window.
    private(set) var place: ReadingPlace

    init(_ event: BookOpened) {
        product = event.productIdentifier
        paragraphs = event.paragraphs
        place = event.paragraphs.indices.contains(event.place.paragraph) ? event.place : ReadingPlace()
    }

    /// How much of it is before the place, in percent.
    var percent: Int { paragraphs.isEmpty ? 0 : place.paragraph * 100 / paragraphs.count }

    /// At most `count` lines, starting at the place.
    func lines(_ count: Int, width: Int, glyphs: ScreenOptions.Glyphs) -> [TerminalText] {
        var lines: [TerminalText] = []
        var paragraph = place.paragraph
        while lines.count < count, paragraph < paragraphs.count {
            let all = Self.lines(of: paragraphs[paragraph], width: width, glyphs: glyphs)
            let first = paragraph == place.paragraph ? Self.line(at: place.character, in: all) : 0
            lines += all[first...].map(\.text)
            paragraph += 1
        }
        return Array(lines.prefix(count))
    }

    /// Moves forwards or backwards by a number of lines, but not beyond the last page.
    mutating func move(by count: Int, width: Int, height: Int, glyphs: ScreenOptions.Glyphs) {
        let before = place
        step(by: count, width: width, glyphs: glyphs)
        // Only beyond the last page is the window not full.
        guard count > 0, lines(height, width: width, glyphs: glyphs).count < height else { return }
        var end = self
        end.moveToEnd(width: width, height: height, glyphs: glyphs)
        // A found word may be further down on the last page.
        place = min(place, max(before, end.place))
    }

    private mutating func step(by count: Int, width: Int, glyphs: ScreenOptions.Glyphs) {
        var rest = count
        while rest != 0, let next = neighbour(forward: rest > 0, width: width, glyphs: glyphs) {
            place = next
            rest += rest > 0 ? -1 : 1
        }
    }

    mutating func move(to place: ReadingPlace) {
        if paragraphs.indices.contains(place.paragraph) { self.place = place }
    }
    mutating func moveToBeginning() { place = ReadingPlace() }

    /// Moves to the last page, which has the last line on its last row.
    mutating func moveToEnd(width: Int, height: Int, glyphs: ScreenOptions.Glyphs) {
        guard let last = paragraphs.indices.last else { return }
        let lines = Self.lines(of: paragraphs[last], width: width, glyphs: glyphs)
        place = ReadingPlace(paragraph: last, character: lines.last?.start ?? 0)
        step(by: 1 - height, width: width, glyphs: glyphs)
    }

    /// The beginning of the next line, or of the one before; nil at either end of the book.
    private func neighbour(forward: Bool, width: Int, glyphs: ScreenOptions.Glyphs) -> ReadingPlace? {
        guard paragraphs.indices.contains(place.paragraph) else { return nil }
        let lines = Self.lines(of: paragraphs[place.paragraph], width: width, glyphs: glyphs)
        let index = Self.line(at: place.character, in: lines) + (forward ? 1 : -1)
        if lines.indices.contains(index) {
            return ReadingPlace(paragraph: place.paragraph, character: lines[index].start)
        }
        let paragraph = place.paragraph + (forward ? 1 : -1)
        guard paragraphs.indices.contains(paragraph) else { return nil }
        let others = forward ? [] : Self.lines(of: paragraphs[paragraph], width: width, glyphs: glyphs)
        return ReadingPlace(paragraph: paragraph, character: others.last?.start ?? 0)
    }

    /// A paragraph as lines, at least one, each with the number of characters before it.
    private static func lines(
        of paragraph: String, width: Int, glyphs: ScreenOptions.Glyphs
    ) -> [(text: TerminalText, start: Int)] {
        let lines = TerminalText(paragraph, glyphs: glyphs).wrappedLines(to: width)
        return lines.isEmpty ? [(TerminalText(""), 0)] : lines
    }

    private static func line(at character: Int, in lines: [(text: TerminalText, start: Int)]) -> Int {
        lines.lastIndex { $0.start <= character } ?? 0
    }
}
