import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite("The photo and its filters")
struct PhotoTests {
    private func opened(owning filters: PhotoFilter...) -> StorefrontState {
        readyToFilter(owning: filters).pressing("p")
    }

    @Test func `The picture is asked for when somebody wants to see it, and not again once it is there`() {
        var state = readyToFilter()
        #expect(state.press("p") == [.picture])
        #expect(state.frame().description.contains("Opening the picture…"))
        state.hear(.pictureOpened(sunset))
        state.press(.escape)
        #expect(state.place == .store)
        #expect(state.press("p").isEmpty)
        #expect(state.frame()[40, 8].style.colours != nil)
    }

    @Test func `The button of a filter that nobody bought buys it, and switches nothing`() {
        var state = opened()
        #expect(state.press(.right, .enter) == [.purchase(PhotoFilter.sepia.productIdentifier, quantity: 1)])
        #expect(state.press(.enter).isEmpty)  // It is being bought.
        // A letter buys nothing.
        #expect(state.press("g").isEmpty)
        #expect(
            state.press(.left, .enter) == [.purchase(PhotoFilter.greyscale.productIdentifier, quantity: 1)])
    }

    @Test func `Why a filter cannot be bought is said, and nothing is asked for`() {
        var state = state(after: openedWithFilters, .requestFailed(.networkDown)).pressing("p")
        #expect(state.press(.enter).isEmpty)
        #expect(state.status?.text == state.strings[.whyNetworkDown])
    }

    @Test(
        "The button of a filter that cannot be bought says why, also where there is no room for its name",
        arguments: [
            (state(after: openedWithFilters), "loading…"),
            (state(after: openedWithFilters, .requestFailed(.networkDown)), "Network down?"),
            (
                readyToFilter().hearing(.settingsChanged(StorefrontSettings(allowsPayments: false))),
                "AppStore disabled"
            ),
            (state(after: openedWithFilters, prices(greyscaleFilter, invalid: [sepia])), "Not available"),
            (state(after: openedWithFilters, .productsListed([five, ten])), "Not available"),
        ])
    func notOnSale(before: StorefrontState, why: String) {
        let state = before.pressing("p")
        #expect(state.frame().description.contains("[ Sepia  \(why) ]"))
        #expect(state.frame(34, 24).description.contains("[\(why)]"))
    }

    @Test func `The button of a filter that is owned switches it, and shows what is in force`() {
        var state = opened(owning: .sepia, .greyscale)
        #expect(state.press("s") == [.filter(.sepia)])
        #expect(state.press(.enter) == [.filter(.greyscale)])
        #expect(state.frame().description.contains("[ Sepia: off ]"))
        state.hear(.filtersChanged([.sepia, .greyscale]))
        let frame = state.frame().description
        #expect(frame.contains(" Greyscale + Sepia ─\n"))
        #expect(frame.contains("[ Greyscale: on ]") && frame.contains("[ Sepia: on ]"))
        #expect(state.press("c") == [.clearFilters])
        #expect(state.press(.left, .enter) == [.clearFilters])
    }

    @Test func `In the store, too, the button of a product that is owned is the filter's own`() {
        var state = readyToFilter(owning: [.sepia]).hearing(.filtersChanged([.sepia]))
        #expect(state.frame().description.contains("[ Sepia: on ]"))
        #expect(state.press("4", .enter) == [.filter(.sepia)])
        #expect(state.press("3", .enter) == [.purchase(PhotoFilter.greyscale.productIdentifier, quantity: 1)])
    }

    @Test func `A refunded filter's button buys it again, and the picture is as it was`() {
        var state = opened(owning: .sepia).hearing(.pictureOpened(sunset))
        let plain = state.frame()
        state.hear(.filtersChanged([.sepia]))
        #expect(state.frame()[40, 8].style.colours != plain[40, 8].style.colours)
        state.hear(owned(), .filtersChanged([]))
        #expect(state.frame()[40, 8] == plain[40, 8])
        #expect(state.frame().description.contains("[ Buy Sepia  $0.99 ]"))
    }

    @Test func `A refusal is said`() {
        let state = opened().hearing(.filterRefused(.sepia))
        #expect(state.statusLine?.text == "You don't own Sepia yet. Buy it first. Nothing was charged.")
    }

    @Test func `Another account owns nothing of this one's`() {
        let state = opened(owning: .sepia).hearing(.filtersChanged([.sepia]), openedWithFilters)
        #expect(state.account.filters.isEmpty && !state.owns(.sepia))
    }

    @Test func `The monkey does not react to a filter that the account before was to switch`() {
        let before = opened(owning: .sepia).sending(.filter(.sepia))
        #expect(before.hearing(.filtersChanged([.sepia])).reaction != nil)
        #expect(before.hearing(openedWithFilters, .filtersChanged([.sepia])).reaction == nil)
    }

    @Test(
        "All buttons are whole, each in one row, in every language", arguments: Language.allCases,
        [[], [PhotoFilter.greyscale], [.greyscale, .sepia]])
    func wholeButtons(language: Language, on filters: [PhotoFilter]) {
        Screens.$language.withValue(language) {
            let state = readyToFilter(owning: filters).hearing(.filtersChanged(Set(filters))).pressing("p")
            for columns in 34...80 {
                let text = state.frame(columns, 12).description
                #expect(text.count { $0 == "[" } == 3 && text.count { $0 == "]" } == 3, "\n\(text)")
            }
        }
    }

    @Test("All buttons are whole in the narrowest window", arguments: [[], [PhotoFilter.greyscale, .sepia]])
    func narrowest(owned: [PhotoFilter]) {
        let state = readyToFilter(owning: owned).pressing("p", .left)
        let row = state.frame(34, 10).description.split(separator: "\n").first { $0.contains("[") } ?? ""
        #expect(row.hasSuffix(">[Clear]"))
        #expect(row.contains(owned.isEmpty ? "[Buy Grey] [Buy Sepia]" : "[Grey: off] [Sepia: off]"))
    }
}

@Suite("Pictures")
struct PictureTests {
    private static let red = RGB(255, 0, 0)
    private static let green = RGB(0, 255, 0)
    private static let blue = RGB(0, 0, 255)
    private static let white = RGB(255, 255, 255)

    private static func row(_ shades: UInt8...) -> Picture {
        Picture(width: shades.count, pixels: shades.map { RGB($0, $0, $0) })
    }

    // Calculated by hand from the coefficients of CSS Filter Effects. Both filters together are sepia on
    // greyscale: the other way round, red would be 90 in each part.
    private static let filtered: [(Set<PhotoFilter>, RGB, RGB)] = [
        ([.greyscale], red, RGB(54, 54, 54)), ([.greyscale], green, RGB(182, 182, 182)),
        ([.greyscale], blue, RGB(18, 18, 18)), ([.greyscale], white, white),
        ([.greyscale], RGB(10, 20, 30), RGB(19, 19, 19)), ([.greyscale], RGB(0, 0, 0), RGB(0, 0, 0)),
        ([.sepia], red, RGB(100, 89, 69)), ([.sepia], white, RGB(255, 255, 239)),
        ([.sepia], RGB(10, 20, 30), RGB(25, 22, 17)), ([.sepia], RGB(0, 0, 0), RGB(0, 0, 0)),
        ([.greyscale, .sepia], red, RGB(73, 65, 51)), ([], RGB(1, 2, 3), RGB(1, 2, 3)),
    ]

    @Test("A filter changes each colour by its rule, and sepia comes after greyscale", arguments: filtered)
    func filters(filters: Set<PhotoFilter>, colour: RGB, expected: RGB) {
        let picture = Picture(width: 1, pixels: [colour, Self.white])
        let filtered = picture.filtered(through: filters)
        #expect(filtered[0, 0] == expected)
        #expect((filtered.width, filtered.height) == (1, 2))
    }

    @Test
    func `A picture of another size has the averages of the areas that its pixels cover, to either side`() {
        #expect(Self.row(0, 90, 180).scaled(width: 2, height: 1) == Self.row(30, 150))
        #expect(Self.row(0, 90).scaled(width: 3, height: 1) == Self.row(0, 45, 90))
        #expect(
            Self.row(10, 20, 30, 40).scaled(width: 2, height: 2).pixels == Self.row(15, 35, 15, 35).pixels)
        #expect(Self.row(0, 1).scaled(width: 1, height: 1) == Self.row(1))
        let square = Picture(width: 2, pixels: [Self.red, Self.green, Self.blue, Self.white])
        #expect(square.scaled(width: 1, height: 1).pixels == [RGB(128, 128, 128)])
        #expect(square.scaled(width: 1, height: 2).pixels == [RGB(128, 128, 0), RGB(128, 128, 255)])
        #expect(square.scaled(width: 2, height: 1).pixels == [RGB(128, 0, 128), RGB(128, 255, 128)])
    }

    @Test(
        "A picture keeps its proportions in the cells that it gets, and has at least one",
        arguments: [
            (160, 80, 80, 20, 80, 20), (160, 80, 78, 19, 76, 19), (160, 80, 30, 19, 30, 8),
            (100, 100, 40, 10, 20, 10),
            (1000, 1, 40, 10, 40, 1), (1, 1000, 40, 10, 1, 10), (1, 1, 3, 5, 3, 2),
        ])
    func fitting(width: Int, height: Int, columns: Int, rows: Int, fittingColumns: Int, fittingRows: Int) {
        let picture = Picture(width: width, pixels: Array(repeating: Self.red, count: width * height))
        let cells = picture.cells(fitting: Size(columns: columns, rows: rows))
        #expect(cells == Size(columns: fittingColumns, rows: fittingRows))
    }

    private func drawn(_ options: ScreenOptions, filters: Set<PhotoFilter> = []) -> [Cell] {
        var canvas = Canvas(StorefrontState(now: .now, options: options), size: Size(columns: 2, rows: 1))
        let picture = Picture(width: 2, pixels: [Self.red, Self.green, Self.blue, Self.white])
        canvas.drawPicture(picture, filters: DevelopingFilters(after: filters), columns: 0..<2, rows: 0..<1)
        return canvas.frame.cells
    }

    @Test func `With colours a cell shows two pixels, one above the other; in ASCII one`() {
        let cells = drawn(ScreenOptions())
        #expect(cells.map(\.character) == ["▀", "▀"])
        #expect(
            cells.map(\.style.colours) == [
                CellColours(foreground: Self.red, background: Self.blue),
                CellColours(foreground: Self.green, background: Self.white),
            ])
        let ascii = drawn(ScreenOptions(glyphs: .ascii))
        #expect(ascii.map(\.character) == [" ", " "])
        #expect(ascii.map(\.style.colours?.background) == [RGB(128, 0, 128), RGB(128, 255, 128)])
        #expect(drawn(ScreenOptions(), filters: [.greyscale])[0].style.colours?.foreground == RGB(54, 54, 54))
    }

    @Test func `Without colours, what is brighter has more ink`() {
        var options = ScreenOptions()
        options.depth = .none
        let cells = drawn(options)
        #expect(cells.map(\.character) == [" ", "█"])
        #expect(cells.allSatisfy { $0.style == Style() })
        options.glyphs = .ascii
        #expect(drawn(options).map(\.character) == [".", "%"])
        let black = Picture(width: 1, pixels: [RGB(0, 0, 0), RGB(255, 255, 255)])
        var canvas = Canvas(StorefrontState(now: .now, options: options), size: Size(columns: 1, rows: 2))
        canvas.drawPicture(
            black.scaled(width: 1, height: 4), filters: DevelopingFilters(after: []), columns: 0..<1,
            rows: 0..<2)
        #expect(canvas.frame.description == "\n@\n")
    }
}
