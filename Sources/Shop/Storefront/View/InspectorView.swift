internal import StoreEvents
internal import StoreModel

/// Draws the inspector of a transaction, for `view` in View.swift: what is known about it, row by row, below
/// the headings of the sections. In a wide window, the selected value is shown whole beside the rows.
extension Canvas {
    /// From this many columns on, there is room for the value beside the rows.
    private static let columnsWithValue = 120
    /// The rows that a heading takes, with the blank one above it.
    private var headingRows: Int { layout.isRoomy && rows >= 30 ? 2 : 1 }
    private var hasValueBeside: Bool { columns >= Self.columnsWithValue }
    /// The column after the rows.
    private var inspectorEnd: Int { min(Self.widestList, hasValueBeside ? columns * 5 / 8 : columns) }

    mutating func drawInspector() {
        guard let inspector = state.inspector else { return }
        drawHeader(of: inspector.entry.transaction)
        let rows = state.inspectorRows()
        let valueColumns = valueColumns(of: rows)
        let ids = rows.map { $0.value?.id }
        let selected =
            ids.firstIndex { $0 != nil && $0 == inspector.selected } ?? ids.firstIndex { $0 != nil } ?? 0
        let shown = visible(rows, valueColumns, around: selected)
        drawHeading(above: shown, of: rows)
        var row = layout.firstRow + 1
        for index in shown {
            switch rows[index] {
            case .heading(let title):
                // The heading of the first section is already there.
                guard index > shown.lowerBound else { continue }
                row += headingRows
                rule(row - 1, to: inspectorEnd, title: title)
            case .note, .value:
                let lines = lines(of: rows[index], valueColumns[index])
                draw(lines, ids[index], isSelected: index == selected, row: row)
                row += lines.count
            }
        }
        if hasValueBeside, state.layer == .none, let value = rows[selected].value { drawBeside(value, rows) }
    }

    /// What was bought, and what became of it, which matters more.
    private mutating func drawHeader(of transaction: PaymentTransaction) {
        let (mark, style) = mark(of: transaction)
        let standing = " \(mark) \(strings.standing(transaction)) "
        rule(0)
        textEnding(at: columns - 1, standing, 0, style)
        let pieces = clean(state.pieces(transaction.payment))
        let room = columns - clean(standing).width - 6
        text(" \(pieces.cut(to: room, ellipsis: glyphs.ellipsis).string) ", 1, 0, Style(.accent, bold: true))
    }

    /// The heading of the first visible row, with the numbers of the visible rows if there are more.
    private mutating func drawHeading(above shown: Range<Int>, of rows: [InspectorRow]) {
        let row = layout.firstRow
        guard case .heading(let title) = rows[...shown.lowerBound].last(where: \.isHeading) else { return }
        rule(row, to: inspectorEnd, title: title)
        let isValue = rows.map { $0.value?.id != nil }
        let (before, count) = (
            isValue[..<shown.lowerBound].count(where: \.self), isValue.count(where: \.self)
        )
        let last = before + isValue[shown].count(where: \.self)
        guard last - before < count else { return }
        let words = clean(strings.shown(before..<last, of: count) + (last < count ? "\(glyphs.below) " : ""))
        let place = max(0, inspectorEnd - 1 - words.width)
        guard (place..<inspectorEnd).allSatisfy({ frame[$0, row].character == glyphs.horizontal }) else {
            return
        }
        text(words, place, row, Style(.accent))
    }

    private mutating func draw(_ lines: [[Piece]], _ id: InspectorValue.ID?, isSelected: Bool, row: Int) {
        for (row, line) in zip(row..<layout.contentEnd, lines) {
            for piece in line {
                text(piece.text, piece.column, row, piece.style, width: inspectorEnd - 1 - piece.column)
            }
            markFound(0..<inspectorEnd, row)
            if isSelected, id != nil { select(row, 1..<inspectorEnd - 1) }
            clickable(0..<inspectorEnd, row, id.map(Target.inspectorRow))
        }
        guard isSelected, id != nil else { return }
        markSelection(1, row)
        select(row, 1..<2)
    }

    // MARK: Rows

    private typealias Piece = (column: Int, text: TerminalText, style: Style)

    private func start(of value: InspectorValue) -> Int { value.isNested ? 5 : 3 }

    /// For each row, where its value begins: after the longest name in the section.
    private func valueColumns(of rows: [InspectorRow]) -> [Int] {
        var widest: [Int] = []
        for row in rows {
            if row.isHeading { widest.append(0) }
            guard let value = row.value, let before = widest.popLast() else { continue }
            widest.append(max(before, start(of: value) + clean(value.label).width + 2))
        }
        var section = -1
        return rows.map { row in
            if row.isHeading { section += 1 }
            return min(widest[section], inspectorEnd / 2)
        }
    }

    /// The lines of a row. In a narrow window, values end at the edge, and values that are too long go below
    /// their names.
    private func lines(of row: InspectorRow, _ valueColumn: Int) -> [[Piece]] {
        let end = inspectorEnd - 1
        switch row {
        case .heading: return []
        case .note(let sentence):
            return clean(sentence).wrapped(to: end - 3).map { [(3, $0, Style(dim: true))] }
        case .value(let value):
            let (start, label) = (start(of: value), clean(value.label))
            let behindLabel = start + label.width + 2
            let isInColumn = layout.isRoomy && behindLabel <= valueColumn
            let first = isInColumn ? valueColumn : behindLabel
            let name: Piece = (start, label, Style(dim: true))
            if let pieces = pieces(of: value, room: end - first) {
                return [[name] + moved(pieces, to: isInColumn ? first : end - width(of: pieces))]
            }
            guard !isInColumn else {
                var lines = wrapped(value, width: end - first).map { moved($0, to: first) }
                lines[0].insert(name, at: 0)
                return lines
            }
            if let pieces = pieces(of: value, room: end - 3) {
                return [[name], moved(pieces, to: layout.isRoomy ? 3 : end - width(of: pieces))]
            }
            return [[name]] + wrapped(value, width: end - start - 2).map { moved($0, to: start + 2) }
        }
    }

    private func moved(_ pieces: [Piece], to column: Int) -> [Piece] {
        pieces.map { ($0.column + column, $0.text, $0.style) }
    }

    private func width(of pieces: [Piece]) -> Int { pieces.last.map { $0.column + $0.text.width } ?? 0 }

    /// The parts of a value in one line of at most this many cells, with the optional parts if there is room;
    /// nil if they do not fit.
    private func pieces(of value: InspectorValue, room: Int) -> [Piece]? {
        var texts = value.parts.map { (text: clean($0.text), part: $0) }
        func width() -> Int { texts.reduce(-2) { $0 + $1.text.width + 2 } }
        if value.isLong, !texts.isEmpty {
            let beginning = room - (width() - texts[0].text.width)
            guard beginning >= 12 else { return nil }
            texts[0].text = clean(texts[0].part.text + "…").cut(to: beginning, ellipsis: glyphs.ellipsis)
        }
        while width() > room, texts.last?.part.isOptional == true { texts.removeLast() }
        guard width() <= room else { return nil }
        var column = 0
        return texts.map { text, part in
            defer { column += text.width + 2 }
            return (column, text, part.style)
        }
    }

    /// The parts of a value in lines, side by side if they fit. Of a long value, only the beginning.
    private func wrapped(_ value: InspectorValue, width: Int) -> [[Piece]] {
        if let pieces = pieces(of: value, room: width) { return [pieces] }
        var lines: [[Piece]] = []
        for (index, part) in value.parts.enumerated() where !part.isOptional {
            let texts =
                value.isLong && index == 0
                ? [clean(part.text + "…").cut(to: width, ellipsis: glyphs.ellipsis)]
                : self.lines(part.text, width: width, most: Self.mostLines)
            if texts.count == 1, let last = lines.last?.last,
                last.column + last.text.width + 2 + texts[0].width <= width
            {
                lines[lines.count - 1].append((last.column + last.text.width + 2, texts[0], part.style))
            } else {
                lines += texts.map { [(0, $0, part.style)] }
            }
        }
        return lines.isEmpty ? [[]] : lines
    }

    /// A text with more lines is not shown whole among other values.
    private static let mostLines = 4

    /// The rows that fit, including some before and after the selected one.
    private func visible(_ rows: [InspectorRow], _ valueColumns: [Int], around selected: Int) -> Range<Int> {
        let room = layout.contentEnd - layout.firstRow - 1
        // The first heading has its own row.
        func height(_ index: Int) -> Int {
            rows[index].isHeading
                ? index == 0 ? 0 : headingRows : lines(of: rows[index], valueColumns[index]).count
        }
        var (first, end, used) = (selected, selected + 1, height(selected))
        func extendUp(to most: Int) {
            while first > 0, case let more = height(first - 1), used + more <= most {
                (first, used) = (first - 1, used + more)
            }
        }
        func extendDown() {
            while end < rows.count, case let more = height(end), used + more <= room {
                (end, used) = (end + 1, used + more)
            }
        }
        extendUp(to: (room + height(selected)) / 2)
        extendDown()
        extendUp(to: room)
        if first > 0, rows[first].isHeading {
            used -= headingRows
            extendDown()
        }
        return first..<end
    }

    // MARK: The selected value

    /// Draws the selected value whole beside the rows. If that value is short enough to be seen whole among
    /// them, draws what was signed instead.
    private mutating func drawBeside(_ selected: InspectorValue, _ rows: [InspectorRow]) {
        drawDivider(column: inspectorEnd, to: layout.contentEnd - 1)
        let isWholeInRow = selected.whole.utf8.count <= InspectorValue.longest
        let value =
            isWholeInRow ? rows.lazy.compactMap(\.value).first { $0.id == .signed } ?? selected : selected
        let (column, row) = (inspectorEnd + 2, layout.firstRow)
        rule(row, from: inspectorEnd + 1, title: value.label)
        let (width, height) = (columns - 1 - column, layout.contentEnd - row - 2)
        var lines = TerminalText(value.whole, glyphs: options.glyphs, most: width * height + 1).chopped(
            to: width)
        if lines.count > height {
            lines.removeLast(lines.count - height)
            lines[height - 1] = clean(lines[height - 1].string + "…").cut(
                to: width, ellipsis: glyphs.ellipsis)
        }
        // The header, payload and signature of what was signed look different.
        let isSigned = value.whole.utf8.count { $0 == UInt8(ascii: ".") } == 2
        var styles = isSigned ? [Style(dim: true), Style(.accent), Style(.good)] : [Style()]
        for (index, line) in lines.enumerated() {
            var at = column
            for (number, piece) in line.string.split(separator: ".", omittingEmptySubsequences: false)
                .enumerated()
            {
                if number > 0 {
                    at = text(".", at, row + 2 + index)
                    if styles.count > 1 { styles.removeFirst() }
                }
                at = text(String(piece), at, row + 2 + index, styles[0])
            }
        }
    }
}
