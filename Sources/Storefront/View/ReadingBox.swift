internal import StoreModel
internal import StorefrontStrings

/// The box of a help text, the last messages or a notice: its lines and its size. `drawLayer` draws it, and keys scroll by its size.
struct ReadingBox {
    let title: String
    let lines: [TerminalText]
    let width: Int
    let height: Int

    /// The largest first line, at the end of the text.
    var lastFirstLine: Int { max(0, lines.count - (height - 2)) }

    init(_ state: StorefrontState, _ size: Size, _ glyphs: ScreenOptions.Glyphs) {
        let strings = state.strings
        let layout = Layout(size)
        width = min(size.columns - 2, state.layer == .help ? Self.widestHelp : Self.widestText)
        let inner = width - 6
        let rows = layout.contentEnd - (layout.isRoomy ? 2 : 1)
        func paragraphs(_ texts: [String]) -> [TerminalText] {
            let empty = [TerminalText("")]
            return texts.flatMap { empty + TerminalText($0, glyphs: glyphs).wrapped(to: inner) } + empty
        }
        func pieces(_ payment: Payment) -> String {
            strings.pieces(payment.quantity, of: payment.productIdentifier.rawValue)
        }
        (title, lines) =
            switch state.layer {
            case .help: (strings[.helpTitle], Self.help(state, glyphs, width: inner, rows: rows - 2))
            case .messages:
                (
                    strings[.messagesTitle],
                    paragraphs(state.messages.isEmpty ? [strings[.noMessages]] : state.messages.reversed().map(\.text))
                )
            case .notice(.accountRecounted(let findings, let balance)):
                (strings[.accountTitle], paragraphs(strings.recounted(findings, balance: balance)))
            case .notice(.deliveryFailed(let transaction, let reason)):
                (strings[.deliveryTitle], paragraphs([strings.deliveryFailed(pieces(transaction.payment), reason)]))
            case .notice(.guestWelcomed): (strings[.guestTitle], paragraphs([strings[.guestBody]]))
            case .none, .question, .sheet, .signIn: ("", [TerminalText]())
            }
        height = min(rows, lines.count + 2)
    }

    private static let widestText = 74
    private static let widestHelp = 150
    /// The narrowest column of keys beside another one.
    private static let helpColumn = 33

    /// All keys, those of the open screen first, in as many columns as there is room for. If they would not be seen at once in
    /// several columns, only those that work now.
    private static func help(
        _ state: StorefrontState, _ glyphs: ScreenOptions.Glyphs, width: Int, rows: Int
    ) -> [TerminalText] {
        let count = max(1, (width + 2) / (helpColumn + 2))
        let column = (width + 2) / count - 2
        let first = state.placeContext
        let contexts = [first] + Keymap.Context.allCases.filter { $0 != first }
        let all = help(on: contexts, state, glyphs, width: column)
        let isFewer = count > 1 && all.count > count * rows
        let lines = isFewer ? help(on: [first, .everywhere], state, glyphs, width: column) : all
        let height = (lines.count + count - 1) / count
        return (0..<height).map { row in
            stride(from: row + height, to: lines.count, by: height).reduce(lines[row]) { left, index in
                let end = ((index - row) / height) * (column + 2)
                return TerminalText(left, padding: end - left.width, lines[index])
            }
        }
    }

    private static func help(
        on contexts: [Keymap.Context], _ state: StorefrontState, _ glyphs: ScreenOptions.Glyphs, width: Int
    ) -> [TerminalText] {
        let (strings, keymap) = (state.strings, state.keymap)
        var lines: [TerminalText] = []
        for context in contexts {
            let bindings = state.bindings(in: context)
            if bindings.isEmpty { continue }
            if !lines.isEmpty { lines.append(TerminalText("")) }
            lines.append(TerminalText(strings.name(of: context), glyphs: glyphs))
            for binding in bindings {
                let keys = TerminalText("  " + keymap.keyNames(binding), glyphs: glyphs)
                let (indent, empty) = (width >= 52 ? 20 : width >= helpColumn ? 14 : 4, TerminalText(""))
                var words = TerminalText(binding.words, glyphs: glyphs).wrapped(to: width - indent)
                // Long names of keys take a line of their own.
                let isBeside = keys.width + 2 <= indent
                lines.append(isBeside ? TerminalText(keys, padding: indent - keys.width, words.removeFirst()) : keys)
                lines += words.map { TerminalText(empty, padding: indent, $0) }
            }
        }
        return lines
    }
}

extension StorefrontState {
    /// The same for the text on top.
    var lastFirstLine: Int { ReadingBox(self, size ?? Size(columns: 80, rows: 24), .unicode).lastFirstLine }
}
