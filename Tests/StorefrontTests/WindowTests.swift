import StoreEvents
import StoreModel
import Testing

@testable import Storefront

@Suite struct WindowTests {
    @Test(
        "Every screen can be drawn at every width from 1 to 60 and every height from 1 to 30, and in odd big windows",
        arguments: Screens.all.map(\.name))
    func everySizeCanBeDrawn(_ name: String) throws {
        let state = try #require(Screens.all.first { $0.name == name }).state
        var sizes = [(64, 19), (79, 20), (120, 19), (119, 100), (500, 12), (3000, 3), (34, 200)]
        // In the smallest windows, around the smallest one that shows the store (34x10), and above.
        for columns in 1...60 { sizes += [1, 10, 19].map { (columns, $0) } }
        for rows in 1...30 { sizes += [1, 33, 34, 60].map { ($0, rows) } }
        for (columns, rows) in sizes {
            let frame = state.frame(columns, rows)
            let isWhole = frame.cells.count == columns * rows
            let isCursorInside = frame.cursor.map { $0.column < columns && $0.row < rows } ?? true
            if !isWhole || !isCursorInside { Issue.record("\(columns)x\(rows)") }
        }
    }

    @Test func `A window that is too small says so, and what it needs and has, in lines`() {
        func begins(_ columns: Int, _ rows: Int, _ lines: String) -> Bool {
            ready().frame(columns, rows).description.hasPrefix(lines)
        }
        #expect(begins(33, 10, "The window is too small: 33x10.\nIt needs 34x10.\n"))
        #expect(begins(34, 9, "The window is too small: 34x9. It\nneeds 34x10.\n"))
        #expect(begins(20, 5, "The window is too\nsmall: 20x5. It\nneeds 34x10.\n"))
        #expect(!ready().frame(34, 10).description.contains("too small"))
    }

    @Test func `However much is sold, 80x24 has room for nine products and for two lines of the log`() {
        let many = (0..<10).map { ProductIdentifier(rawValue: "com.example.product\($0)") }
        let text = state(after: opened(selling: many), balance(35), network(up: true)).frame().description
        for part in ["1–9 of 10 ↓", "product8", "─ Notifications ─", "BalanceChanged", "NetworkChanged"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func `The smallest window shows balance, both products, the feed button and the way to the keys`() {
        let text = ready().frame(34, 10).description
        for part in [
            "35 monkey credits", "[ Buy 5 ]", "$0.99", "[ Buy 10 ]", "$1.99", "[ Feed a banana ]", "? Keys",
            "q quit",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let asked = ready().hearing(sheet())
        for part in ["$5.97", "no real money", "[ Buy ]", "[ Cancel ]", "Esc cancel", "? Keys"] {
            #expect(asked.frame(34, 10).description.contains(part), "\(part)")
        }
    }

    @Test(
        "A row shows the total of the chosen pieces, in the style of totals, at every width",
        arguments: [34, 40, 60, 80, 100, 120])
    func total(columns: Int) {
        let frame = ready().pressing("2", .right, .right, "1").frame(columns, 24)
        #expect(frame.description.contains("$5.97"))
        let price = frame.cells.indices.first { index in
            zip(frame.cells[index...], "$5.97").allSatisfy { $0.character == $1 }
        }
        #expect(price.map { frame.cells[$0].style } == Style(.accent))
    }

    @Test(
        "In 80 columns each setting has its name and says what it does, in every language",
        arguments: Language.allCases)
    func meaningsFit(_ language: Language) {
        var state = StorefrontState(now: start, language: language).hearing(opened(), balance(35), fetched)
        state.press("s")
        let text = state.frame(80, 24).description
        for row in SettingsRow.allCases {
            let setting = language.strings.setting(row)
            #expect(text.contains(setting.name), "\(row)")
            #expect(text.contains(setting.meaning), "\(row)")
        }
    }

    @Test func `The settings say which of them a low window shows, and if there are more below`() {
        var state = ready().pressing("s")
        #expect(state.frame(40, 12).description.contains(" 1–8 of 10 ↓ ─\n"))
        for _ in SettingsRow.allCases.dropFirst() { state.press(.down) }
        #expect(state.frame(40, 12).description.contains(" 3–10 of 10 ─\n"))
        #expect(state.frame(80, 24).description.contains(" Monkey Store ─\n"))
    }

    @Test(
        "Moving the focus changes two rows, so that it costs few bytes",
        arguments: [Key.down, .up, "2", .tab])
    func movingTheFocusIsCheap(_ key: Key) {
        for state in [ready(), ready(balance: 0)] {
            var moved = state
            moved.press(key)
            let before = state.frame()
            let after = moved.frame()
            // Without the footer, which says what the selected button does.
            let cells = before.cells.indices.dropLast(before.size.columns)
            let changed = Set(
                cells.filter { before.cells[$0] != after.cells[$0] }.map { $0 / before.size.columns })
            #expect(
                changed
                    == [before.cursor?.row, after.cursor?.row].compactMap(\.self).reduce(into: []) {
                        $0.insert($1)
                    })
            #expect(before.cursor?.row != after.cursor?.row)
        }
    }

    @Test(arguments: [(0, "x 猿"), (1, " x猿"), (2, "猿x"), (3, "猿 x")])
    func `A text over one half of a wide character leaves no other half`(_ column: Int, _ expected: String) {
        var canvas = Canvas(StorefrontState(now: .now), size: Size(columns: 8, rows: 1))
        canvas.text("猿猿", 0, 0)
        canvas.text("x", column, 0)
        #expect(canvas.frame.description == expected + "\n")
    }

    @Test func `The selection is marked by a sign, by reversed cells, and by the cursor`() throws {
        let state = ready().pressing("2")
        let frame = state.frame()
        let cursor = try #require(frame.cursor)
        #expect(frame[cursor.column, cursor.row].character == ">")
        #expect((2..<78).allSatisfy { frame[$0, cursor.row].style.isReverse })
        #expect(frame.cells.count { $0.style.isReverse } == 76)
    }

    @Test(
        "Without colours, too, a step of a purchase that is still to come does not look like one that happened",
        arguments: [(ScreenOptions.Glyphs.unicode, "→"), (ScreenOptions.Glyphs.ascii, ">")])
    func stepsToCome(_ glyphs: ScreenOptions.Glyphs, _ arrow: String) {
        var state = ready().hearing(
            updated(transaction("k")), updated(transaction("k", five, .deferred)))
        (state.options.glyphs, state.options.depth) = (glyphs, .none)
        func shows(_ steps: String) -> Bool {
            let text = state.frame().description
            return text.contains(" \(steps.replacing("→", with: arrow))\n")
        }
        #expect(shows("purchasing → deferred  (purchased → delivered → finished)"))
        state.hear(updated(transaction("k", five, .purchased)))
        #expect(shows("deferred → purchased  (delivered → finished)"))
        state.hear(.transactionSucceeded(transaction("k", five, .purchased)))
        #expect(shows("deferred → purchased → delivered → finished"))
    }

    @Test(
        "The selected row is reversed from end to end in every list, and has no other look",
        arguments: ["ready", "settings", "transactions", "subscriptions"])
    func wholeRow(_ name: String) throws {
        let frame = try #require(Screens.all.first { $0.name == name }).state.frame()
        let row = try #require((0..<24).first { frame[2, $0].style.isReverse })
        #expect((2..<78).allSatisfy { frame[$0, row].style == Style(reverse: true) })
    }

    @Test func `Ten thousand transactions are drawn by drawing only those that are seen`() {
        var state = ready().pressing("t")
        let all = (0..<10_000).map {
            transaction(IdempotencyKey(rawValue: "key \($0)"), quantity: $0 % 10 + 1)
        }
        state.hear(transactionsListed(all.map { ($0, []) }))
        state.press(.end)
        #expect(state.frame().description.contains("key 9999"))
        state.press(.up)
        #expect(state.frame().description.contains("key 9998"))
        state.press(.home, .pageDown)
        #expect(state.frame().description.contains("key 10\n"))
        #expect(state.frame().description.contains("10,000 transactions"))
    }
}
