internal import StoreEvents
internal import StoreModel

/// A row of the settings screen, which the extension below draws for `view`.
private struct SettingsLine {
    let name: TerminalText
    let value: TerminalText
    let meaning: TerminalText
    /// Whether the name and the value fit side by side.
    let isInOneRow: Bool
}

extension Canvas {
    mutating func drawSettings() {
        guard let settings = state.settings else {
            drawHeader(strings[.settingsTitle], right: strings[.title])
            return drawNothing(but: .settingsLoading)
        }
        var row = layout.firstRow
        if layout.isRoomy {
            let introduction: Text =
                state.store?.isAdministrator == false ? .settingsForCustomers : .settingsIntroduction
            row = paragraph(strings[introduction], 3, row, Style(dim: true)) + 1
        }
        let names = SettingsRow.allCases.map { clean(strings.setting($0).name) }
        // In a narrow window, a long name gets its own row.
        let valueColumn = 4 + (layout.isRoomy ? names.map(\.width).max() ?? 0 : 21)
        let lines = zip(SettingsRow.allCases, names).map { setting, name in
            let value = clean(setting.value(in: settings, strings))
            return SettingsLine(
                name: name, value: value, meaning: clean(strings.setting(setting).meaning),
                isInOneRow: name.width < valueColumn - 3 && valueColumn + value.width + 4 < columns)
        }
        let meaningColumn = valueColumn + max(18, lines.map(\.value.width).max() ?? 0) + 6
        let room = layout.contentEnd - row
        let isAiry = room >= lines.count * 2
        let heights = lines.map { isAiry || !$0.isInOneRow ? 2 : 1 }
        let selected = state.settingsRow.rawValue
        var first = 0
        while first < selected, heights[first...selected].reduce(0, +) > room { first += 1 }
        var end = first
        for index in lines.indices[first...] {
            guard row + heights[index] <= layout.contentEnd else { break }
            end = index + 1
            drawSetting(
                lines[index], isSelected: index == selected, valueColumn: valueColumn,
                meaningColumn: meaningColumn,
                row: row)
            for row in row..<row + heights[index] { markFound(0..<columns, row) }
            if index == selected { select(row, 1..<columns - 1) }
            clickable(0..<columns, row, .settingsRow(SettingsRow.allCases[index]))
            row += heights[index]
        }
        drawHeader(strings[.settingsTitle], right: share(first..<end, of: lines.count))
    }

    /// The numbers of the visible settings, and an arrow if there are more, in place of the store's title. A
    /// layer hides the settings, but not the header.
    private func share(_ shown: Range<Int>, of count: Int) -> String {
        guard shown.count < count, state.layer == .none else { return strings[.title] }
        let rows = strings.rowsShown("\(shown.lowerBound + 1)–\(shown.upperBound)", of: count)
        return shown.upperBound < count ? "\(rows) \(glyphs.below)" : rows
    }

    private mutating func drawSetting(
        _ line: SettingsLine, isSelected: Bool, valueColumn: Int, meaningColumn: Int, row: Int
    ) {
        if isSelected { markSelection(1, row) }
        text(line.name, 3, row, width: columns - 4)
        let words =
            isSelected ? "\(glyphs.less) \(line.value.string) \(glyphs.more)" : "  \(line.value.string)"
        let (column, valueRow) = line.isInOneRow ? (valueColumn, row) : (4, row + 1)
        text(words, column, valueRow, Style(reverse: isSelected), width: columns - column - 1)
        guard meaningColumn + line.meaning.width < columns else { return }
        text(line.meaning, meaningColumn, row, Style(dim: true))
    }
}
