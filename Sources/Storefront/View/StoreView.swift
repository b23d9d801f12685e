internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// Draws the store screen for the function `view`: the monkey, the balance, what is in flight and the log. The rows of
// the products are in `ProductRows.swift`.
extension Canvas {
    /// The row between the monkey and the products.
    static let creditsRow = 8
    /// The column of the texts beside the monkey.
    static let textColumn = 30

    mutating func drawStore() {
        let place = placeLine
        // The environment and the account matter more than the title.
        let hasTitle = clean(strings[.title]).width + clean(place).width + 6 <= columns
        drawHeader(hasTitle ? strings[.title] : "", right: place)
        if layout.isRoomy { drawRoomyStore() } else { drawCompactStore() }
    }

    /// The environment, the account and the state of the network.
    private var placeLine: String {
        guard let store = state.store else { return strings[.opening] }
        var parts = [strings[.environment(store.environment)]]
        if layout.isRoomy { parts.append(state.account(of: store)) }
        parts.append(strings.networkIs(up: state.isNetworkUp))
        return parts.joined(separator: " · ")
    }

    private mutating func drawRoomyStore() {
        let end = layout.storeEnd
        drawMonkey(row: 1)
        let width = end - Self.textColumn - 2
        drawBalance(column: Self.textColumn, row: 2, width: width)
        text(strings[state.isInDebt ? .inDebt : .mood(state.mood)], Self.textColumn, 3, width: width)
        rule(Self.creditsRow, to: end, title: strings[.productsHeading])
        let margin = layout.isTall ? 1 : 0
        let afterProducts = drawProducts(
            row: Self.creditsRow + 1 + margin, end: end, lastRow: layout.contentEnd - rowsBelowProducts)
        drawRestoreAndFeed(row: afterProducts, end: end)
        var row = afterProducts + 2
        if !layout.isTall {
            text(state.visibleInFlight.isEmpty ? "" : strings[.inFlightHeading], Self.textColumn, 4, Style(.accent))
            drawInFlight(column: Self.textColumn, row: 5, width: width, rows: 3)
        } else {
            row += 1
            rule(row, to: end, title: strings[.inFlightHeading])
            if state.visibleInFlight.isEmpty { text(strings[.nothingInFlight], 4, row + 2, Style(dim: true)) }
            drawInFlight(column: 4, row: row + 2, width: end - 6, rows: 6)
            row += 9
        }
        if layout.isWide {
            drawDivider(column: end)
            rule(1, from: end + 1, title: strings[.logHeading])
            drawLog(column: end + 2, rows: 2..<layout.contentEnd)
        } else if layout.contentEnd - row >= 2 {
            rule(row, title: strings[.logHeading])
            drawLog(column: 2, rows: row + 1..<layout.contentEnd)
        }
    }

    /// The line between the store and the log, joined to the horizontal ones.
    private mutating func drawDivider(column: Int) {
        for row in 0..<layout.contentEnd {
            let meetsRule = frame[column - 1, row].character == glyphs.horizontal
            let glyph =
                row == 0 ? glyphs.teeDown : row == 1 ? glyphs.teeRight : meetsRule ? glyphs.teeLeft : glyphs.vertical
            text(String(glyph), column, row, Style(dim: true))
        }
    }

    /// The rows for two buttons, and for the transactions in flight or the log; a low window has more products and no log.
    private var rowsBelowProducts: Int {
        let (others, spare) = layout.isTall ? (13, layout.contentEnd - 38) : (2, layout.contentEnd - 17)
        return layout.isWide ? others : others + min(3, max(0, spare))
    }

    mutating func drawMonkey(row: Int) {
        let picture = monkey
        for (index, line) in picture.rows.enumerated() { text(line, 3, row + index) }
        for (index, line) in picture.beside.enumerated() {
            text(line, 3 + MonkeyPicture.width, row + index, Style(.warning), width: MonkeyPicture.thingsWidth)
        }
    }

    var monkey: MonkeyPicture {
        MonkeyPicture(state.mood, options.glyphs, picture: state.moodPicture(allowsAnimation: options.allowsAnimation))
    }

    /// Draws the balance, with the credits that were just bought behind it, and returns the column for these.
    @discardableResult
    mutating func drawBalance(column: Int, row: Int, width: Int) -> Int {
        let style = Style(state.isInDebt ? .error : .accent, bold: true)
        let end = text(strings.balance(state.balance), column, row, style, width: width) + 2
        if case .credits(let credits) = state.currentReaction?.kind {
            let gain = "+\(strings.number(credits))"
            if end + gain.count < columns { text(gain, end, row, Style(.good, bold: true)) }
        }
        return end
    }

    /// The transactions in flight, as many as fit.
    private mutating func drawInFlight(column: Int, row: Int, width: Int, rows: Int) {
        let items = state.visibleInFlight
        guard !items.isEmpty else { return }
        let shown = items.count > rows ? rows - 1 : items.count
        for (index, item) in items.prefix(shown).enumerated() {
            let progress = state.progress(of: item.transaction)
            text(String(mark(progress)), column, row + index, Style(.warning))
            let words = strings.inFlight(progress).state
            let room = width - 4 - clean(words).width
            let end = text(state.pieces(item.transaction.payment), column + 2, row + index, width: room)
            text(words, max(end + 2, column + min(28, room + 3)), row + index, Style(.warning))
        }
        if items.count > shown {
            text(strings.andMore(items.count - shown), column + 2, row + shown, Style(dim: true))
        }
    }

    private func mark(_ progress: Progress) -> Character {
        guard progress == .purchasing, options.allowsAnimation, let since = state.spinningSince else {
            return glyphs.waiting
        }
        return glyphs.spinner[state.spinnerSteps(since: since) % glyphs.spinner.count]
    }

    private mutating func drawLog(column: Int, rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        for (index, entry) in state.log.suffix(rows.count).enumerated() {
            let row = rows.lowerBound + index
            let time = Moment.time(entry.date, options)
            text(time, column, row, Style(dim: true))
            text(entry.name, column + 10, row)
            text(entry.detail, column + 38, row, Style(dim: true), width: columns - column - 39)
        }
    }
}
