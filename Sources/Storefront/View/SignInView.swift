internal import StoreModel

// The sign-in sheet: two fields, a sentence, three buttons.
extension Canvas {
    mutating func drawSignIn(_ sheet: SignInSheet, besideMonkey: Bool) {
        let margin = layout.isRoomy ? 1 : 0
        let width = min(columns - 2, 56)
        // With two lines of text the box is ten rows high.
        let keepsMonkey = besideMonkey && layout.contentEnd - Self.creditsRow > 10
        let (top, column) = clearForLayer(width: width, keepsMonkey: keepsMonkey)
        let lines = clean(strings.signInMessage(sheet)).wrapped(to: width - 4)
        // Our own sentences fit in two or three lines: the box keeps its height while they change.
        let room = layout.contentEnd - top - 5 - 3 * margin
        let messageRows = min(max(lines.count, layout.isRoomy ? 2 : 3), room)
        let height = messageRows + 5 + 3 * margin
        let title = strings.signInTitle(sheet.request.storeName)
        var row = max(1, top + min((layout.contentEnd - top - height) / 2, 3))
        box(column: column, row: row, width: width, height: height, title: title)
        row += 1 + margin
        drawField(strings.sheetAccount, sheet, .account, column, row, width)
        drawField(strings.signInPassword, sheet, .password, column, row + 1, width)
        row += 2 + margin
        for (index, line) in lines.prefix(messageRows).enumerated() {
            let isCut = index == messageRows - 1 && lines.count > messageRows
            text(
                isCut ? clean(line.string + "…") : line, column + 2, row + index, messageStyle(sheet), width: width - 4)
        }
        if sheet.isWaiting { frame.cursor = (column + 2, row) }
        drawChoices(sheet, column: column, row: row + messageRows + margin, width: width)
    }

    private func messageStyle(_ sheet: SignInSheet) -> Style {
        switch sheet.phase {
        case .typing: Style(sheet.request.reason == nil ? .normal : .error)
        case .incomplete: Style(.error)
        case .waiting: Style(.warning)
        }
    }

    /// A label and a field between brackets, moved so that its cursor is seen. A password is dots.
    private mutating func drawField(
        _ label: String, _ sheet: SignInSheet, _ stop: SignInSheet.Stop, _ column: Int, _ row: Int, _ width: Int
    ) {
        func shown(_ text: some StringProtocol) -> TerminalText {
            stop == .account ? clean(String(text)) : clean(String(repeating: glyphs.hidden, count: text.count))
        }
        let field = stop == .account ? sheet.account : sheet.password
        let isSelected = sheet.selected == stop && !sheet.isWaiting
        if isSelected { text(">", column + 2, row) }
        text(label, column + 4, row, Style(dim: sheet.isWaiting))
        let start = text("[", column + 14, row)
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

    /// The three buttons, with as many blanks as there is room for.
    private mutating func drawChoices(_ sheet: SignInSheet, column: Int, row: Int, width: Int) {
        let newAccount = columns < Self.fullWordsWidth ? strings.newAccountShort : strings.newAccountButton
        let choices: [(SignInSheet.Stop, String)] = [
            (.signIn, strings.signInButton), (.newAccount, newAccount), (.cancel, strings.sheetCancel),
        ]
        let isTight = !layout.isRoomy
        var at = column + 2
        for (stop, words) in choices {
            let isSelected = sheet.selected == stop && !sheet.isWaiting
            if isTight {
                at = tightButton(words, at, row, isSelected: isSelected, isEnabled: !sheet.isWaiting)
            } else {
                at = button(words, at, row, isSelected: isSelected, isEnabled: !sheet.isWaiting) + 2
            }
        }
    }

    /// The narrowest window with room for three tight buttons in full words.
    static let fullWordsWidth = 40

    /// A button with fewer blanks.
    mutating func tightButton(
        _ words: String, _ column: Int, _ row: Int, isSelected: Bool, isEnabled: Bool
    ) -> Int {
        if isSelected {
            text(">", column, row)
            frame.cursor = (column, row)
        }
        return text("[\(words)]", column + 1, row, Style(reverse: isSelected, dim: !isEnabled))
    }
}
