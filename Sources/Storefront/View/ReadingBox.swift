internal import StoreModel

/// A text that is read in a box on top of the screen: its lines and how much of them the window shows.
struct ReadingBox {
    let title: String
    let lines: [TerminalText]
    let width: Int
    let height: Int

    /// The furthest that the text can be scrolled.
    var lastFirstLine: Int { max(0, lines.count - (height - 2)) }

    init(_ layer: Layer, _ strings: Strings, _ size: Size, _ glyphs: ScreenOptions.Glyphs) {
        width = min(size.columns - 2, 74)
        let inner = width - 6
        func paragraphs(_ texts: [String]) -> [TerminalText] {
            texts.flatMap { [TerminalText("")] + TerminalText($0, glyphs: glyphs).wrapped(to: inner) } + [
                TerminalText("")
            ]
        }
        switch layer {
        case .help:
            title = strings.helpTitle
            lines = Self.help(Keymap(strings), strings, glyphs)
        case .notice(.ledgerTampered(let fact)):
            title = strings.ledgerTitle
            lines = paragraphs([strings.ledgerBody(balance: fact.balance)] + fact.findings)
        case .notice(.deliveryFailed(let fact)):
            title = strings.deliveryTitle
            let payment = fact.transaction.payment
            let pieces = strings.pieces(payment.quantity, of: payment.productIdentifier.rawValue)
            lines = paragraphs([strings.deliveryFailed(pieces, fact.reason)])
        case .none, .quitQuestion, .sheet:
            title = ""
            lines = []
        }
        height = min(size.rows - 2, lines.count + 2)
    }

    private static func help(
        _ keymap: Keymap, _ strings: Strings, _ glyphs: ScreenOptions.Glyphs
    ) -> [TerminalText] {
        var lines: [TerminalText] = []
        for context in Keymap.Context.allCases {
            if !lines.isEmpty { lines.append(TerminalText("")) }
            lines.append(TerminalText(strings.name(of: context), glyphs: glyphs))
            for binding in keymap.bindings where binding.context == context {
                let keys = TerminalText("  " + keymap.keyNames(binding), glyphs: glyphs)
                lines.append(
                    TerminalText(keys, padding: max(2, 20 - keys.width), TerminalText(binding.words, glyphs: glyphs)))
            }
        }
        return lines
    }
}

extension StorefrontState {
    /// The furthest that the text on top can be scrolled.
    var lastFirstLine: Int {
        ReadingBox(layer, strings, size ?? Size(columns: 80, rows: 24), .unicode).lastFirstLine
    }
}
