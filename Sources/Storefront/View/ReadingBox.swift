internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

/// A text that is read in a box on top of the screen: its lines and how much of them the window shows.
struct ReadingBox {
    let title: String
    let lines: [TerminalText]
    let width: Int
    let height: Int

    /// The furthest that the text can be scrolled.
    var lastFirstLine: Int { max(0, lines.count - (height - 2)) }

    init(_ state: StorefrontState, _ size: Size, _ glyphs: ScreenOptions.Glyphs) {
        let strings = state.strings
        let layout = Layout(size)
        width = min(layout.storeEnd - 2, 74)
        let inner = width - 6
        func paragraphs(_ texts: [String]) -> [TerminalText] {
            texts.flatMap { [TerminalText("")] + TerminalText($0, glyphs: glyphs).wrapped(to: inner) } + [
                TerminalText("")
            ]
        }
        switch state.layer {
        case .help:
            title = strings.helpTitle
            lines = Self.help(state, glyphs, width: inner)
        case .notice(.ledgerTampered(let event)):
            title = strings.ledgerTitle
            lines = paragraphs([strings.ledgerBody(balance: event.balance)] + event.findings)
        case .notice(.deliveryFailed(let event)):
            title = strings.deliveryTitle
            let payment = event.transaction.payment
            let pieces = strings.pieces(payment.quantity, of: payment.productIdentifier.rawValue)
            lines = paragraphs([strings.deliveryFailed(pieces, event.reason)])
        case .notice(.creditsMoved(let event)):
            title = strings.creditsMovedTitle
            lines = paragraphs([strings.creditsMoved(event)])
        case .notice(.hostSaid(let event)):
            title = strings.hostTitle
            lines = paragraphs([event.text])
        case .notice(.guestWelcomed):
            title = strings.guestTitle
            lines = paragraphs([strings.guestBody])
        case .none, .quitQuestion, .sheet, .signIn:
            title = ""
            lines = []
        }
        height = min(layout.contentEnd - (layout.isRoomy ? 2 : 1), lines.count + 2)
    }

    /// All keys, those of the open screen first.
    private static func help(
        _ state: StorefrontState, _ glyphs: ScreenOptions.Glyphs, width: Int
    ) -> [TerminalText] {
        let (strings, keymap) = (state.strings, state.keymap)
        var lines: [TerminalText] = []
        let first = state.placeContext
        for context in [first] + Keymap.Context.allCases.filter({ $0 != first }) {
            let bindings = state.bindings(in: context)
            if bindings.isEmpty { continue }
            if !lines.isEmpty { lines.append(TerminalText("")) }
            lines.append(TerminalText(strings.name(of: context), glyphs: glyphs))
            for binding in bindings {
                let keys = TerminalText("  " + keymap.keyNames(binding), glyphs: glyphs)
                let (indent, empty) = (width >= 52 ? 20 : 4, TerminalText(""))
                var words = TerminalText(binding.words, glyphs: glyphs).wrapped(to: width - indent)
                // Long names of keys have a line of their own.
                let isBeside = keys.width + 2 <= indent
                lines.append(isBeside ? TerminalText(keys, padding: indent - keys.width, words.removeFirst()) : keys)
                lines += words.map { TerminalText(empty, padding: indent, $0) }
            }
        }
        return lines
    }
}

extension StorefrontState {
    /// The furthest that the text on top can be scrolled.
    var lastFirstLine: Int {
        ReadingBox(self, size ?? Size(columns: 80, rows: 24), .unicode).lastFirstLine
    }
}
