internal import StoreEvents
internal import StoreModel

// Draws the store screen for the function `view`: the monkey, the balance, what is in flight and the log,
// where `StoreLayout` places them. The rows of the products are in `ProductRows.swift`.
extension Canvas {
    /// The column of the texts beside the monkey, counted from the monkey's first column.
    static let textColumn = 30
    private static let textColumnBesideLarge = 36
    /// The narrowest area with texts beside the monkey.
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
            drawInFlight(
                state.visibleInFlight, column: 4, rows: area.rows, width: area.columns.upperBound - 6)
        }
        if let area = storeLayout.log { drawLog(area) }
        let isDivided = storeLayout.listEnd < storeLayout.head.columns.lowerBound
        // If the log is as wide as the window, there is nothing to divide.
        let last = storeLayout.log.flatMap { $0.columns.lowerBound == 0 ? $0.rows.lowerBound - 1 : nil }
        if isDivided, state.layer == .none {
            drawDivider(column: storeLayout.listEnd, to: last ?? layout.contentEnd - 1, isJoined: last != nil)
        }
    }

    /// The environment, the account and the state of the network.
    private var placeLine: String {
        guard let store = state.store else { return strings[.opening] }
        var parts = [strings[.environment(store.environment)]]
        if layout.isRoomy { parts.append(state.accountWords(of: store)) }
        parts.append(strings.networkIs(up: state.isNetworkUp))
        return parts.joined(separator: " · ")
    }

    // MARK: The monkey, and what stands beside it

    /// The monkey, the balance and the mood. If there is little room, the line below cuts the monkey off.
    /// What is in flight takes precedence over the mood and, if the texts are not beside the monkey, over
    /// the monkey.
    private mutating func drawHead() {
        let area = storeLayout.head
        let items = storeLayout.inFlight == nil ? state.visibleInFlight : []
        let (left, top, height) = (area.columns.lowerBound, area.rows.lowerBound, area.rows.count)
        let isLarge = storeLayout.isMonkeyLarge
        let monkeyRows = isLarge ? StoreLayout.largeMonkeyRows : StoreLayout.monkeyRows
        let texts = StoreLayout.textRows + items.count
        if area.columns.count >= Self.textsBesideMonkey, height >= 3 {
            if isLarge {
                drawLargeMonkey(column: left + 1, row: top)
            } else {
                drawMonkey(column: left, row: top, rows: height)
            }
            let column = left + (isLarge ? Self.textColumnBesideLarge : Self.textColumn)
            let number = largeNumber(beside: column, spareRows: height - LargeNumber.rows - items.count)
            let margin = number == nil && height >= monkeyRows ? 1 : 0
            drawTexts(items, beside: number, column: column, rows: top + margin..<area.rows.upperBound)
        } else if height >= monkeyRows + texts {
            let number =
                height >= monkeyRows + LargeNumber.rows + texts ? largeNumber(width: columns - left - 4) : nil
            let margin = height >= monkeyRows + texts + (number == nil ? 3 : 5) ? 1 : 0
            if isLarge {
                drawLargeMonkey(column: left + 1, row: top + margin)
            } else {
                drawMonkey(column: left + 2, row: top + margin)
            }
            var row = top + monkeyRows + 2 * margin
            if let number {
                draw(number.pixels, column: left + 2, row: row, balanceStyle)
                row += LargeNumber.rows
            }
            drawTexts(items, column: left + 2, rows: row..<area.rows.upperBound)
        } else {
            drawSmallHead(items, column: left + 1, rows: area.rows)
        }
    }

    /// What the monkey says: about a debt, about what waits for the store, or how it is.
    private var monkeySentence: String {
        if state.isInDebt { return strings[.inDebt] }
        let waiting = state.account.usesWaiting
        return waiting > 0 ? strings.usesWaiting(waiting) : strings[.mood(state.mood)]
    }

    /// The role of this sentence, and of what replaces it if there is no room.
    private var monkeyRole: Style.Role {
        state.isInDebt ? .error : state.account.usesWaiting > 0 ? .warning : .normal
    }

    /// The balance, the mood and what is in flight, up to the window's right edge. Next to a large number,
    /// the mood is in one line, or below the number.
    private mutating func drawTexts(
        _ items: [InFlightTransaction], beside number: LargeNumber? = nil, column: Int, rows: Range<Int>
    ) {
        let width = columns - column - 2
        // A long sentence gets two rows, if what is in flight leaves them.
        let mood = lines(monkeySentence, width: width, most: min(2, max(1, rows.count - 1 - items.count)))
        var (balance, moodPlace) = ((column, row: rows.lowerBound), (column, row: rows.lowerBound + 1))
        var end = moodPlace.row + mood.count
        if let number {
            let beside = column + largeNumberWidth + 2
            let isBalanceBeside = isBalanceShort(width: columns - beside - 2)
            let isMoodBeside = isBalanceBeside && isMoodShort(width: columns - beside - 2)
            let below = (isBalanceBeside ? 0 : 1) + (isMoodBeside ? 0 : mood.count)
            // In the middle, if what is in flight leaves room for that.
            let height = LargeNumber.rows + below
            let free = rows.count - height - (items.isEmpty ? 0 : items.count + 1)
            let row = rows.lowerBound + max(0, min((rows.count - LargeNumber.rows) / 2, free))
            draw(number.pixels, column: column, row: row, balanceStyle)
            end = row + height
            balance = isBalanceBeside ? (beside, row) : (column, row + LargeNumber.rows)
            moodPlace = isMoodBeside ? (beside, row + 1) : (column, end - mood.count)
        }
        drawBalance(column: balance.0, row: balance.row, width: columns - balance.0 - 2)
        for (index, line) in mood.enumerated() {
            text(line, moodPlace.0, moodPlace.row + index, Style(monkeyRole))
        }
        var rest = end..<max(end, rows.upperBound)
        if !items.isEmpty, rest.count > items.count {
            text(strings[.inFlightHeading], column, rest.lowerBound, Style(.accent), width: width)
            rest = rest.dropFirst()
        }
        drawInFlight(items, column: column, rows: rest, width: width)
    }

    /// Whether the balance, with a gain, fits in a width.
    private func isBalanceShort(width: Int) -> Bool {
        let gain = 5
        return clean(strings.balance(state.account.balance)).width + gain <= width
    }

    /// Whether the mood's sentence fits in one line.
    private func isMoodShort(width: Int) -> Bool { clean(monkeySentence).width <= width }

    /// The balance, the mood and what is in flight, with a monkey in one row.
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
            default: strings.usesWaitingShort(state.account.usesWaiting)
            }
        if end + clean(things).width < columns {
            text(things, end, rows.lowerBound, Style(monkeyRole == .error ? .error : .warning))
        }
        if hasMood { text(mood, column, rest.removeFirst(), Style(monkeyRole)) }
        drawInFlight(items, column: column, rows: rest, width: columns - column - 1)
        if items.isEmpty, rest.count >= 3 {
            drawMonkey(column: column - 1, row: rest.startIndex, rows: rest.count)
        }
    }

    /// Draws the monkey, or its upper rows.
    mutating func drawMonkey(column: Int, row: Int, rows: Int = StoreLayout.monkeyRows) {
        let width =
            options.hasPixels ? MonkeySprite.small.width : MonkeyPicture.width + MonkeyPicture.thingsWidth
        let rows = min(rows, StoreLayout.monkeyRows)
        monkeyArea = StoreLayout.Area(columns: column + 3..<column + 3 + width, rows: row..<row + rows)
        guard !options.hasPixels else {
            draw(pixels(.small), column: column + 3, row: row, rows: rows)
            return
        }
        let picture = monkey
        for (index, line) in picture.rows.prefix(rows).enumerated() { text(line, column + 3, row + index) }
        for (index, line) in picture.beside.prefix(rows).enumerated() {
            text(
                line, column + 3 + MonkeyPicture.width, row + index, Style(.warning),
                width: MonkeyPicture.thingsWidth)
        }
    }

    private mutating func drawLargeMonkey(column: Int, row: Int) {
        let (width, rows) = (MonkeySprite.large.width, StoreLayout.largeMonkeyRows)
        monkeyArea = StoreLayout.Area(columns: column..<column + width, rows: row..<row + rows)
        draw(pixels(.large), column: column, row: row, rows: rows)
    }

    private func pixels(_ sprite: MonkeySprite) -> SpritePixels {
        sprite.pixels(state.mood, picture: state.moodPicture)
    }

    var monkey: MonkeyPicture { MonkeyPicture(state.mood, options.glyphs, picture: state.moodPicture) }

    private var balanceStyle: Style { Style(state.isInDebt ? .error : .accent, bold: true) }

    private var balanceText: String { state.account.balance.map(strings.number) ?? "" }

    /// The balance, or as much of it as a gain is counted up to: one step for each picture of the reaction.
    private var countedText: String {
        guard let balance = state.account.balance, case .credits(let gain) = state.currentReaction?.kind
        else {
            return balanceText
        }
        let share = state.moodPicture + 1
        return strings.number(balance - gain + gain * share / state.mood.pictures)
    }

    /// The cells for the large digits: enough for the whole balance, so that the words beside them stand
    /// still, and for a debt that is counted up to a smaller number.
    private var largeNumberWidth: Int {
        max(LargeNumber.width(of: balanceText), LargeNumber.width(of: countedText))
    }

    /// The balance in large digits, if it fits in a width.
    private func largeNumber(width: Int) -> LargeNumber? {
        guard options.hasColour, options.glyphs == .unicode, state.account.balance != nil,
            largeNumberWidth <= width
        else { return nil }
        return LargeNumber(countedText)
    }

    /// The balance in large digits beside the monkey, if it fits. The balance in words and the mood use spare
    /// rows below, if they do not fit beside the number.
    private func largeNumber(beside column: Int, spareRows: Int) -> LargeNumber? {
        let room = columns - column - largeNumberWidth - 4
        let moodRows = 2
        let below = isBalanceShort(width: room) ? (isMoodShort(width: room) ? 0 : moodRows) : 1 + moodRows
        return spareRows >= below ? largeNumber(width: columns - column - 2) : nil
    }

    /// Draws the balance, followed by the credits that were just bought, and returns the column of these.
    @discardableResult
    mutating func drawBalance(column: Int, row: Int, width: Int) -> Int {
        let end = text(strings.balance(state.account.balance), column, row, balanceStyle, width: width) + 2
        if case .credits(let credits) = state.currentReaction?.kind {
            let gain = "+\(strings.number(credits))"
            if end + gain.count < columns { text(gain, end, row, Style(.good, bold: true)) }
        }
        return end
    }

    /// As many transactions in flight as fit. They get two rows each if they need them and there is room
    /// for all.
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
                mark(progress), clean(state.pieces(item.transaction.payment)),
                clean(strings[Text.inFlight(progress).state])
            )
        }
        func isLong(_ pieces: TerminalText, _ words: TerminalText) -> Bool {
            pieces.width + words.width + 4 > width
        }
        let hasRoom = lines.count + lines.count { isLong($0.1, $0.2) } <= rows.count
        var row = rows.lowerBound
        for (mark, pieces, words) in lines {
            text(String(mark), column, row, Style(.warning))
            let isInTwoRows = hasRoom && isLong(pieces, words)
            let room = isInTwoRows ? width - 2 : width - 4 - words.width
            let end = text(pieces, column + 2, row, width: room)
            if isInTwoRows { row += 1 }
            text(
                words, isInTwoRows ? column + 2 : max(end + 2, column + min(28, room + 3)), row,
                Style(.warning),
                width: width - 2)
            row += 1
        }
        if items.count > shown {
            text(strings.andMore(items.count - shown), column + 2, row, Style(dim: true))
        }
    }

    private func mark(_ progress: Progress) -> Character {
        guard progress == .purchasing, options.allowsAnimation, let since = state.spinningSince else {
            return glyphs.waiting
        }
        return glyphs.spinner[state.spinnerSteps(since: since) % glyphs.spinner.count]
    }
}
