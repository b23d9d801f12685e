internal import StoreEvents
internal import StoreModel

// Draws the layer on top of a screen, for `view`: a question with two buttons, the help, a notice or the
// sign-in sheet.
extension Canvas {
    mutating func drawLayer() {
        if state.layer != .none { frame.areas = [] }
        switch state.layer {
        // It has the window to itself.
        case .none, .value: break
        case .help, .messages, .notice: drawReading()
        case .question(let question):
            let words = state.words(of: question)
            let body: [(text: TerminalText, style: Style)] = lines(
                words.body, width: questionWidth - 4, most: questionLines
            ).map { ($0, Style()) }
            let facts = labelled(
                Array(state.facts(of: question).suffix(max(0, questionLines - body.count))))
            drawQuestion(
                title: words.title, lines: facts + body, accept: words.accept,
                refuse: words.refuse)
        case .signIn: if let sheet = state.signIn { drawSignIn(sheet) }
        case .sheet(let asked):
            drawQuestion(
                title: strings.confirmTitle(waiting: state.sheets.count), lines: sheetLines(asked.request),
                accept: .buyButton, refuse: .sheetCancel)
        }
    }

    /// What the product is, what is paid, what follows, who pays, and with what money. If there is little
    /// room, the description and the details are left out.
    private func sheetLines(_ sheet: ConfirmationRequested) -> [(text: TerminalText, style: Style)] {
        let room = questionWidth - 4
        let words = SheetLines(state: state, sheet: sheet)
        let customer: [(label: String, value: String)] = [
            (strings[.sheetAccount], state.store.map(state.accountWords) ?? ""),
            (strings[.sheetEnvironment], strings[.environmentMeaning(sheet.environment)]),
        ]
        let labels = words.terms().map(\.label) + customer.map(\.label)
        // The title and the box.
        let frameHeight = layout.isRoomy ? 6 : 4
        let free = max(0, layout.contentEnd - 1 - frameHeight - labels.count)
        let details = words.details.prefix(free)
        let terms = words.terms(room: room - labelsWidth(labels + details.map(\.label)))
        let description = clean(sheet.product.localizedDescription).wrapped(to: room)
        let isDescribed = !description.isEmpty && description.count <= free - details.count
        return [(clean(words.title), Style(bold: true))]
            + (isDescribed ? description.map { ($0, Style(dim: true)) } : [])
            + labelled(terms + details + customer)
    }

    /// Lines with the labels in a column of their own.
    private func labelled(
        _ lines: [(label: String, value: String)]
    ) -> [(text: TerminalText, style: Style)] {
        let labels = labelsWidth(lines.map(\.label))
        return lines.map { label, value in
            // In the narrowest window the values must still be readable.
            let (label, value) = (clean(label), clean(value))
            let hasRoom = labels + value.width <= questionWidth - 4
            return (hasRoom ? TerminalText(label, padding: labels - label.width, value) : value, Style())
        }
    }

    /// The width of the column of the labels, with the blank after it.
    private func labelsWidth(_ labels: [String]) -> Int {
        max(layout.isRoomy ? 15 : 11, widest(labels)) + 1
    }

    var questionWidth: Int { min(columns - 2, 56) }

    /// The rows of a question besides its lines.
    private var questionFrame: Int { layout.isRoomy ? 5 : 3 }

    /// How many lines a question can have.
    private var questionLines: Int { layout.contentEnd + layout.statusRows - questionFrame }

    /// A box with the lines that fit and two buttons, with the safe one on the right.
    private mutating func drawQuestion(
        title: String, lines: [(text: TerminalText, style: Style)], accept: Text, refuse: Text
    ) {
        let (accept, refuse, isAcceptSelected) = (
            strings[accept], strings[refuse], state.shown.isAcceptSelected
        )
        let isAiry = layout.isRoomy
        let lines = lines.prefix(questionLines)
        let height = lines.count + questionFrame
        let width = questionWidth
        let (row, column) = clearForLayer(width: width, height: height)
        box(column: column, row: row, width: width, height: height, title: title)
        for (index, line) in lines.enumerated() {
            text(line.text, column + 2, row + (isAiry ? 2 : 1) + index, line.style, width: width - 4)
        }
        let buttons = row + height - 2
        let words = clean(accept).width + clean(refuse).width
        let isTight = words + 14 > width - 3
        let buttonsWidth = words + (isTight ? 6 : 14)
        let keys = state.dialogKeys
        if clean(keys).width + buttonsWidth + 5 <= width { text(keys, column + 2, buttons, Style(dim: true)) }
        let end = button(
            accept, max(0, column + width - buttonsWidth - 2), buttons, isSelected: isAcceptSelected,
            isTight: isTight, target: .answer(true))
        button(
            refuse, isTight ? end : end + 2, buttons, isSelected: !isAcceptSelected, isTight: isTight,
            target: .answer(false))
    }

    /// Blanks the content for a box in the middle of the window, and returns the box's first row and column.
    /// The store's monkey keeps its place if there is room for the box below or beside it.
    mutating func clearForLayer(width: Int, height: Int) -> (row: Int, column: Int) {
        // In the lowest windows, a box also takes the rows of the header and the status line.
        var row = max(0, min((rows - height) / 2, layout.contentEnd + layout.statusRows - height))
        let column = (columns - width) / 2
        var kept = state.place == .store ? monkeyArea : nil
        if let monkey = kept, monkey.columns.overlaps(column..<column + width) {
            if monkey.rows.upperBound + height <= layout.contentEnd {
                row = max(row, monkey.rows.upperBound)
            } else {
                kept = nil
            }
        }
        layerEnd = row + height
        for row in min(row, 1)..<min(rows, max(layout.contentEnd, layerEnd)) {
            for column in 0..<columns
            where kept.map({ !$0.rows.contains(row) || !$0.columns.contains(column) }) ?? true {
                frame[column, row] = Cell()
            }
        }
        return (row, column)
    }

    /// A box with a text. It scrolls if the text is longer than the box.
    private mutating func drawReading() {
        let box = ReadingBox(state, frame.size)
        let (top, column) = clearForLayer(width: box.width, height: box.height)
        self.box(column: column, row: top, width: box.width, height: box.height, title: box.title)
        let first = min(state.shown.firstLine, box.lastFirstLine)
        for (index, line) in box.lines[first...].prefix(box.height - 2).enumerated() {
            text(line.text, column + 3, top + 1 + index, width: box.width - 5)
            draw(line.marks, column + 3, top + 1 + index)
            if [.help, .messages].contains(state.layer) {
                markFound(column + 3..<column + box.width, top + 1 + index)
            }
        }
        if box.lastFirstLine > 0 {
            let place = "\(first + 1)/\(box.lastFirstLine + 1)"
            textEnding(at: column + box.width - 2, " \(place) ", top + box.height - 1, Style(.accent))
        }
        frame.cursor = (column + 3, top + 1)
    }

    private mutating func draw(_ marks: [ReadingBox.Mark], _ column: Int, _ row: Int) {
        for mark in marks {
            for at in mark.columns.map({ column + $0 }) where at < columns - 2 {
                frame[at, row].style = mark.style
            }
        }
    }
}
