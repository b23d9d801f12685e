internal import StoreModel

extension Canvas {
    mutating func drawSettings(_ state: StorefrontState) {
        drawHeader(strings.settingsTitle, right: strings.title)
        rule(1)
        guard let settings = state.settings else {
            text(strings.settingsLoading, 3, 3)
            return
        }
        var row = 2
        if layout.isRoomy {
            text(strings.settingsIntroduction, 3, 3, Style(dim: true))
            row = 5
        }
        let step = layout.contentEnd - row >= SettingsRow.allCases.count * 2 ? 2 : 1
        let all = SettingsRow.allCases
        let visible = min(all.count, max(1, (layout.contentEnd - row) / step))
        let first = max(0, state.settingsRow.rawValue - visible + 1)
        for setting in all[first..<first + visible] {
            drawSetting(setting, state, settings, row: row)
            row += step
        }
    }

    private mutating func drawSetting(
        _ setting: SettingsRow, _ state: StorefrontState, _ settings: StorefrontSettings, row: Int
    ) {
        let isSelected = setting == state.settingsRow
        let valueColumn = 25
        if isSelected {
            text(">", 1, row)
            frame.cursor = (1, row)
        }
        text(strings.setting(setting), 3, row, width: valueColumn - 4)
        let value = setting.value(in: settings, strings)
        let words = isSelected ? "\(glyphs.less) \(value) \(glyphs.more)" : "  \(value)"
        text(words, valueColumn, row, Style(reverse: isSelected), width: columns - valueColumn - 1)
        guard columns >= 80 else { return }
        text(strings.settingMeaning(setting), 55, row, Style(dim: true), width: columns - 56)
    }
}
