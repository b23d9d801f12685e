internal import StoreEvents
internal import StoreModel

/// The box of a help text, the last messages or a notice: its lines and its size. `drawLayer` draws it, and
/// keys use its size to scroll.
struct ReadingBox {
    let title: String
    let lines: [Line]
    let width: Int
    let height: Int

    struct Line {
        var text: TerminalText
        /// In the help, which cells are a heading or keys.
        var marks: [Mark] = []
    }

    struct Mark {
        let columns: Range<Int>
        let style: Style
    }

    /// The largest first line, which shows the end of the text.
    var lastFirstLine: Int { max(0, lines.count - (height - 2)) }

    init(_ state: StorefrontState, _ size: Size) {
        let (strings, glyphs) = (state.strings, state.options.glyphs)
        let layout = Layout(size)
        width = min(size.columns - 2, state.layer == .help ? Self.widestHelp : Self.widestText)
        let inner = width - 6
        let rows = layout.contentEnd - (layout.isRoomy ? 2 : 1)
        func wrapped(_ text: String) -> [Line] {
            TerminalText(text, glyphs: glyphs).wrapped(to: inner).map { Line(text: $0) }
        }
        func paragraphs(_ texts: [String]) -> [Line] {
            let empty = [Line(text: TerminalText(""))]
            return texts.flatMap { empty + wrapped($0) } + empty
        }
        (title, lines) =
            switch state.layer {
            case .help where state.openText == .commands:
                (
                    strings[.placePrompt],
                    strings.plainHelp(hasAccounts: state.store?.hasAccounts == true, onScreen: true)
                        .flatMap(wrapped)
                )
            case .help: (strings[.helpTitle], Self.help(state, width: inner, rows: rows - 2))
            case .messages:
                (
                    strings[.messagesTitle],
                    paragraphs(
                        state.messages.isEmpty
                            ? [strings[.noMessages]]
                            : state.messages.reversed().map { state.withoutKeyElsewhere($0.text) })
                )
            case .notice(.accountRecounted(let findings, let balance)):
                (strings[.accountTitle], paragraphs(strings.recounted(findings, balance: balance)))
            case .notice(.deliveryFailed(let transaction, let reason)):
                (
                    strings[.deliveryTitle],
                    paragraphs([strings.deliveryFailed(state.pieces(transaction.payment), reason)])
                )
            case .notice(.guestWelcomed): (strings[.guestTitle], paragraphs([strings[.guestBody]]))
            case .none, .value, .question, .sheet, .signIn: ("", [Line]())
            }
        height = min(rows, lines.count + 2)
    }

    private static let widestText = 74
    private static let widestHelp = 150
    /// The narrowest column of keys that is next to another one.
    private static let helpColumn = 33

    /// All keys, in as many columns as there is room for. Those that worked before the help opened are first.
    /// If several columns could not show all at once, only those and the keys that work everywhere.
    private static func help(_ state: StorefrontState, width: Int, rows: Int) -> [Line] {
        let count = max(1, (width + 2) / (helpColumn + 2))
        let column = (width + 2) / count - 2
        let first = state.contextBelowHelp
        let contexts = [first] + Keymap.Context.allCases.filter { $0 != first }
        let all = help(on: contexts, state, width: column)
        let isFewer = count > 1 && all.count > count * rows
        let lines = isFewer ? help(on: [first, .everywhere], state, width: column) : all
        let height = (lines.count + count - 1) / count
        return (0..<height).map { row in
            var joined = Line(text: TerminalText(""))
            for (index, line) in stride(from: row, to: lines.count, by: height).map({ lines[$0] })
                .enumerated()
            {
                let start = index * (column + 2)
                let before = joined.text
                joined.text =
                    index == 0 ? line.text : TerminalText(before, padding: start - before.width, line.text)
                joined.marks += line.marks.map { mark in
                    let columns = mark.columns.lowerBound + start..<mark.columns.upperBound + start
                    return Mark(columns: columns, style: mark.style)
                }
            }
            return joined
        }
    }

    private static func help(on contexts: [Keymap.Context], _ state: StorefrontState, width: Int) -> [Line] {
        let (strings, keymap, glyphs) = (state.strings, state.keymap, state.options.glyphs)
        var lines: [Line] = []
        for context in contexts {
            let bindings = state.workingBindings(in: context)
            if bindings.isEmpty { continue }
            if !lines.isEmpty { lines.append(Line(text: TerminalText(""))) }
            let heading = TerminalText(strings.name(of: context), glyphs: glyphs)
            lines.append(
                Line(text: heading, marks: [Mark(columns: 0..<heading.width, style: Style(.accent))]))
            for binding in bindings {
                let keys = TerminalText("  " + keymap.keyNames(binding), glyphs: glyphs)
                let mark = Mark(columns: 2..<keys.width, style: Style(bold: true))
                let (indent, empty) = (width >= 52 ? 20 : width >= helpColumn ? 14 : 4, TerminalText(""))
                var words = TerminalText(binding.words, glyphs: glyphs).wrapped(to: width - indent)
                // Long names of keys get their own line.
                let isBeside = keys.width + 2 <= indent
                let first =
                    isBeside ? TerminalText(keys, padding: indent - keys.width, words.removeFirst()) : keys
                lines.append(Line(text: first, marks: [mark]))
                lines += words.map { Line(text: TerminalText(empty, padding: indent, $0)) }
            }
        }
        return lines
    }
}

extension StorefrontState {
    /// The largest first line of the text on top.
    var lastFirstLine: Int {
        let size = size ?? Size(columns: 80, rows: 24)
        if case .value(let value) = layer {
            return LoneValue(value, strings, size, options.glyphs).lastFirstLine
        }
        return ReadingBox(self, size).lastFirstLine
    }

    /// How far a page of the text on top scrolls: one line of it stays.
    var linesOfPage: Int {
        let size = size ?? Size(columns: 80, rows: 24)
        let height =
            if case .value(let value) = layer {
                LoneValue(value, strings, size, options.glyphs).height
            } else {
                ReadingBox(self, size).height - 2
            }
        return max(1, height - 1)
    }
}
