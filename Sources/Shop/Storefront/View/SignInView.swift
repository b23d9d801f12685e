internal import StoreEvents
internal import StoreModel

// Draws the sign-in sheet, for `drawLayer` in LayerView.swift: two fields, a sentence, three buttons.
extension Canvas {
    mutating func drawSignIn(_ sheet: SignInSheet) {
        let margin = layout.isRoomy ? 1 : 0
        let width = questionWidth
        let (newAccount, isTight) = newAccountButton(width: width)
        let message = strings.signInMessage(
            sheet, isQueued: state.hasQueuedPurchase, newAccount: newAccount)
        // All messages fit in two or three lines, so the box keeps its height when the message changes.
        let room = layout.contentEnd + (state.statusLine == nil ? layout.statusRows : 0) - 1 - 5 - 3 * margin
        let messageRows = min(max(clean(message).wrapped(to: width - 4).count, layout.isRoomy ? 2 : 3), room)
        let height = messageRows + 5 + 3 * margin
        let longTitle = strings.signInTitle(sheet.request.storeName)
        let title = clean(longTitle).width <= width - 6 ? longTitle : strings[.signInButton]
        var (row, column) = clearForLayer(width: width, height: height)
        box(column: column, row: row, width: width, height: height, title: title)
        row += 1 + margin
        drawField(strings[.sheetAccount], sheet, .account, column, row, width)
        drawField(strings[.signInPassword], sheet, .password, column, row + 1, width)
        row += 2 + margin
        for (index, line) in lines(message, width: width - 4, most: messageRows).enumerated() {
            text(line, column + 2, row + index, messageStyle(sheet), width: width - 4)
        }
        if sheet.isWaiting { frame.cursor = (column + 2, row) }
        drawChoices(
            sheet, newAccount: newAccount, isTight: isTight, column: column, row: row + messageRows + margin)
    }

    private func messageStyle(_ sheet: SignInSheet) -> Style {
        switch sheet.phase {
        case .typing: Style(sheet.request.reason == nil ? .normal : .error)
        case .incomplete: Style(.error)
        case .waiting: Style(.warning)
        }
    }

    /// A label and a field in brackets, scrolled so that the cursor is visible. A password is shown as dots.
    private mutating func drawField(
        _ label: String, _ sheet: SignInSheet, _ stop: SignInSheet.Stop, _ column: Int, _ row: Int,
        _ width: Int
    ) {
        func shown(_ text: some StringProtocol) -> TerminalText {
            stop == .account
                ? clean(String(text)) : clean(String(repeating: glyphs.hidden, count: text.count))
        }
        let field = stop == .account ? sheet.account : sheet.password
        let isSelected = sheet.selected == stop && !sheet.isWaiting
        if isSelected { text(">", column + 2, row) }
        text(label, column + 4, row, Style(dim: sheet.isWaiting))
        let labels = widest([strings[.sheetAccount], strings[.signInPassword]])
        let start = text("[", column + labels + 6, row)
        let cells = column + width - 3 - start
        let style = Style(reverse: isSelected, dim: sheet.isWaiting)
        text(String(repeating: " ", count: cells), start, row, style)
        text("]", start + cells, row)
        let cursor = shown(field.beforeCursor).width
        let hidden = isSelected ? max(0, cursor - cells + 1) : 0
        let rest = shown(field.text).dropped(cells: hidden)
        text(rest.text, start, row, style, width: cells)
        if isSelected { frame.cursor = (start + cursor - rest.cells, row) }
    }

    /// The longest words of the button for a new account that fit between the other two, and whether the
    /// three have to be close to each other.
    private func newAccountButton(width: Int) -> (words: Text, isTight: Bool) {
        func cells(each: Int) -> Int {
            choices(.newAccountButton).reduce(0) { $0 + clean($1.words).width + each }
        }
        let isTight = !layout.isRoomy || cells(each: 8) > width - 2
        return (isTight && cells(each: 3) > width - 4 ? .newAccountShort : .newAccountButton, isTight)
    }

    private func choices(_ newAccount: Text) -> [(stop: SignInSheet.Stop, words: String)] {
        [
            (.signIn, strings[.signInButton]), (.newAccount, strings[newAccount]),
            (.cancel, strings[.sheetCancel]),
        ]
    }

    /// The three buttons.
    private mutating func drawChoices(
        _ sheet: SignInSheet, newAccount: Text, isTight: Bool, column: Int, row: Int
    ) {
        var at = column + 2
        for (stop, words) in choices(newAccount) {
            let isSelected = sheet.selected == stop && !sheet.isWaiting
            at = button(words, at, row, isSelected: isSelected, isEnabled: !sheet.isWaiting, isTight: isTight)
            if !isTight { at += 2 }
        }
    }
}
