internal import StoreModel

// What lies on top of a screen: questions and texts.
extension Canvas {
    mutating func drawLayer(_ state: StorefrontState) {
        switch state.layer {
        case .none: break
        case .help, .notice: drawReading(state)
        case .quitQuestion:
            drawQuestion(
                title: strings.quitTitle,
                lines: clean(strings.quitBody).wrapped(to: min(columns - 8, 50)),
                accept: strings.quitLeave, refuse: strings.quitStay, isAcceptSelected: state.shown.isAcceptSelected)
        case .sheet(let sheet):
            drawQuestion(
                title: strings.confirmTitle(waiting: state.sheets.count), lines: sheetLines(sheet, state),
                accept: strings.sheetBuy, refuse: strings.sheetCancel, isAcceptSelected: state.shown.isAcceptSelected)
        }
    }

    /// What is bought, how many, for how much, by whom, with whose money.
    private func sheetLines(_ sheet: ConfirmationRequested, _ state: StorefrontState) -> [TerminalText] {
        let width = 16
        func line(_ label: String, _ value: String) -> TerminalText {
            let label = clean(label)
            return TerminalText(label, padding: width - label.width, clean(value))
        }
        let title =
            sheet.product.localizedTitle.isEmpty
            ? sheet.product.identifier.rawValue : sheet.product.localizedTitle
        return [
            clean(title),
            line(strings.sheetQuantity, String(sheet.quantity)),
            line(strings.sheetUnitPrice, sheet.product.localizedPrice()),
            line(strings.sheetTotal, sheet.product.localizedPrice(quantity: sheet.quantity)),
            line(strings.sheetAccount, state.store?.accountName ?? ""),
            line(strings.sheetEnvironment, strings.environmentMeaning(sheet.environment)),
        ]
    }

    /// A box with lines and two buttons; the safe one is on the right.
    private mutating func drawQuestion(
        title: String, lines: [TerminalText], accept: String, refuse: String, isAcceptSelected: Bool
    ) {
        let isAiry = rows >= lines.count + 9
        let height = lines.count + (isAiry ? 5 : 3)
        let width = min(columns - 2, 56)
        let column = (columns - width) / 2
        let row = max(0, (rows - height) / 2)
        box(column: column, row: row, width: width, height: height, title: title)
        for (index, line) in lines.enumerated() {
            text(line, column + 3, row + (isAiry ? 2 : 1) + index, Style(bold: index == 0), width: width - 6)
        }
        let buttons = row + height - 2
        let buttonsWidth = clean(accept).width + clean(refuse).width + 14
        let end = button(accept, column + width - buttonsWidth - 2, buttons, isSelected: isAcceptSelected)
        button(refuse, end + 2, buttons, isSelected: !isAcceptSelected)
    }

    /// A box with a text, scrolled where it is longer than the box.
    private mutating func drawReading(_ state: StorefrontState) {
        let box = ReadingBox(state.layer, strings, frame.size, options.glyphs)
        let column = (columns - box.width) / 2
        let row = (rows - box.height) / 2
        self.box(column: column, row: row, width: box.width, height: box.height, title: box.title)
        let first = min(state.shown.firstLine, box.lastFirstLine)
        for (index, line) in box.lines[first...].prefix(box.height - 2).enumerated() {
            text(line, column + 3, row + 1 + index, width: box.width - 5)
        }
        if box.lastFirstLine > 0 {
            let place = "\(first + 1)/\(box.lastFirstLine + 1)"
            textEnding(at: column + box.width - 2, " \(place) ", row + box.height - 1, Style(.accent))
        }
        frame.cursor = (column + 3, row + 1)
    }
}
