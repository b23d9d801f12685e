import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite("Books on the screen")
struct BookTests {
    /// A store with books, which come after its four own products.
    private func store(_ events: StorefrontEvent...) -> StorefrontState {
        ready().hearing(booksListed, booksFetched).then { state in
            for event in events { state.hear(event) }
            state.selectedRow = 4
        }
    }

    @Test
    func `are those that the store sells, and those that are owned, after the application's own products`() {
        #expect(store().products == [five, ten, greyscale, sepia, nightFerry, firstBanana])
        #expect(store(owned(unsold)).products.last == unsold)
    }

    @Test func `come and go without moving the selection off its row`() {
        var state = ready()
        state.selectedRow = 4
        #expect(state.isRestoreSelected)
        state.hear(booksListed, booksFetched)
        #expect(state.isRestoreSelected)
        state.selectedRow = 5
        state.hear(.hostedProductsListed([]))
        #expect(state.selectedRow < state.rowCount)
    }

    @Test func `have a button that does what the download allows`() {
        func pressed(_ state: DownloadState) -> [StorefrontCommand] {
            var store = store(owned(nightFerry), downloading(nightFerry, state))
            return store.actInStore(.activate)
        }
        func asks(_ action: DownloadAction) -> [StorefrontCommand] { [.download(action, of: nightFerry)] }
        for state in [DownloadState.waiting, .active] { #expect(pressed(state) == asks(.pause), "\(state)") }
        for state in [DownloadState.paused, .failed, .cancelled] {
            #expect(pressed(state) == asks(.start), "\(state)")
        }
        #expect(pressed(.finished) == [.book(nightFerry)])
        var notOwned = store()
        #expect(notOwned.actInStore(.activate).count == 1 && notOwned.adding == [nightFerry])
        var active = store(owned(nightFerry), downloading(nightFerry, .active))
        #expect(active.actInStore(.cancelDownload) == asks(.cancel))
        var finished = store(owned(nightFerry), downloading(nightFerry, .finished))
        #expect(finished.actInStore(.cancelDownload) == [])
    }

    @Test func `say why a download stopped, once, and that it is not paid again`() {
        var state = store(owned(nightFerry), downloading(nightFerry, .waiting, error: .networkDown))
        #expect(state.status?.text.contains("You don't pay again.") == true)
        state.status = nil
        state.hear(downloading(nightFerry, .waiting, error: .networkDown))
        #expect(state.status == nil)
    }

    @Test func `are read page by page, from the place where they were left, whatever the window's width`()
        throws
    {
        var state = store(owned(firstBanana))
        state.size = Size(columns: 80, rows: 24)
        state.hear(bookOpened)
        #expect(state.place == .reader)
        let requests = state.press(.pageDown)
        let place = try #require(state.book?.place)
        #expect(place > ReadingPlace())
        #expect(requests == [.readingPlace(place, in: firstBanana)])
        let first = try #require(state.book?.lines(1, width: 72, glyphs: .unicode).first?.string)
        // The line before this page is the last one of the previous page.
        state.press(.pageUp)
        #expect(state.book?.place == ReadingPlace())
        state.press(.pageDown)
        let narrow = try #require(state.book?.lines(3, width: 38, glyphs: .unicode)).map(\.string).joined(
            separator: " ")
        #expect(narrow.contains(first.prefix(10)))
        state.press(.end)
        let end = state.book?.place
        let page = state.frame().description
        #expect(page.contains("Paragraph 37.") && page.contains("Paragraph 40.") && page.contains(" 100 % "))
        #expect(state.press(.pageDown).isEmpty && state.book?.place == end)
        state.press(.pageUp)
        state.press(.pageDown)
        #expect(state.book?.place == end)
        state.press(.escape)
        #expect(state.place == .store && state.book == nil)
    }

    @Test func `in 38 columns show every word of every paragraph, leafing from the beginning to the end`()
        throws
    {
        var state = store(owned(firstBanana))
        state.size = Size(columns: 40, rows: 12)
        state.hear(bookOpened)
        var seen: Set<Int> = []
        for _ in 0..<400 {
            for line in try #require(state.book).lines(7, width: 38, glyphs: .unicode) {
                guard line.string.hasPrefix("Paragraph ") else { continue }
                if let number = Int(line.string.dropFirst(10).prefix { $0.isNumber }) { seen.insert(number) }
            }
            state.press(.pageDown)
        }
        #expect(seen == Set(1...40))
        #expect(state.frame(40, 12).description.contains(" 100 % "))
    }

    @Test func `end with their last words, whatever empty lines follow them`() {
        let text = (1...40).map { "Line \($0)." }
        let opened = BookOpened(
            productIdentifier: firstBanana, paragraphs: text + ["", ""], place: ReadingPlace())
        #expect(opened.paragraphs == text)
        let page = store().hearing(.bookOpened(opened)).pressing(.end).frame().description
        #expect(page.contains("Line 25.") && page.contains("Line 40."))
    }

    @Test func `count their characters in broken words, too, so that n misses no match on the page`() {
        let size = Size(columns: 40, rows: 12)
        let (perLine, page) = (19, ReaderLayout(size).height - 1)
        var text = Array(repeating: Character("猿"), count: 60 * perLine)
        let matches = [page * perLine + 1, (page + 5) * perLine + 1]
        for match in matches { text[match] = "x" }
        var state = store(owned(firstBanana))
        state.size = size
        state.hear(
            .bookOpened(
                BookOpened(
                    productIdentifier: firstBanana, paragraphs: [String(text)], place: ReadingPlace())))
        state.press("/", "x", .enter)
        #expect(state.matches == matches)
        state.press(.home, .pageDown)
        #expect(state.book?.place == ReadingPlace(paragraph: 0, character: page * perLine))
        state.press("n")
        #expect(state.book?.place == ReadingPlace(paragraph: 0, character: matches[0]))
    }

    @Test func `that fit in the window are read at once`() {
        let letter = BookOpened(
            productIdentifier: firstBanana, paragraphs: ["Dear keeper,", "bananas are late."],
            place: ReadingPlace())
        #expect(store().hearing(.bookOpened(letter)).frame().description.contains(" 100 % "))
        #expect(store().hearing(bookOpened).frame().description.contains(" 0 % "))
    }
}
