// Buttons, and rows of them.
extension Canvas {
    /// A button with the mark of the selection before it. It takes two cells more than its words and brackets.
    @discardableResult
    mutating func button(
        _ words: String, _ column: Int, _ row: Int, isSelected: Bool, isEnabled: Bool = true, width: Int = .max
    ) -> Int {
        if isSelected {
            text(">", column, row)
            if column < columns, row < rows { frame.cursor = (column, row) }
        }
        let style = Style(reverse: isSelected, dim: !isEnabled)
        return text("[ \(words) ]", column + 2, row, style, width: width)
    }

    /// A button with fewer blanks. It takes three cells more than its words.
    mutating func tightButton(
        _ words: String, _ column: Int, _ row: Int, isSelected: Bool, isEnabled: Bool
    ) -> Int {
        if isSelected {
            text(">", column, row)
            frame.cursor = (column, row)
        }
        return text("[\(words)]", column + 1, row, Style(reverse: isSelected, dim: !isEnabled))
    }

    /// Buttons of these widths, each with the blank behind it, in as many lines as they take; each is known by its place.
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
