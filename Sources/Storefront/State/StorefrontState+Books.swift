internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// Books: products whose content comes from the content server.
extension StorefrontState {
    /// The books that the store sells, or that are owned, behind what the application sells by itself.
    var books: [ProductIdentifier] {
        hosted.map(\.productIdentifier).filter { product in
            (ownedProducts.contains(product) || catalogue.products[product] != nil)
                && !(store?.productIdentifiers ?? []).contains(product)
        }
    }

    /// Whether a product's content is something to fetch and to read.
    func isBook(_ product: ProductIdentifier) -> Bool { hosted.contains { $0.productIdentifier == product } }

    /// How the content of a book that is owned stands; nil for everything else.
    func download(of product: ProductIdentifier) -> Download? {
        guard ownedProducts.contains(product), isBook(product) else { return nil }
        return downloads[product] ?? Download(productIdentifier: product, state: .cancelled)
    }

    /// What the button of a book that is owned says.
    func bookButton(_ download: Download) -> String {
        switch download.state {
        case .waiting, .active: strings.pause
        case .paused: strings.goOn
        case .failed, .cancelled: strings.fetch
        case .finished: strings.read
        }
    }

    /// Does what the button of a book says.
    func press(_ download: Download) -> [StorefrontCommand] {
        let product = download.productIdentifier
        switch download.state {
        case .waiting, .active: return [.download(.pause, of: product)]
        case .paused, .failed, .cancelled: return [.download(.start, of: product)]
        case .finished: return [.book(product)]
        }
    }

    /// Gives the selected download up, if there is one.
    func cancelSelectedDownload() -> [StorefrontCommand] {
        guard products.indices.contains(selectedRow), let download = download(of: products[selectedRow]),
            download.state != .finished, download.state != .cancelled
        else { return [] }
        return [.download(.cancel, of: download.productIdentifier)]
    }

    mutating func listed(_ event: HostedProductsListed) { keepingSelection { $0.hosted = event.products } }

    mutating func updated(_ download: Download) {
        let before = downloads[download.productIdentifier]
        downloads[download.productIdentifier] = download
        if let error = download.error, error != before?.error {
            showStatus(strings.downloadTrouble(title(of: download.productIdentifier), error), .error)
        }
    }

    mutating func opened(_ event: BookOpened) {
        book = OpenBook(event)
        place = .reader
    }

    /// Changes what is sold, and keeps the selection where it is: on its product, or on the same button behind all of them.
    mutating func keepingSelection(_ change: (inout StorefrontState) -> Void) {
        let before = products
        change(&self)
        if before.indices.contains(selectedRow) {
            selectedRow = products.firstIndex(of: before[selectedRow]) ?? min(selectedRow, max(0, products.count - 1))
        } else {
            selectedRow += products.count - before.count
        }
    }
}
