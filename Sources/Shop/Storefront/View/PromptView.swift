// Draws the prompt on the row of the status line, for `drawStatusAndFooter`, and marks what a search has
// found in the rows of a list.
extension Canvas {
    mutating func drawPrompt(_ prompt: Prompt) {
        let row = layout.contentEnd + layout.statusRows - 1
        text(blank, 0, row)
        let isCommand = prompt.kind == .command
        let start = text(isCommand ? ":" : "/", 1, row, Style(.accent, bold: true))
        var end = columns - 1
        if !isCommand, state.search != nil {
            let words = clean(state.searchWords)
            end = max(columns / 2, end - words.width)
            text(words, end, row, Style(dim: true))
            end -= 2
        }
        let typedEnd = drawField(prompt.field, start, row, cells: end - start)
        // Without colours, it might look as if it had been typed.
        var used = typedEnd
        if options.hasColour {
            used = text(state.promptRest, typedEnd, row, Style(dim: true), width: end - typedEnd)
        }
        if let message = state.message {
            drawMessage(message, above: row)
        } else if isCommand, layout.statusRows > 1 {
            text(blank, 0, row - 1)
            drawChoices(from: 1, row: row - 1, isAtEnd: false)
        } else if isCommand, used == typedEnd || state.promptChoices.words.count > 1 {
            // What is shown dim after the cursor need not be shown here, too.
            drawChoices(from: used + 3, row: row, isAtEnd: true)
        }
    }

    /// Draws a field's text, scrolled so that the cursor is visible, and returns the column after it.
    private mutating func drawField(_ field: TextField, _ column: Int, _ row: Int, cells: Int) -> Int {
        let cursor = clean(String(field.beforeCursor)).width
        let rest = clean(field.text).dropped(cells: max(0, cursor - cells + 1))
        frame.cursor = (column + cursor - rest.cells, row)
        return text(rest.text, column, row, width: cells)
    }

    /// Draws a message that comes while somebody types, or while a value has the window to itself.
    mutating func drawMessage(
        _ message: (text: String, role: Style.Role), above row: Int, most: Int = 2
    ) {
        let words = state.withoutKeyElsewhere(message.text)
        let lines = lines(words, width: columns - 2, most: most)
        for (index, line) in lines.enumerated() {
            let row = row - lines.count + index
            text(blank, 0, row)
            text(line, 1, row, Style(message.role))
        }
    }

    /// The words that may follow, starting with the chosen one, as many as there is room for.
    private mutating func drawChoices(from column: Int, row: Int, isAtEnd: Bool) {
        let (words, chosen) = state.promptChoices
        let choices = words.dropFirst(chosen ?? 0)
        let (ellipsis, room) = (glyphs.ellipsis, columns - 1 - column)
        var shown: [(word: TerminalText, hint: TerminalText)] = []
        // Each has a gap after it.
        var width = 0
        for choice in choices {
            let (word, hint) = (clean(choice.word), clean(choice.hint.isEmpty ? "" : " \(choice.hint)"))
            let cells = word.width + hint.width + 2
            let isLast = shown.count + 1 == choices.count
            guard width + cells - 2 + (isLast ? 0 : ellipsis.width + 2) <= room else { break }
            width += cells
            shown.append((word, hint))
        }
        let isCut = shown.count < choices.count
        var at = isAtEnd ? columns - 1 - width + (isCut ? -ellipsis.width : 2) : column
        for (index, choice) in shown.enumerated() {
            at = text(
                choice.word, at, row, index == 0 && chosen != nil ? Style(.accent, bold: true) : Style())
            at = text(choice.hint, at, row, Style(dim: true)) + 2
        }
        if isCut { text(ellipsis, at, row, Style(dim: true)) }
    }

    /// Marks what was searched for in some cells of a row. It is underlined, even if the whole row
    /// is reversed.
    mutating func markFound(_ columns: Range<Int>, _ row: Int) {
        guard let search = state.search, row < rows else { return }
        let columns = columns.clamped(to: 0..<self.columns)
        let cells = FoldedText(characters: columns.map { frame[$0, row].character })
        for range in cells.ranges(of: FoldedText(search.text)) {
            for column in range.map({ columns.lowerBound + $0 }) where frame[column, row].character != nil {
                let isReverse = frame[column, row].style.isReverse
                frame[column, row].style = isReverse ? Style(reverse: true) : Style(.accent, bold: true)
                frame[column, row].style.isUnderlined = true
                let right = column + 1
                if right < self.columns, frame[right, row].character == nil {
                    frame[right, row].style = frame[column, row].style
                }
            }
        }
    }
}
