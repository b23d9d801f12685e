import StoreEvents
import Testing

@testable import Storefront

@Suite("The monkey in pixels, and the balance in large digits")
struct MonkeyTests {
    private static let sprites = [MonkeySprite.small, .large]

    @Test func `The drawings have the sizes that the layout gives them, and no part is outside or ragged`() {
        #expect(MonkeySprite.small.height == 2 * StoreLayout.monkeyRows)
        #expect(MonkeySprite.large.height == 2 * StoreLayout.largeMonkeyRows)
        // The texts begin after it.
        #expect(MonkeySprite.small.width + 3 < Canvas.textColumn)
        for sprite in Self.sprites {
            for (name, value) in Mirror(reflecting: sprite).children {
                guard let part = value as? MonkeySprite.Part else { continue }
                let rows = part.letters.split(separator: "\n")
                let width = rows[0].count
                #expect(rows.allSatisfy { $0.count == width }, "\(name ?? "")")
                #expect(
                    part.column + width <= sprite.width && part.row + rows.count <= sprite.height,
                    "\(name ?? "")")
            }
        }
    }

    @Test func `Each mood has a face of its own in each of its pictures, in colours that exist`() {
        for sprite in Self.sprites {
            var seen: Set<SpritePixels> = []
            for mood in Mood.allCases {
                for picture in 0..<mood.pictures {
                    let pixels = sprite.pixels(mood, picture: picture)
                    #expect(seen.insert(pixels).inserted, "\(mood) \(picture)")
                    for letter in Set(pixels.letters) where letter != SpritePixels.nothing {
                        #expect(SpriteColours.colour(of: letter) != nil, "\(mood): \(letter)")
                    }
                }
            }
        }
    }

    @Test func `The cells show all pixels, and the terminal's background where there is none`() {
        for sprite in Self.sprites {
            for mood in Mood.allCases {
                let pixels = sprite.pixels(mood, picture: mood.pictures - 1)
                var canvas = Canvas(
                    StorefrontState(now: .now), size: Size(columns: pixels.width, rows: pixels.height / 2))
                canvas.draw(pixels, column: 0, row: 0, rows: pixels.height / 2)
                for row in 0..<pixels.height {
                    for column in 0..<pixels.width {
                        let shown = Self.colour(of: canvas.frame[column, row / 2], isUpper: row % 2 == 0)
                        #expect(
                            shown == SpriteColours.colour(of: pixels[column, row]),
                            "\(mood): \(column),\(row)")
                    }
                }
            }
        }
    }

    private static func colour(of cell: Cell, isUpper: Bool) -> RGB? {
        guard let colours = cell.style.colours else { return nil }
        return switch cell.character {
        case "▀": isUpper ? colours.foreground : colours.background
        case "▄": isUpper ? colours.background : colours.foreground
        case "█": colours.foreground
        default: colours.background
        }
    }

    @Test(
        "Without Unicode or many colours, the monkey is made of lines and the store has no pixels",
        arguments: [ScreenOptions.Depth.none, .basic, .many], [ScreenOptions.Glyphs.unicode, .ascii])
    func lines(_ depth: ScreenOptions.Depth, _ glyphs: ScreenOptions.Glyphs) {
        let state = ready().then { ($0.options.depth, $0.options.glyphs) = (depth, glyphs) }
        for (columns, rows) in [(80, 24), (120, 36), (200, 60)] {
            let frame = state.frame(columns, rows)
            let hasLines = frame.description.contains(glyphs == .ascii ? ".--------." : "╭────────╮")
            let hasPixels = frame.cells.contains { $0.style.colours != nil }
            #expect(hasLines == (depth != .many || glyphs == .ascii))
            #expect(hasPixels == !hasLines)
        }
    }

    @Test("In every window the balance is there as a text, too", arguments: [-5, 1234])
    func balanceIsText(_ balance: Int) {
        let state = ready(balance: balance)
        let text = "\(state.strings.number(balance)) monkey credits"
        for size in AllSizesTests.lines(rows: [10, 24, 60], columns: [34, 80]).joined() {
            #expect(state.frame(size.columns, size.rows).description.contains(text), "\(size)")
        }
    }

    @Test func `A window of 80x24 has the balance in large digits, with a sign if it is a debt`() {
        for balance in [0, 7, 35, 345, -5, -35] {
            let state = ready(balance: balance)
            #expect(Self.number(in: state.frame(), like: String(balance)) == String(balance))
        }
    }

    @Test
    func `What comes is counted up in the pictures of its moment, and without them it is there at once`() {
        var state = ready().hearing(balance(45, change: 10, .purchase))
        var shown: [String?] = []
        while let deadline = state.nextDeadline {
            shown.append(Self.number(in: state.frame(), like: "45"))
            #expect(state.frame().description.contains("45 monkey credits  +10"))
            state.now = deadline
        }
        #expect(shown == ["37", "40", "42", "45"])
        state = ready().hearing(balance(45, change: 10, .purchase))
        state.options.allowsAnimation = false
        #expect(Self.number(in: state.frame(), like: "45") == "45")
    }

    @Test func `While a debt is counted up, its sign has room beside the words`() {
        let state = ready(balance: -3).hearing(balance(2, change: 5, .purchase))
        #expect(Self.number(in: state.frame(), like: "-2") == "-2")
        #expect(state.frame().description.contains("2 monkey credits  +5"))
    }

    @Test func `Pixels, pictures and lines are cut off at the edges of the window`() {
        let picture = sunset.scaled(width: 8, height: 4)
        func drawn(_ size: Size, _ column: Int, _ row: Int) -> Frame {
            var canvas = Canvas(StorefrontState(now: .now), size: size)
            let monkey = MonkeySprite.small.pixels(.waiting, picture: 0)
            canvas.draw(monkey, column: column, row: row, rows: monkey.height / 2)
            canvas.draw(LargeNumber("-35").pixels, column: column + 2, row: row + 1, Style())
            canvas.drawPicture(
                picture, filters: DevelopingFilters(after: []), columns: column + 4..<column + 12,
                rows: row + 2..<row + 4)
            canvas.rule(row, from: column, to: column + 8)
            canvas.select(row + 1, column..<column + 8)
            return canvas.frame
        }
        // Far enough from all edges.
        let whole = drawn(Size(columns: 90, rows: 40), 30, 12)
        for size in [(1, 1), (3, 30), (40, 2), (12, 5)].map({ Size(columns: $0, rows: $1) }) {
            for column in stride(from: -25, through: size.columns + 3, by: 3) {
                for row in -9...size.rows + 2 {
                    let frame = drawn(size, column, row)
                    let isCut = frame.cells.indices.allSatisfy { index in
                        let (x, y) = (index % size.columns, index / size.columns)
                        let (wholeX, wholeY) = (x - column + 30, y - row + 12)
                        guard (0..<90).contains(wholeX), (0..<40).contains(wholeY) else { return true }
                        return frame[x, y] == whole[wholeX, wholeY]
                    }
                    #expect(isCut, "\(size) at \(column),\(row)")
                }
            }
        }
    }

    /// The large number beside the monkey, as wide as another number.
    private static func number(in frame: Frame, like text: String) -> String? {
        let width = LargeNumber.width(of: text)
        func rows(_ frame: Frame, column: Int, _ row: Int) -> [[Character?]] {
            (row..<row + LargeNumber.rows).map { row in
                (column..<column + width).map { frame[$0, row].character }
            }
        }
        let shown = rows(frame, column: Canvas.textColumn, 3)
        return (-50...400).map(String.init).first { number in
            guard LargeNumber.width(of: number) == width else { return false }
            var canvas = Canvas(
                StorefrontState(now: .now), size: Size(columns: width, rows: LargeNumber.rows))
            canvas.draw(LargeNumber(number).pixels, column: 0, row: 0, Style())
            return rows(canvas.frame, column: 0, 0) == shown
        }
    }
}
