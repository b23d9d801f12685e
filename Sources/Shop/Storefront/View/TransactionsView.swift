internal import StoreEvents
internal import StoreModel

/// Draws the transactions screen, for `view` in View.swift: the list, and the
/// details of the selected transaction.
extension Canvas {
    mutating func drawTransactions() {
        drawHeader(strings[.transactionsTitle], right: transactionsCount)
        guard let entries = state.entries else { return drawNothing(but: .transactionsLoading) }
        guard let selected = state.selectedEntryIndex else {
            // Without the network, the list has only what this device knows.
            let nothing: Text = state.isNetworkUp ? .transactionsEmpty : .transactionsNotReached
            return drawNothing(but: state.isSignedOut ? .listNeedsSignIn : nothing, withMonkey: true)
        }
        let detail = detail(of: entries[selected])
        // The detail gets as many rows as it needs, but at most half of the window.
        let room = layout.contentEnd - layout.firstRow
        let detailRows = min(detail.count, max(1, room / 2))
        let listRows = room - detailRows - 1
        for (offset, index) in visible(entries.count, around: selected, rows: listRows).enumerated() {
            drawRow(entries[index].transaction, isSelected: index == selected, row: layout.firstRow + offset)
        }
        let rule = layout.firstRow + listRows
        self.rule(rule, title: strings[.detailHeading])
        for (index, line) in detail.prefix(detailRows).enumerated() {
            text(line.label, 3, rule + 1 + index, Style(dim: true))
            // The beginning of a number looks like another number.
            let goesOn = index + 1 == detailRows && detail.dropFirst(detailRows).first?.label == ""
            let value = goesOn ? clean(line.value.string + "…") : line.value
            text(value, detailColumn, rule + 1 + index, Style(line.role), width: detailWidth)
        }
    }

    private var transactionsCount: String {
        guard let list = state.account.transactions, !list.entries.isEmpty else { return strings[.title] }
        let (count, isWhole) = (list.entries.count, !list.hasNewer && !list.hasOlder)
        return isWhole ? strings.transactionsCount(count) : strings.transactionsMoreThan(count)
    }

    private mutating func drawRow(_ transaction: PaymentTransaction, isSelected: Bool, row: Int) {
        let (mark, style) = mark(of: transaction)
        if isSelected { markSelection(1, row) }
        let date = transaction.transactionDate ?? transaction.addedDate
        let pieces = clean(state.pieces(transaction.payment))
        let end = min(columns, Self.widestList) - 1
        let (short, long) = (Moment.time(date, options), Moment.dateAndTime(date, options))
        // The name matters more than the day. The day matters more than the amount, which is also in
        // the detail.
        let time = layout.isRoomy && piecesColumn + pieces.width + 1 + long.count <= end ? long : short
        text(String(mark), 3, row, style)
        text(strings.standing(transaction), 5, row, style)
        let timeColumn = end - time.count
        var piecesEnd = timeColumn - 1
        if let amount = state.amount(of: transaction),
            piecesColumn + pieces.width + clean(amount).width + 3 <= timeColumn
        {
            textEnding(at: timeColumn - 2, amount, row)
            piecesEnd -= clean(amount).width + 2
        }
        text(pieces, piecesColumn, row, width: piecesEnd - piecesColumn)
        text(time, timeColumn, row, Style(dim: true))
        markFound(0..<columns, row)
        if isSelected { select(row, 1..<end) }
        clickable(0..<columns, row, .transaction(transaction.key))
    }

    func mark(of transaction: PaymentTransaction) -> (Character, Style) {
        if transaction.revocationDate != nil { return (glyphs.returned, Style(.warning)) }
        return switch transaction.state {
        case .purchased, .restored: (glyphs.done, Style(.good))
        case .changed: (glyphs.done, Style())
        case .deferred where transaction.isLapsed: (glyphs.cancelled, Style(dim: true))
        case .failed where transaction.isCancelled: (glyphs.cancelled, Style(dim: true))
        case .failed: (glyphs.failed, Style(.error))
        case .purchasing, .deferred: (glyphs.waiting, Style(.warning))
        }
    }

    /// The column after the longest state of a transaction.
    private var piecesColumn: Int { 7 + widest(strings.standings) }
    /// The column after the longest label of the detail.
    private var detailColumn: Int { 5 + widest(strings.detailLabels) }
    private var detailWidth: Int { columns - detailColumn - 1 }

    /// The lines of a transaction's detail, with the most important first, because a low window shows only
    /// the beginning. A long value continues in the next line.
    private func detail(
        of entry: TransactionsListed.Entry
    ) -> [(label: String, value: TerminalText, role: Style.Role)] {
        state.details(of: entry).flatMap { label, value, role in
            lines(value, width: detailWidth, most: 4).enumerated().map { index, line in
                (index == 0 ? strings[label] : "", line, role)
            }
        }
    }
}
