internal import StoreEvents
internal import StoreModel

// Books, whose content is downloaded: what their buttons do, and the keys of the reader screen. `handle`
// passes on the keys, and `receive` the downloads.
extension StorefrontState {
    /// The title of the button of an owned book.
    func bookButton(_ download: Download) -> String {
        switch download.state {
        case .waiting, .active: strings[.pause]
        case .paused: strings[.goOn]
        case .failed, .cancelled: strings[.fetch]
        case .finished: strings[.read]
        }
    }

    /// The command of that button.
    func press(_ download: Download) -> [StorefrontCommand] {
        let product = download.productIdentifier
        switch download.state {
        case .waiting, .active: return [.download(.pause, of: product)]
        case .paused, .failed, .cancelled: return [.download(.start, of: product)]
        case .finished: return [.book(product)]
        }
    }

    func cancelSelectedDownload() -> [StorefrontCommand] {
        guard products.indices.contains(selectedRow), let download = download(of: products[selectedRow]),
            download.state != .finished, download.state != .cancelled
        else { return [] }
        return [.download(.cancel, of: download.productIdentifier)]
    }

    mutating func downloadUpdated(_ download: Download) {
        let before = account.downloads[download.productIdentifier]
        account.downloads[download.productIdentifier] = download
        if let error = download.error, error != before?.error {
            let product = download.productIdentifier
            showStatus(
                strings.downloadTrouble(title(of: product), error), .error, about: .download(product, error))
        }
    }

    mutating func actInReader(_ action: Action) -> [StorefrontCommand] {
        guard let before = book else { return [] }
        let layout = ReaderLayout(size ?? Size(columns: 80, rows: 24))
        let glyphs = options.glyphs
        func move(_ lines: Int) {
            book?.move(by: lines, width: layout.width, height: layout.height, glyphs: glyphs)
        }
        switch action {
        case .next: move(1)
        case .previous: move(-1)
        case .pageDown: move(layout.height - 1)
        case .pageUp: move(1 - layout.height)
        case .first: book?.moveToBeginning()
        case .last: book?.moveToEnd(width: layout.width, height: layout.height, glyphs: glyphs)
        case .close:
            place = .store
            book = nil
        default: break
        }
        guard let after = book, after.place != before.place else { return [] }
        return [.readingPlace(after.place, in: after.product)]
    }

    /// Changes the list of products, and keeps the selection on its product or button.
    mutating func keepingSelection(_ change: (inout StorefrontState) -> Void) {
        let before = products
        change(&self)
        if before.indices.contains(selectedRow) {
            selectedRow =
                products.firstIndex(of: before[selectedRow]) ?? min(selectedRow, max(0, products.count - 1))
        } else {
            selectedRow += products.count - before.count
        }
    }
}
