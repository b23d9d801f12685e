internal import StoreEvents
internal import StoreModel

// The selectable rows of the store screen, for `drawStore`. The button comes first, next to the
// selection's mark.
extension Canvas {
    /// The number of cells after the end of a price, including the quantity.
    private static let behindPrice = 13

    /// How much there is to show, for the layout. Widths do not change with what the customer does.
    var storeContent: StoreLayout.Content {
        mutating get {
            let headings = state.listRows.count - state.products.count
            var content = StoreLayout.Content(
                products: state.products.count, headings: headings, inFlight: state.visibleInFlight.count,
                namesWidth: 0, listWidth: 80, hasLargeMonkey: options.hasPixels)
            for identifier in state.products {
                let name = clean(state.title(of: identifier)).width
                let known = state.catalogue.products[identifier]
                let price = clean(known.map(listPrice) ?? "").width
                let beside = titleColumn + name + 2 + price + Self.behindPrice
                let description = titleColumn + clean(known?.localizedDescription ?? "").width + 3
                content.namesWidth = max(content.namesWidth, beside)
                // A name that is too long for this goes below its button.
                let row = beside <= Self.widestList ? beside : name + 7
                content.listWidth = max(content.listWidth, row, min(description, Self.widestList))
            }
            let listEnd = min(content.listWidth, columns)
            content.longNames = state.products.count { isNameLong($0, listEnd: listEnd) }
            return content
        }
    }

    /// Whether a name does not fit between a button and a price, and so goes below the button.
    private mutating func isNameLong(_ product: ProductIdentifier, listEnd: Int) -> Bool {
        let price = clean(state.catalogue.products[product].map(listPrice) ?? "").width
        return clean(state.title(of: product)).width > listEnd - Self.behindPrice - titleColumn - price - 2
    }

    /// Draws the products that fit, including the selected one, below the headings of their sections.
    mutating func drawProducts() {
        let rows = state.listRows
        let heights = rows.map { listHeight($0) }
        let shown = visibleRows(rows, heights)
        var row = storeLayout.list.lowerBound
        if storeLayout.hasHeading,
            let heading = rows[..<min(shown.lowerBound + 1, rows.count)].last(where: \.isHeading)
        {
            drawHeading(heading, row: row)
            // In the header, it would stay visible above a layer.
            if state.layer == .none { drawShare(of: rows[shown], row: row) }
            row += 1
        }
        // The buttons and quantities in them come before the rows, and get their clicks.
        let rowColumns = storeRowColumns
        var rowAreas: [ClickArea] = []
        for index in shown {
            switch rows[index] {
            case .heading:
                // The heading of the first section is already there.
                guard index > shown.lowerBound else { continue }
                if heights[index] > 0 { drawHeading(rows[index], row: row + heights[index] - 1) }
            case .product(let product):
                switch storeLayout.density {
                case .narrow: drawNarrowProduct(product, row: row)
                case .dense, .airy: drawWideProduct(product, row: row)
                }
                if product == state.selectedRow { selectStoreRow(row) }
                let target = Target.productRow(state.products[product])
                rowAreas += (row..<row + heights[index]).map {
                    ClickArea(columns: rowColumns, row: $0, target: target)
                }
            }
            row += heights[index]
        }
        frame.areas += rowAreas
    }

    /// The height of a row of the list. A narrow list has one heading.
    private mutating func listHeight(_ row: ListRow) -> Int {
        switch row {
        case .heading: storeLayout.density == .narrow ? 0 : storeLayout.isSpacious ? 2 : 1
        case .product(let index):
            storeLayout.density != .dense || isNameLong(state.products[index], listEnd: storeLayout.listEnd)
                ? 2 : 1
        }
    }

    /// The rows of the list that fit. They start at the first row from which the selected one is visible.
    private mutating func visibleRows(_ rows: [ListRow], _ heights: [Int]) -> Range<Int> {
        let room = storeLayout.list.count - (storeLayout.hasHeading ? 1 : 0)
        let selected = rows.firstIndex(of: .product(state.selectedRow)) ?? rows.count - 1
        func end(from start: Int) -> Int {
            var (end, used) = (start, 0)
            while end < rows.count {
                // The heading of the first section has its own row.
                used += end == start && rows[end].isHeading ? 0 : heights[end]
                if used > room { break }
                end += 1
            }
            return end
        }
        let starts = rows.indices.filter { $0 == 0 || !rows[$0].isHeading }
        let start = starts.first { end(from: $0) > selected } ?? selected
        return start..<max(end(from: start), start)
    }

    /// Draws a section's heading on a line that ends with it. A longer line takes many bytes on each screen.
    private mutating func drawHeading(_ heading: ListRow, row: Int) {
        guard case .heading(let section) = heading else { return }
        let text = strings[storeLayout.density == .narrow ? Text.productsHeading : section.heading]
        rule(row, to: min(clean(text).width + 5, storeLayout.listEnd), title: text)
    }

    /// The column of the mark of the selection.
    private var buttonColumn: Int { mutating get { storeLayout.hasWideRows ? 2 : 1 } }

    private var storeRowColumns: Range<Int> {
        mutating get { buttonColumn..<storeLayout.listEnd - buttonColumn }
    }

    private mutating func selectStoreRow(_ row: Int) { select(row, storeRowColumns) }

    /// The numbers of the visible products, and an arrow if there are more, at the right end of a heading.
    private mutating func drawShare(of rows: ArraySlice<ListRow>, row: Int) {
        let products = rows.compactMap { if case .product(let index) = $0 { index } else { nil } }
        guard let first = products.first, let last = products.last, products.count < state.products.count
        else {
            return
        }
        let arrow = last + 1 < state.products.count ? "\(glyphs.below) " : ""
        let words = clean(strings.shown(first..<last + 1, of: state.products.count) + arrow)
        let end = storeLayout.listEnd - 1
        let place = max(0, end - words.width)..<end
        guard place.allSatisfy({ [glyphs.horizontal, " "].contains(frame[$0, row].character) }) else {
            return
        }
        text(words, place.lowerBound, row, Style(.accent))
    }

    /// The last two buttons: each in its own row with a note after it, or both in one row.
    mutating func drawButtons() {
        let (row, isTight) = (
            storeLayout.buttons, clean(restoreWords).width + clean(strings[.feed]).width + 14 > columns
        )
        let column = buttonColumn
        guard storeLayout.buttonRows == 2 else {
            let end = drawRestoreButton(column: column, row: row, isTight: isTight)
            drawFeedButton(column: isTight ? end : end + 1, row: row, isTight: isTight)
            return
        }
        let ends = [
            drawRestoreButton(column: column, row: row), drawFeedButton(column: column, row: row + 1),
        ]
        let notes = [Text.restoreNote, feedNote]
        for (index, end) in ends.enumerated() {
            let noteColumn = storeLayout.hasWideRows ? titleColumn : end + 2
            let (note, room) = (clean(strings[notes[index]]), storeLayout.listEnd - noteColumn - 2)
            if storeLayout.hasWideRows || note.width <= room {
                text(note, noteColumn, row + index, Style(dim: true), width: room)
            }
            if state.selectedRow == state.products.count + index { selectStoreRow(row + index) }
        }
    }

    @discardableResult
    private mutating func drawFeedButton(column: Int, row: Int, isTight: Bool = false) -> Int {
        let end = button(
            strings[.feed], column, row, isSelected: state.isFeedSelected, isEnabled: state.canFeed,
            isTight: isTight,
            target: .feed)
        markFound(column..<end, row)
        return end
    }

    private mutating func drawRestoreButton(column: Int, row: Int, isTight: Bool = false) -> Int {
        let end = button(
            restoreWords, column, row, isSelected: state.isRestoreSelected, isEnabled: state.canRestore,
            isTight: isTight, target: .restore)
        markFound(column..<end, row)
        return end
    }

    private var restoreWords: String {
        strings[state.account.restored == nil ? .restoreButton : .restoringButton]
    }

    /// Two rows for a product: button and quantity, then title and price.
    private mutating func drawNarrowProduct(_ index: Int, row: Int) {
        let product = state.products[index]
        let end = drawButton(index, column: 1, row: row)
        drawQuantity(of: product, endingAt: columns - 1, row: row)
        if let first = introduction(of: product), end + clean(first).width < columns {
            textEnding(at: columns - 1, first, row, Style(.accent))
        }
        let total = total(of: product)
        let price = total ?? price(of: product)
        textEnding(at: columns - 1, price, row + 1, Style(total == nil ? .normal : .accent))
        if let download = state.download(of: product) {
            let end = text(state.title(of: product), 3, row + 1, width: columns / 2 - 3)
            markFound(3..<end, row + 1)
            drawDownload(download, column: end + 1, row: row + 1, width: columns - end - 2)
        } else {
            let end = text(state.title(of: product), 3, row + 1, width: columns - 6 - clean(price).width)
            markFound(3..<end, row + 1)
        }
    }

    /// A row for a product: button, title, price and quantity. In an airy list, the description is below it,
    /// unless the title is too long and takes that place.
    private mutating func drawWideProduct(_ index: Int, row: Int) {
        let product = state.products[index]
        let end = quantityEnd
        let isDense = storeLayout.density == .dense
        // Subscriptions have no quantity. In a dense list, their prices take its place, so that what is paid
        // first fits before them in all languages.
        let priceEnd =
            isDense && state.isSubscription(product) ? end : storeLayout.listEnd - Self.behindPrice
        drawButton(index, column: 2, row: row)
        let total = total(of: product)
        let price = clean(price(of: product))
        if isDense, let total {
            textEnding(at: priceEnd, total, row, Style(.accent))
        } else {
            textEnding(at: priceEnd, price.string, row, Style(.price))
            markFound(priceEnd - price.width..<priceEnd, row)
        }
        drawQuantity(of: product, endingAt: end, row: row)
        guard !isNameLong(product, listEnd: storeLayout.listEnd) else {
            let titleEnd = text(state.title(of: product), 4, row + 1, Style(bold: true), width: end - 4)
            markFound(4..<titleEnd, row + 1)
            return
        }
        let titleEnd = text(state.title(of: product), titleColumn, row, Style(bold: true))
        markFound(titleColumn..<titleEnd, row)
        let download = state.download(of: product).flatMap { $0.state == .finished ? nil : $0 }
        if isDense {
            drawBesideTitle(product, download, row: row, from: titleEnd + 2, to: priceEnd - price.width - 2)
        } else {
            drawBelowTitle(product, download, total: total, row: row + 1)
        }
    }

    /// The column after the quantities in a wide list.
    private var quantityEnd: Int { mutating get { storeLayout.listEnd - 3 } }

    /// Between the title and the price, if there is room: a short standing, or what is paid first. A book that
    /// was bought has no price, so the state of its download has room.
    private mutating func drawBesideTitle(
        _ product: ProductIdentifier, _ download: Download?, row: Int, from column: Int, to end: Int
    ) {
        let room = end - column
        if let download {
            drawDownload(download, column: column, row: row, width: quantityEnd - column)
        } else if case let standings = shortStandings(of: product), !standings.isEmpty {
            let words = standings.map(clean).first { $0.width <= room }
            if let words { text(words, column, row, Style(dim: true)) }
        } else if let first = introduction(of: product).map(clean), first.width <= room {
            // The price for each period is always shown. What is paid first is also in the sheet.
            textEnding(at: end, first.string, row, Style(.accent))
        }
    }

    /// Below the title: the state of a download, or the description and a price.
    private mutating func drawBelowTitle(
        _ product: ProductIdentifier, _ download: Download?, total: String?, row: Int
    ) {
        let end = quantityEnd
        if let download {
            return drawDownload(download, column: titleColumn, row: row, width: end - titleColumn)
        }
        var descriptionEnd = end
        // The total is below the quantity, and the first price comes after the description.
        let first = introduction(of: product).map(clean)
        if let total = total.map(strings.total) {
            textEnding(at: end, total, row, Style(.accent))
            descriptionEnd -= clean(total).width + 2
        } else if let first {
            descriptionEnd -= first.width + 2
        }
        let column = text(
            description(of: product), titleColumn, row, Style(dim: true),
            width: descriptionEnd - titleColumn)
        markFound(titleColumn..<column, row)
        if let first, total == nil { text(first, column + 2, row, Style(.accent)) }
    }

    /// The progress bar of a download, and its state.
    private mutating func drawDownload(_ download: Download, column: Int, row: Int, width: Int) {
        let words = state.strings.downloadState(download)
        let bar = max(0, min(20, width - clean(words).width - 2))
        var at = column
        if bar >= 4, download.state != .finished, download.state != .cancelled {
            let full = Int(download.progress * Double(bar))
            let cells =
                String(repeating: glyphs.full, count: full)
                + String(repeating: glyphs.empty, count: bar - full)
            at = text(cells, column, row, Style(.accent)) + 1
        }
        text(
            words, at, row, Style(download.state == .failed ? .error : .normal, dim: true),
            width: column + width - at)
    }

    /// The description of a product, when its subscription ends, or how many pieces are left.
    private func description(of product: ProductIdentifier) -> String {
        if let end = state.account.subscribedUntil[product] {
            return strings.subscribedUntil(Moment.dateAndTime(end, options))
        }
        if let left = state.account.piecesLeft[product] { return strings.piecesLeft(left) }
        return state.catalogue.products[product]?.localizedDescription ?? ""
    }

    /// In a few words, until when a subscription is paid, and the same in fewer; or how many pieces are left.
    private func shortStandings(of product: ProductIdentifier) -> [String] {
        if let end = state.account.subscribedUntil[product] {
            return [strings.until(Moment.dateAndMinute(end, options)), shortUntil(end)]
        }
        return state.account.piecesLeft[product].map { [strings.piecesLeft($0)] } ?? []
    }

    /// The day of an end, or the time of day if it is today.
    private func shortUntil(_ end: Timestamp) -> String {
        let today = state.log.last.map { Moment.date($0.date, options) }
        let day = Moment.date(end, options)
        return strings.until(day == today ? Moment.time(end, options) : day)
    }

    /// The first price for new subscribers, if there is an offer. A product with an offer has no quantity.
    private func introduction(of product: ProductIdentifier) -> String? {
        guard state.account.subscribedUntil[product] == nil, let known = state.catalogue.products[product],
            let offer = known.subscription?.introductoryOffer
        else { return nil }
        return strings.first(strings.price(offer, of: known))
    }

    @discardableResult
    private mutating func drawButton(_ index: Int, column: Int, row: Int) -> Int {
        let product = state.products[index]
        let offer = state.offer(of: product)
        let isOwnUse = state.filter(of: product) != nil || state.download(of: product) != nil
        return button(
            buttonWords(for: product), column, row, isSelected: state.selectedRow == index,
            isEnabled: offer == .onSale || offer == .subscribed || isOwnUse, target: .product(product))
    }

    /// What a product's button does, or why it does nothing.
    func buttonWords(for product: ProductIdentifier) -> String {
        switch state.offer(of: product) {
        case .loading: strings[.loading]
        case .networkDown: strings[.networkDownButton]
        case .storeError: strings[.storeError]
        case .disabled: strings[.storeDisabled]
        case .notAvailable: strings[.notAvailable]
        case .onSale where state.isSubscription(product): strings[.subscribe]
        case .onSale: MonkeyCredits.worth(of: product).map(strings.buyCredits) ?? strings[.buyButton]
        case .owned: ownedWords(of: product)
        case .subscribed: product == BuiltInProducts.keepersLetter ? strings[.read] : strings[.subscribed]
        }
    }

    /// An owned product is not sold again. Its button becomes that of its feature (E5).
    private func ownedWords(of product: ProductIdentifier) -> String {
        if let download = state.download(of: product) { return state.bookButton(download) }
        guard let filter = state.filter(of: product) else { return strings[.ownedButton] }
        return strings.filterSwitch(strings[.filter(filter)], isOn: state.account.filters.contains(filter))
    }

    private mutating func drawQuantity(of product: ProductIdentifier, endingAt column: Int, row: Int) {
        guard state.hasQuantity(product) else { return }
        let quantity = state.quantity(of: product)
        let digits = quantity < 10 ? " \(quantity)" : String(quantity)
        textEnding(at: column, "\(glyphs.less) \(digits) \(glyphs.more)", row)
        clickable(column - 6..<column - 4, row, .quantity(product, by: -1))
        clickable(column - 2..<column, row, .quantity(product, by: 1))
    }

    private mutating func price(of product: ProductIdentifier) -> String {
        if state.offer(of: product) == .owned { return "" }
        if let end = state.account.subscribedUntil[product], !storeLayout.hasWideRows {
            return shortUntil(end)
        }
        return state.catalogue.products[product].map(listPrice) ?? "–"
    }

    /// The price of the chosen pieces; nil for one.
    private func total(of product: ProductIdentifier) -> String? {
        let quantity = state.quantity(of: product)
        guard quantity > 1 else { return nil }
        return state.catalogue.products[product].map { strings.price(of: $0, quantity: quantity) }
    }

    private func listPrice(_ product: Product) -> String {
        product.subscription.map { strings.price(product, each: $0.period) } ?? strings.price(of: product)
    }

    private var feedNote: Text {
        if state.isSignedOut { return .feedNeedsSignIn }
        if state.account.balance == nil { return .feedLoading }
        return state.canFeed ? .feedPrice : .feedNeedsCredits
    }

    /// The numbers of transactions in flight by progress, in one line of at most `width` cells.
    func inFlightSummary(width: Int) -> String {
        let progress = state.visibleInFlight.map { state.progress(of: $0.transaction) }
        let counts = Progress.allCases.map { kind in (kind, progress.count { $0 == kind }) }.filter {
            $0.1 > 0
        }
        let words = counts.map { strings.counted(Text.inFlight($0).count, $1) }.joined(separator: ", ")
        guard clean(words).width > width else { return words }
        let short = counts.map { strings.counted(Text.inFlight($0).shortCount, $1) }.joined(separator: ", ")
        return clean(short).width > width ? strings.inFlightTotal(progress.count) : short
    }
}
