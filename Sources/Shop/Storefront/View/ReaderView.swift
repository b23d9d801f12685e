/// Where the text of a book is in the window: in the middle, in lines of a readable length.
/// `StorefrontState` uses it to turn pages. Below, `Canvas` draws the reader screen.
struct ReaderLayout {
    private static let widest = 72

    let column: Int
    let width: Int
    let height: Int
    static let firstRow = 2

    init(_ size: Size) {
        width = min(size.columns - 2, Self.widest)
        column = (size.columns - width) / 2
        height = max(1, Layout(size).contentEnd - Self.firstRow)
    }
}

extension Canvas {
    mutating func drawReader() {
        guard let book = state.book else { return }
        let reader = ReaderLayout(frame.size)
        let lines = book.lines(reader.height + 1, width: reader.width, glyphs: options.glyphs)
        let percent = lines.count > reader.height ? book.percent : 100
        drawHeader(state.title(of: book.product), right: strings.percent(percent))
        for (index, line) in lines.prefix(reader.height).enumerated() {
            text(line, reader.column, ReaderLayout.firstRow + index, width: reader.width)
            markFound(0..<columns, ReaderLayout.firstRow + index)
        }
        frame.cursor = (reader.column, ReaderLayout.firstRow)
    }
}
