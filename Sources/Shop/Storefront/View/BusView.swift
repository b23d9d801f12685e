internal import StoreEvents
internal import StoreModel

// Draws the bus at work, for the store screen: the newest messages, and above them the steps of the
// last purchase.
extension Canvas {
    /// The newest entries of the log. Rows that are left over go to long entries, newest first.
    mutating func drawLog(_ area: StoreLayout.Area) {
        let (left, end) = (area.columns.lowerBound, area.columns.upperBound)
        drawLogTitle(area)
        let column = left + (left == 0 ? 2 : 1)
        let entries = state.log.suffix(area.rows.count)
        var spare = area.rows.count - entries.count
        let details: [[TerminalText]] = entries.reversed().map { entry in
            let room =
                end - max(column + Self.logDetail, column + Self.logName + 2 + clean(entry.name).width) - 1
            guard spare > 0, room >= 12 else { return [clean(entry.detail)] }
            let lines = lines(entry.detail, width: room, most: 1 + spare)
            spare -= max(0, lines.count - 1)
            return lines
        }
        var row = area.rows.lowerBound
        for (entry, detail) in zip(entries, details.reversed()) {
            text(Moment.time(entry.date, options), column, row, Style(dim: true))
            let (mark, style) = mark(of: entry.kind)
            text(String(mark), column + Self.logName - 2, row, style)
            let nameEnd = text(entry.name, column + Self.logName, row, style)
            let detailColumn = max(column + Self.logDetail, nameEnd + 2)
            for (index, line) in detail.enumerated() {
                text(line, detailColumn, row + index, Style(dim: true), width: end - detailColumn - 1)
            }
            row += max(1, detail.count)
        }
    }

    /// Where the names begin, after the times, and where the details begin, after names of the usual length.
    private static let logName = 11
    private static let logDetail = 35

    private func mark(of kind: LogEntry.Kind) -> (Character, Style) {
        switch kind {
        case .request: (glyphs.request, Style(.accent))
        case .answer: (glyphs.answer, Style())
        case .delivery: (glyphs.done, Style(.good))
        case .trouble: (glyphs.failed, Style(.error))
        }
    }

    /// The title of the log, with the steps of the last purchase at its right end: those that have happened,
    /// and in brackets those that come if all goes well. If there is no room for all, the last ones. A step
    /// that happens keeps its place.
    private mutating func drawLogTitle(_ area: StoreLayout.Area) {
        let (row, left, end) = (area.rows.lowerBound - 1, area.columns.lowerBound, area.columns.upperBound)
        // There is no line below the list, because it takes many bytes on each screen.
        let heading = clean(strings[.logHeading]).width + 5
        rule(
            row, from: left, to: storeLayout.isStacked ? min(heading, end) : end, title: strings[.logHeading])
        guard let chain = state.lastPurchase else { return }
        var steps: [(words: TerminalText, style: Style, isToCome: Bool)] =
            chain.steps.map { (clean(strings[$0.text]), Style(role(of: $0, in: chain)), false) }
            + chain.stepsToCome.map { (clean(strings[$0.text]), Style(dim: true), true) }
        let (arrow, bracket) = (clean(" \(glyphs.request) "), clean("  ("))
        let room = end - left - clean(strings[.logHeading]).width - 9
        func width() -> Int { steps.reduce(-arrow.width) { $0 + $1.words.width + arrow.width } }
        while !steps.isEmpty, width() > room { steps.removeFirst() }
        guard !steps.isEmpty else { return }
        let next = steps.firstIndex { $0.isToCome }
        var column = text(next == 0 ? "(" : " ", end - 4 - width(), row, Style(dim: true))
        for (index, step) in steps.enumerated() {
            if index > 0 { column = text(index == next ? bracket : arrow, column, row, Style(dim: true)) }
            column = text(step.words, column, row, step.style)
        }
        text(next == nil ? " " : ") ", column, row, Style(dim: true))
    }

    /// What follows a failure is not shown as a success.
    private func role(of step: PurchaseChain.Step, in chain: PurchaseChain) -> Style.Role {
        if step.isFailure { return .error }
        return step == .finished && chain.steps.contains(where: \.isFailure) ? .normal : .good
    }
}
