internal import StorefrontMessages

// Keys on the reader screen.
extension StorefrontState {
    mutating func actInReader(_ action: Action) -> [StorefrontCommand] {
        guard let before = book else { return [] }
        let layout = ReaderLayout(size ?? Size(columns: 80, rows: 24))
        func move(_ lines: Int) { book?.move(by: lines, width: layout.width, glyphs: .unicode) }
        switch action {
        case .next: move(1)
        case .previous: move(-1)
        case .pageDown: move(layout.height - 1)
        case .pageUp: move(1 - layout.height)
        case .first: book?.moveToBeginning()
        case .last: book?.moveToEnd()
        case .close:
            place = .store
            book = nil
        default: break
        }
        guard let after = book, after.place != before.place else { return [] }
        return [.readingPlace(after.place, in: after.product)]
    }
}
