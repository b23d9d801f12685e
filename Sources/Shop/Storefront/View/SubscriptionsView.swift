internal import StoreEvents
internal import StoreModel

/// Draws the subscriptions screen, for `view` in View.swift: the list, the state of the selected
/// subscription, and its actions.
extension Canvas {
    mutating func drawSubscriptions() {
        let all = state.account.subscriptions?.subscriptions ?? []
        drawHeader(
            strings[.subscriptionsTitle],
            right: all.isEmpty ? strings[.title] : strings.subscriptionsCount(all.count))
        guard let list = state.account.subscriptions else {
            return drawNothing(but: state.isSignedOut ? .listNeedsSignIn : .subscriptionsLoading)
        }
        guard let selected = state.selectedSubscriptionIndex else {
            return drawNothing(
                but: state.isSignedOut ? .listNeedsSignIn : .subscriptionsEmpty, withMonkey: true)
        }
        let details = detailLines(of: all[selected], isFromStore: list.isFromStore)
        let buttons = buttonLines
        // Says whose actions they are, if there is room.
        let titles = layout.isRoomy ? Set(buttons.map(isCustomers)).count : 0
        // The list is short, so the detail gets as many rows as it needs.
        let margin = layout.isRoomy ? 1 : 0
        let room = layout.contentEnd - layout.firstRow - 1 - 3 * margin
        var row = layout.firstRow
        for index in visible(all.count, around: selected, rows: room - details.count - buttons.count - titles)
        {
            drawSubscription(all[index], isSelected: index == selected, row: row)
            clickable(0..<columns, row, .subscription(all[index].originalTransactionIdentifier))
            row += 1
        }
        rule(row + margin, title: strings[.detailHeading])
        row += 1 + 2 * margin
        for line in details {
            text(line.text, 3, row, Style(line.role), width: columns - 4)
            row += 1
        }
        drawButtons(buttons, of: all[selected], row: row + margin, hasTitles: titles > 0)
    }

    private mutating func drawSubscription(_ subscription: SubscriptionSummary, isSelected: Bool, row: Int) {
        if isSelected { markSelection(1, row) }
        let (mark, role) = mark(of: subscription.status)
        text(String(mark), 3, row, Style(role))
        text(strings.shortStanding(subscription), 5, row, Style(role))
        let titleColumn = 7 + widest(strings.shortStandings)
        let title = clean(state.title(of: subscription.productIdentifier))
        let end = min(columns, Self.widestList) - 1
        let date = Moment.dateAndTime(subscription.expires, options)
        // The name matters more than the date.
        if layout.isRoomy, titleColumn + title.width + 1 + date.count <= end {
            textEnding(at: end, date, row, Style(dim: true))
        }
        text(title, titleColumn, row, width: end - titleColumn)
        markFound(0..<columns, row)
        if isSelected { select(row, 1..<end) }
    }

    private func mark(of status: SubscriptionStatus) -> (Character, Style.Role) {
        switch status {
        case .active: (glyphs.done, .good)
        case .gracePeriod, .billingRetry: (glyphs.waiting, .warning)
        case .expired: (glyphs.failed, .error)
        case .revoked: (glyphs.returned, .warning)
        }
    }

    private func detailLines(
        of subscription: SubscriptionSummary, isFromStore: Bool
    ) -> [(text: TerminalText, role: Style.Role)] {
        let standing = strings.standing(
            subscription, isFromStore: isFromStore, next: state.next(of: subscription)
        ) { Moment.dateAndTime($0, options) }
        var lines = clean(standing).wrapped(to: columns - 4).map { ($0, mark(of: subscription.status).1) }
        if !isFromStore {
            lines += clean(strings[.subscriptionsFromDevice]).wrapped(to: columns - 4).map { ($0, .warning) }
        }
        return lines
    }

    /// The possible actions as lines of buttons. Each button is the index of its action. No line has actions
    /// of both the customer and the store.
    private var buttonLines: [[Int]] {
        let actions = state.possibleActions
        let widths = actions.map { clean(strings[.subscriptionAction($0)]).width + 7 }
        let own = actions.count(where: SubscriptionAction.customers.contains)
        return lines(ofButtons: Array(widths[..<own]))
            + lines(ofButtons: Array(widths[own...])).map { $0.map { $0 + own } }
    }

    private func isCustomers(_ line: [Int]) -> Bool {
        SubscriptionAction.customers.contains(state.possibleActions[line[0]])
    }

    /// Draws the lines of buttons that fit, including the selected one. Above each group, it says whose
    /// actions they are.
    private mutating func drawButtons(
        _ lines: [[Int]], of subscription: SubscriptionSummary, row: Int, hasTitles: Bool
    ) {
        guard !lines.isEmpty else {
            paragraph(strings[.noActions], 3, row, Style(dim: true))
            return
        }
        let selectedLine = state.selectedActionIndex.flatMap { index in
            lines.firstIndex { $0.contains(index) }
        }
        let room = max(1, layout.contentEnd - row)
        let first = max(0, (selectedLine ?? 0) - room + 1)
        var row = row
        for (offset, line) in lines[first...].prefix(room).enumerated() {
            let isNew = offset == 0 || isCustomers(line) != isCustomers(lines[first + offset - 1])
            if hasTitles, isNew {
                text(
                    strings[isCustomers(line) ? .customersActions : .storesActions], 3, row, Style(dim: true))
                row += 1
            }
            var column = 1
            for index in line {
                let action = state.possibleActions[index]
                column =
                    button(
                        strings[.subscriptionAction(action)], column, row,
                        isSelected: index == state.selectedActionIndex,
                        target: .subscriptionAction(action, on: subscription.originalTransactionIdentifier))
                    + 1
            }
            row += 1
        }
    }
}
