// Buttons, and rows of them.
extension Canvas {
    /// A button with the mark of the selection before it, and the column behind it. It takes six cells more than its words,
    /// a tight one three.
    @discardableResult
    mutating func button(
        _ words: String, _ column: Int, _ row: Int, isSelected: Bool, isEnabled: Bool = true, isTight: Bool = false,
        target: Target? = nil
    ) -> Int {
        if isSelected { markSelection(column, row) }
        let start = column + (isTight ? 1 : 2)
        let style = Style(reverse: isSelected, dim: !isEnabled)
        let end = text(isTight ? "[\(words)]" : "[ \(words) ]", start, row, style)
        clickable(start..<end, row, target)
        return end
    }

    /// Draws the mark of the selection, with the cursor on it.
    mutating func markSelection(_ column: Int, _ row: Int) {
        text(">", column, row)
        if column < columns, row < rows { frame.cursor = (column, row) }
    }

    /// Lets a click on these cells do something.
    mutating func clickable(_ columns: Range<Int>, _ row: Int, _ target: Target?) {
        if let target { frame.areas.append(ClickArea(columns: columns, row: row, target: target)) }
    }

    /// The indices of buttons of these widths, each with the blank behind it, broken into lines.
    func lines(ofButtons widths: [Int]) -> [[Int]] {
        var lines: [[Int]] = []
        var end = columns
        for (index, width) in widths.enumerated() {
            if end + width - 1 > columns {
                lines.append([])
                end = 1
            }
            lines[lines.count - 1].append(index)
            end += width
        }
        return lines
    }
}
