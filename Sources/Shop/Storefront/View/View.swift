/// The frame for a state. It depends only on the state and the window's size. `StorefrontScreen` calls it.
/// Below is what all screens share: layout, header, status line, lists and footer.
func view(_ state: StorefrontState, size: Size) -> Frame {
    var canvas = Canvas(state, size: size)
    guard size.fits else {
        let words = canvas.strings.tooSmall(need: Size.needed.description, have: size.description)
        for (row, line) in canvas.clean(words).wrapped(to: size.columns).enumerated() {
            canvas.text(line, 0, row)
        }
        return canvas.frame
    }
    if case .value(let value) = state.layer {
        let lone = LoneValue(value, canvas.strings, size, state.options.glyphs)
        canvas.draw(lone)
        // The message may cover the hint, but not the end of the value.
        if let message = state.message {
            canvas.drawMessage(message, above: size.rows, most: lone.hint.count)
        }
        return canvas.frame
    }
    switch state.place {
    case .store: canvas.drawStore()
    case .photo: canvas.drawPhoto()
    case .settings: canvas.drawSettings()
    case .transactions: canvas.drawTransactions()
    case .inspector: canvas.drawInspector()
    case .subscriptions: canvas.drawSubscriptions()
    case .reader: canvas.drawReader()
    }
    canvas.drawLayer()
    canvas.drawStatusAndFooter()
    canvas.frame.title = canvas.windowTitle
    return canvas.frame
}

/// The positions of the parts of every screen.
struct Layout {
    /// The height of the status line: two rows in a narrow window.
    let statusRows: Int
    /// The first row below the content.
    let contentEnd: Int
    /// The first row of a list below the header.
    let firstRow: Int
    /// Whether there is room for margins, long dates and introductions.
    let isRoomy: Bool

    init(_ size: Size) {
        isRoomy = size.columns >= 64 && size.rows >= 19
        firstRow = isRoomy ? 2 : 1
        statusRows = size.columns < 80 && size.rows >= 12 ? 2 : 1
        contentEnd = size.rows - 1 - statusRows
    }
}

extension Canvas {
    var layout: Layout { Layout(frame.size) }

    /// The first row: a title, and a text on the right if it fits.
    mutating func drawHeader(_ title: String, right: String, rightStyle: Style = Style(dim: true)) {
        rule(0)
        let end = title.isEmpty ? 1 : text(" \(title) ", 1, 0, Style(.accent, bold: true))
        guard end + clean(right).width + 3 <= columns else { return }
        textEnding(at: columns - 1, " \(right) ", 0, rightStyle)
    }

    /// The title of the window: the balance, what waits, and whose window it is. Somebody who sees only a tab
    /// wants to know this.
    var windowTitle: String {
        let waiting = state.visibleInFlight.isEmpty ? nil : inFlightSummary(width: Self.titleWidth)
        let balance = state.account.balance.map { strings.balance($0) }
        return clean([balance, waiting, strings[.title]].compactMap(\.self).joined(separator: " · ")).string
    }

    private static let titleWidth = 40

    /// Draws a message. If it is too long for the status line, it covers the rows above, but no layer. If a
    /// layer has taken the status line, a new message covers its lower border.
    mutating func drawStatusAndFooter() {
        if let prompt = state.prompt, !state.isPromptCovered {
            drawPrompt(prompt)
        } else if let status = state.statusLine {
            let room = max(
                state.message == nil ? 0 : 1, layout.contentEnd + layout.statusRows - layerEnd)
            let words = state.withoutKeyElsewhere(status.text)
            let lines = lines(words, width: columns - 2, most: min(layout.statusRows + 2, room))
            let first = layout.contentEnd + layout.statusRows - max(min(layout.statusRows, room), lines.count)
            for (index, line) in lines.enumerated() {
                text(blank, 0, first + index)
                text(line, 1, first + index, Style(status.role), width: columns - 2)
            }
        }
        drawFooter()
    }

    var blank: TerminalText { clean(String(repeating: " ", count: columns)) }

    /// A screen with only a sentence. The small monkey is before it, if there is room.
    mutating func drawNothing(but sentence: Text, withMonkey: Bool = false) {
        let column = withMonkey && layout.isRoomy ? text(monkey.small, 3, 3) + 2 : 3
        paragraph(strings[sentence], column, 3)
    }

    /// A text in at most `most` lines. If there are more, the last one ends with an ellipsis.
    func lines(_ text: String, width: Int, most: Int) -> [TerminalText] {
        guard most > 0 else { return [] }
        let lines = clean(text.withKeyWhole).wrapped(to: width)
        guard lines.count > most else { return lines }
        return lines.prefix(most - 1) + [clean(lines[most - 1].string + "…")]
    }

    /// The rows of a list are no longer than this, so that they are easy to follow.
    static let widestList = 100

    /// The rows of a list that fit, around the selected one.
    func visible(_ count: Int, around selected: Int, rows: Int) -> Range<Int> {
        let visible = min(count, max(rows, 1))
        let first = min(max(selected - visible / 2, 0), count - visible)
        return first..<first + visible
    }

    private typealias FooterKey = (key: Key?, keys: String, words: String)

    /// The keys of this screen on the left, and on the right the keys that work everywhere: as many as fit.
    private mutating func drawFooter() {
        text(blank, 0, rows - 1)
        let context = state.context
        // Some of them make room for the screen's own keys.
        let givesWay = { (binding: Keymap.Binding) in
            [.command, .find, .nextMatch, .messages].contains(binding.action)
        }
        let everywhere = state.bindings(in: .everywhere)
        let givingWay = everywhere.filter(givesWay)
        let bindings =
            givingWay.filter { $0.action == .nextMatch } + state.bindings(in: context)
            + givingWay.filter { $0.action != .nextMatch }
        let own = state.keymap.footer(of: bindings, in: context)
        var common = state.keymap.footer(of: everywhere.filter { !givesWay($0) }, in: context)
        // The key that goes back gets its place before all others. In a question, the key that agrees, too,
        // because it is harder to guess, but only if there is room for both beside the help.
        let needed =
            width(of: Array(own.prefix(1))) + width(of: own.filter { $0.key == .escape })
            + width(of: Array(common.prefix(1)))
        let hasRoom = context == .dialog && 1 + needed <= columns + 1
        let isReserved = { (key: FooterKey) in key.key == .escape || hasRoom && key.key == own.first?.key }
        var column = 1 + width(of: own.filter(isReserved))
        // The help, which comes first, names the others.
        while column + width(of: common) > columns + 1, !common.isEmpty { common.removeLast() }
        let end = columns + 1 - width(of: common)
        drawFooterKeys(common, from: end)
        let fitting = own.filter { key in
            if isReserved(key) { return true }
            guard column + width(of: [key]) <= end else { return false }
            column += width(of: [key])
            return true
        }
        drawFooterKeys(fitting, from: 1)
    }

    private mutating func drawFooterKeys(_ keys: [FooterKey], from column: Int) {
        var column = column
        for (key, names, words) in keys {
            let start = column
            column = text(names, column, rows - 1, Style(.accent)) + 1
            column = text(words, column, rows - 1, Style(dim: true))
            clickable(start..<column, rows - 1, key.map { .key($0, in: state.context) })
            column += 2
        }
    }

    /// With the two blanks after each.
    private func width(of keys: [FooterKey]) -> Int {
        keys.reduce(0) { $0 + clean($1.keys).width + 1 + clean($1.words).width + 2 }
    }
}
