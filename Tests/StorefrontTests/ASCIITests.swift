import StoreEvents
import StoreModel
import Testing

@testable import Storefront

/// In ASCII some characters take more cells, so texts have more lines. Keys count these lines, too.
@Suite("What is scrolled, with all characters and with few", .timeLimit(.minutes(5)))
struct ASCIITests {
    private static let alphabets = [ScreenOptions.Glyphs.unicode, .ascii]
    private let size = Size(columns: 40, rows: 12)

    /// The first line, and the last one that can be the first.
    private func place(_ frame: Frame) -> (Substring, Substring)? {
        frame.description.matches(of: #/(\d+)/(\d+) /#).last.map { ($0.1, $0.2) }
    }

    @Test("The help can be read to its end", arguments: alphabets)
    func help(_ glyphs: ScreenOptions.Glyphs) throws {
        let screen = StorefrontScreen(bus: EventBus(), options: ScreenOptions(glyphs: glyphs))
        _ = screen.frame(size: size)
        screen.handle(.key("?"), at: .now)
        for _ in 0..<300 { screen.handle(.key(.down), at: .now) }
        let (first, last) = try #require(place(screen.frame(size: size)))
        #expect(first == last)
    }

    @Test(
        "The end of the help is known in every language and window", arguments: alphabets, Language.allCases)
    func end(_ glyphs: ScreenOptions.Glyphs, _ language: Language) {
        for size in [Size.needed, size, Size(columns: 80, rows: 24), Size(columns: 130, rows: 30)] {
            var state = StorefrontState(now: start, language: language)
            (state.size, state.options.glyphs) = (size, glyphs)
            state.press("?")
            state.shown.firstLine = state.lastFirstLine
            let place = place(state.frame(size.columns, size.rows))
            #expect(place.map { $0 == $1 } ?? true, "\(size)")
        }
    }

    @Test("What is found in the help is on the screen", arguments: alphabets)
    func search(_ glyphs: ScreenOptions.Glyphs) {
        var state = ready()
        (state.size, state.options.glyphs) = (size, glyphs)
        state.press("?", "/")
        state.write("next")
        state.press(.enter)
        #expect(state.matches.count > 2)
        for _ in state.matches {
            let frame = state.frame(size.columns, size.rows)
            #expect(frame.cells.contains { $0.style.isUnderlined }, "\(state.searchWords)")
            state.press("n")
        }
    }

    @Test("A page of a book begins with the last line of the page before", arguments: alphabets)
    func pages(_ glyphs: ScreenOptions.Glyphs) {
        let text = (1...90).map { "\($0) € of rain…" }.joined(separator: " — ")
        var state = ready().hearing(
            .bookOpened(BookOpened(productIdentifier: firstBanana, paragraphs: [text], place: ReadingPlace()))
        )
        (state.size, state.options.glyphs) = (size, glyphs)
        func lines() -> ArraySlice<Substring> {
            let frame = state.frame(size.columns, size.rows)
            return frame.description.split(separator: "\n", omittingEmptySubsequences: false)
                .dropFirst(ReaderLayout.firstRow).prefix(ReaderLayout(size).height)
        }
        for _ in 0..<4 {
            let last = lines().last
            state.press(" ")
            #expect(lines().first == last)
        }
    }
}
