import Testing

@testable import Storefront

@Suite struct GoldenScreenTests {
    private static let styled = [
        "ready", "found", "typed-command", "purchases-off", "failed", "sheet", "transactions", "inspector",
        "photo",
    ]
    private static let signingIn = ["sign-in", "sign-in-refused", "sign-in-waiting", "new-account"]

    @Test(
        "Each screen looks as it was recorded",
        arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)])
    func screensLookAsRecorded(_ size: Size) throws {
        for (name, state) in Screens.all {
            try expectRecorded(state.frame(size.columns, size.rows).description, as: "\(name)-\(size)")
        }
    }

    @Test func `The store looks as it was recorded in a wide window, too`() throws {
        let store = try #require(Screens.all.first { $0.name == "in-flight" }).state
        try expectRecorded(store.frame(120, 36).description, as: "in-flight-120x36")
    }

    @Test func `A picture is there without colours, too`() throws {
        var photo = try #require(Screens.all.first { $0.name == "photo" }).state
        photo.options.depth = .none
        try expectRecorded(photo.frame().description, as: "photo-without-colours-80x24")
    }

    @Test func `Titles, warnings, the selection and what is disabled have styles of their own`() throws {
        for (name, state) in Screens.all where (Self.styled + Self.signingIn).contains(name) {
            try expectRecorded(state.frame().styleDescription, as: "\(name)-80x24-styles")
        }
        for (name, state) in Screens.all where Self.signingIn.contains(name) {
            try expectRecorded(state.frame(40, 12).styleDescription, as: "\(name)-40x12-styles")
        }
    }

    // MARK: ASCII

    /// What replaces a character if only ASCII can be shown, cell by cell: in texts, marks, lines and
    /// the monkey.
    private static let substitutes: [Character: String] = [
        "─": "-_", "│": "|", "╭": ".", "╮": ".", "╰": "'\\", "╯": "'/", "┬": ".", "┴": "'", "├": "|",
        "┤": "|",
        "┼": "+",
        "‹": "<", "›": ">", "✓": "+", "✗": "x", "–": "-", "·": "-.", "↩": "<", "•": "*", "█": "#", "░": ".",
        "×": "x",
        "’": "'",
    ]

    @Test func `In ASCII, a screen is the same with other characters in the same cells`() {
        var compared = 0
        for (name, state) in Screens.all where !Self.hasPicture(name) {
            let colourless = state.then { $0.options.depth = .none }
            let frame = colourless.frame()
            let ascii = colourless.then { $0.options.glyphs = .ascii }.frame()
            #expect(ascii.cells.allSatisfy { $0.character?.isASCII != false }, "\(name)")
            for row in 0..<frame.size.rows {
                let cells = (0..<frame.size.columns).map { frame[$0, row].character }
                // A character with a longer substitute moves whatever follows it.
                guard cells.allSatisfy({ $0.map { $0.isASCII || Self.substitutes[$0] != nil } ?? false })
                else {
                    continue
                }
                compared += 1
                for (column, character) in cells.enumerated() {
                    guard let character, let shown = ascii[column, row].character else { continue }
                    let isSame = shown == character || Self.substitutes[character]?.contains(shown) == true
                    #expect(isSame, "\(name): \(character) is \(shown) at \(column),\(row)")
                }
            }
        }
        #expect(compared > Screens.all.count * 10)
    }

    /// Whether the screen has a picture, whose shades are different in ASCII; texts as the person typed them;
    /// or names of keys, which have more lines in ASCII.
    private static func hasPicture(_ name: String) -> Bool {
        ["photo", "sign-in", "help"].contains(name)
    }
}

extension Frame {
    /// The styles in the places of the characters. A cell shows its role's first letter, in upper case if the
    /// text is bold. Other marks are `#` for reversed text, `_` for underlined text, `*` for text in its own
    /// colours, and `,` for dim ordinary text. Ordinary text is a dot, and a blank stays a blank.
    fileprivate var styleDescription: String {
        lines { column, row in
            let cell = self[column, row]
            if cell.style.isUnderlined { return "_" }
            if cell.style.isReverse { return "#" }
            if cell.style.colours != nil { return "*" }
            if cell.style.isDim { return cell.character == " " ? " " : "," }
            if cell.style.role == .normal && !cell.style.isBold { return cell.character == " " ? " " : "." }
            let letter = String(describing: cell.style.role).prefix(1)
            return Character(cell.style.isBold ? letter.uppercased() : String(letter))
        }
    }
}
