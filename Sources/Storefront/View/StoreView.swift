internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// Draws the store screen for the function `view`: the monkey, the balance, what is in flight and the log, where
// `StoreLayout` has them. The rows of the products are in `ProductRows.swift`.
extension Canvas {
    /// The column of the texts beside the monkey, counted from the monkey's own.
    static let textColumn = 30
    /// The narrowest place with texts beside the monkey.
    private static let textsBesideMonkey = 64

    mutating func drawStore() {
        let place = placeLine
        // The environment and the account matter more than the title.
        let hasTitle = clean(strings[.title]).width + clean(place).width + 6 <= columns
        drawHeader(hasTitle ? strings[.title] : "", right: place)
        drawHead()
        drawProducts()
        drawButtons()
        if let area = storeLayout.inFlight {
            rule(area.rows.lowerBound - 1, to: area.columns.upperBound, title: strings[.inFlightHeading])
            let isEmpty = state.visibleInFlight.isEmpty
            if isEmpty { text(strings[.nothingInFlight], 4, area.rows.lowerBound, Style(dim: true)) }
            drawInFlight(state.visibleInFlight, column: 4, rows: area.rows, width: area.columns.upperBound - 6)
        }
        if let area = storeLayout.log { drawLog(area) }
        let isDivided = storeLayout.listEnd < storeLayout.head.columns.lowerBound
        if isDivided, state.layer == .none { drawDivider(column: storeLayout.listEnd) }
    }

    /// The environment, the account and the state of the network.
    private var placeLine: String {
        guard let store = state.store else { return strings[.opening] }
        var parts = [strings[.environment(store.environment)]]
        if layout.isRoomy { parts.append(state.account(of: store)) }
        parts.append(strings.networkIs(up: state.isNetworkUp))
        return parts.joined(separator: " · ")
    }

    /// The line between the list and what stands beside it, joined to the horizontal ones.
    private mutating func drawDivider(column: Int) {
        func isRule(_ column: Int, _ row: Int) -> Bool {
            column < columns && frame[column, row].character == glyphs.horizontal
        }
        // A log of the window's whole width has nothing to divide.
        let last = storeLayout.log.flatMap { $0.columns.lowerBound == 0 ? $0.rows.lowerBound - 1 : nil }
        for row in 0...(last ?? layout.contentEnd - 1) {
            let glyph: Character =
                switch (isRule(column - 1, row), isRule(column + 1, row)) {
                case _ where row == last: glyphs.teeUp
                case (true, true): row == 0 ? glyphs.teeDown : glyphs.cross
                case (true, false): glyphs.teeLeft
                case (false, true): glyphs.teeRight
                case (false, false): glyphs.vertical
                }
            // A long account name in the header goes on.
            if row > 0 || isRule(column, row) { text(String(glyph), column, row, Style(dim: true)) }
        }
    }

    // MARK: The monkey, and what stands beside it

    /// The monkey, or as much of it as there is room for behind the rule below it, the balance and the mood. What is in
    /// flight goes before the mood, and below texts of the window's whole width before the monkey.
    private mutating func drawHead() {
        let area = storeLayout.head
        let items = storeLayout.inFlight == nil ? state.visibleInFlight : []
        let (left, top, height) = (area.columns.lowerBound, area.rows.lowerBound, area.rows.count)
        if area.columns.count >= Self.textsBesideMonkey, height >= 3 {
            drawMonkey(column: left, row: top, rows: height)
            let isWhole = height >= StoreLayout.monkeyRows
            let column = left + Self.textColumn
            drawTexts(items, column: column, rows: (isWhole ? top + 1 : top)..<area.rows.upperBound)
        } else if height >= StoreLayout.monkeyRows + StoreLayout.textRows + items.count {
            let margin = height >= StoreLayout.monkeyRows + StoreLayout.textRows + 3 + items.count ? 1 : 0
            let monkeyEnd = top + margin + StoreLayout.monkeyRows
            drawMonkey(column: left + 2, row: top + margin)
            drawTexts(items, column: left + 2, rows: monkeyEnd + margin..<area.rows.upperBound)
        } else {
            drawSmallHead(items, column: left + 1, rows: area.rows)
        }
    }

    /// What the monkey says: of a debt, of what waits for the store, or how it is.
    private var monkeySentence: String {
        if state.isInDebt { return strings[.inDebt] }
        return state.usesWaiting > 0 ? strings.usesWaiting(state.usesWaiting) : strings[.mood(state.mood)]
    }

    /// The role of this sentence, and of what stands for it where there is no room.
    private var monkeyRole: Style.Role { state.isInDebt ? .error : state.usesWaiting > 0 ? .warning : .normal }

    /// The balance, the mood, and what is in flight, to the right end of the window.
    private mutating func drawTexts(_ items: [InFlightTransaction], column: Int, rows: Range<Int>) {
        let (row, width) = (rows.lowerBound, columns - column - 2)
        drawBalance(column: column, row: row, width: width)
        // Two rows for a long sentence, if what is in flight leaves them.
        let mood = lines(monkeySentence, width: width, most: min(2, max(1, rows.count - 1 - items.count)))
        for (index, line) in mood.enumerated() { text(line, column, row + 1 + index, Style(monkeyRole), width: width) }
        var rest = rows.dropFirst(1 + mood.count)
        if !items.isEmpty, rest.count > items.count {
            text(strings[.inFlightHeading], column, rest.removeFirst(), Style(.accent), width: width)
        }
        drawInFlight(items, column: column, rows: rest, width: width)
    }

    /// The same with the monkey in one row.
    private mutating func drawSmallHead(_ items: [InFlightTransaction], column: Int, rows: Range<Int>) {
        let picture = monkey
        let balanceColumn = text(picture.small, column, rows.lowerBound) + 2
        let end = drawBalance(column: balanceColumn, row: rows.lowerBound, width: columns - balanceColumn - 1)
        var rest = rows.dropFirst()
        let mood = clean(monkeySentence)
        let hasMood = rest.count > (items.isEmpty ? 0 : 1) && mood.width < columns - column
        let things: String =
            switch monkeyRole {
            case .normal: picture.besideSmall
            case _ where hasMood: ""
            case .error: strings[.inDebtShort]
            default: strings.usesWaitingShort(state.usesWaiting)
            }
        if end + clean(things).width < columns {
            text(things, end, rows.lowerBound, Style(monkeyRole == .error ? .error : .warning))
        }
        if hasMood { text(mood, column, rest.removeFirst(), Style(monkeyRole)) }
        drawInFlight(items, column: column, rows: rest, width: columns - column - 1)
        if items.isEmpty, rest.count >= 3 { drawMonkey(column: column - 1, row: rest.startIndex, rows: rest.count) }
    }

    /// Draws the monkey, or its upper rows.
    mutating func drawMonkey(column: Int = 0, row: Int, rows: Int = StoreLayout.monkeyRows) {
        let picture = monkey
        for (index, line) in picture.rows.prefix(rows).enumerated() { text(line, column + 3, row + index) }
        for (index, line) in picture.beside.prefix(rows).enumerated() {
            text(
                line, column + 3 + MonkeyPicture.width, row + index, Style(.warning), width: MonkeyPicture.thingsWidth)
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

    /// The transactions in flight, as many as fit, in two rows each if they need them and there is room for all.
    private mutating func drawInFlight(
        _ items: [InFlightTransaction], column: Int, rows: Range<Int>, width: Int
    ) {
        guard !items.isEmpty, !rows.isEmpty else { return }
        guard rows.count > 1 || items.count == 1 else {
            text(inFlightSummary(width: width), column, rows.lowerBound, Style(.warning), width: width)
            return
        }
        let shown = items.count > rows.count ? rows.count - 1 : items.count
        let lines = items.prefix(shown).map { item in
            let progress = state.progress(of: item.transaction)
            return (
                mark(progress), clean(state.pieces(item.transaction.payment)), clean(strings.inFlight(progress).state)
            )
        }
        func isLong(_ pieces: TerminalText, _ words: TerminalText) -> Bool { pieces.width + words.width + 4 > width }
        let hasRoom = lines.count + lines.count { isLong($0.1, $0.2) } <= rows.count
        var row = rows.lowerBound
        for (mark, pieces, words) in lines {
            text(String(mark), column, row, Style(.warning))
            let isInTwoRows = hasRoom && isLong(pieces, words)
            let room = isInTwoRows ? width - 2 : width - 4 - words.width
            let end = text(pieces, column + 2, row, width: room)
            if isInTwoRows { row += 1 }
            text(
                words, isInTwoRows ? column + 2 : max(end + 2, column + min(28, room + 3)), row, Style(.warning),
                width: width - 2)
            row += 1
        }
        if items.count > shown { text(strings.andMore(items.count - shown), column + 2, row, Style(dim: true)) }
    }

    private func mark(_ progress: Progress) -> Character {
        guard progress == .purchasing, options.allowsAnimation, let since = state.spinningSince else {
            return glyphs.waiting
        }
        return glyphs.spinner[state.spinnerSteps(since: since) % glyphs.spinner.count]
    }

    /// The newest entries of the log. Rows that no entry needs go to long ones, to the newest first.
    private mutating func drawLog(_ area: StoreLayout.Area) {
        let (left, end) = (area.columns.lowerBound, area.columns.upperBound)
        rule(area.rows.lowerBound - 1, from: left, to: end, title: strings[.logHeading])
        let column = left + (left == 0 ? 2 : 1)
        let entries = state.log.suffix(area.rows.count)
        var spare = area.rows.count - entries.count
        let details: [[TerminalText]] = entries.reversed().map { entry in
            let room = end - max(column + Self.logDetail, column + 12 + clean(entry.name).width) - 1
            guard spare > 0, room >= 12 else { return [clean(entry.detail)] }
            let lines = lines(entry.detail, width: room, most: 1 + spare)
            spare -= max(0, lines.count - 1)
            return lines
        }
        var row = area.rows.lowerBound
        for (entry, detail) in zip(entries, details.reversed()) {
            text(Moment.time(entry.date, options), column, row, Style(dim: true))
            let nameEnd = text(entry.name, column + 10, row)
            let detailColumn = max(column + Self.logDetail, nameEnd + 2)
            for (index, line) in detail.enumerated() {
                text(line, detailColumn, row + index, Style(dim: true), width: end - detailColumn - 1)
            }
            row += max(1, detail.count)
        }
    }

    /// Where the details begin behind the times and the usual names.
    private static let logDetail = 33
}
