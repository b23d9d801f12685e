internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// The selectable rows of the store screen, for `drawStore`. The button comes first, next to the mark of the selection.
extension Canvas {
    /// The cells behind the end of a price, with the quantity.
    private static let behindPrice = 13

    /// How much there is to show, for the layout. The widths do not change with what the customer does.
    var storeContent: StoreLayout.Content {
        mutating get {
            var content = StoreLayout.Content(
                products: state.products.count, inFlight: state.visibleInFlight.count, namesWidth: 0, listWidth: 80)
            for identifier in state.products {
                let name = clean(state.title(of: identifier)).width
                let known = state.catalogue.products[identifier]
                let price = clean(known.map(listPrice) ?? "").width
                let beside = titleColumn + name + 2 + price + Self.behindPrice
                let description = titleColumn + clean(known?.localizedDescription ?? "").width + 3
                content.namesWidth = max(content.namesWidth, beside)
                // A name that is too long for this stands below its button.
                let row = beside <= Self.widestList ? beside : name + 7
                content.listWidth = max(content.listWidth, row, min(description, Self.widestList))
            }
            return content
        }
    }

    /// Draws the products that fit, with the selected one.
    mutating func drawProducts() {
        let (count, shown) = (state.products.count, storeLayout.products)
        let first = min(max(state.selectedRow - shown + 1, 0), count - shown)
        if let row = storeLayout.listTitle {
            if row > 0 { rule(row, title: strings[.productsHeading]) }
            // In the header it would be left over above a layer.
            if shown < count, row > 0 || state.layer == .none { drawShare(first..<first + shown, row: row) }
        }
        for index in first..<first + shown {
            let row = storeLayout.firstProduct + (index - first) * storeLayout.step
            if storeLayout.hasWideRows { drawWideProduct(index, row: row) } else { drawCompactProduct(index, row: row) }
            if index == state.selectedRow { selectStoreRow(row) }
        }
    }

    /// The column of the mark of the selection.
    private var buttonColumn: Int { mutating get { storeLayout.hasWideRows ? 2 : 1 } }

    private mutating func selectStoreRow(_ row: Int) { select(row, buttonColumn..<storeLayout.listEnd - buttonColumn) }

    /// The numbers of the visible products, at the right end of a rule, unless something else stands there.
    private mutating func drawShare(_ visible: Range<Int>, row: Int) {
        let end = (row == 0 ? storeLayout.listEnd : columns) - 1
        let words = clean(strings.shown(visible, of: state.products.count))
        let place = max(0, end - words.width)..<end
        guard place.allSatisfy({ frame[$0, row].character == glyphs.horizontal }) else { return }
        text(words, place.lowerBound, row, Style(.accent))
    }

    /// The last two buttons: in a row each, with a note behind, or in the same row.
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
        button(
            strings[.feed], column, row, isSelected: state.isFeedSelected, isEnabled: state.canFeed, isTight: isTight,
            target: .storeRow(state.products.count + 1))
    }

    private mutating func drawRestoreButton(column: Int, row: Int, isTight: Bool = false) -> Int {
        button(
            restoreWords, column, row, isSelected: state.isRestoreSelected, isEnabled: state.canRestore,
            isTight: isTight, target: .storeRow(state.products.count))
    }

    private var restoreWords: String { strings[state.restored == nil ? .restoreButton : .restoringButton] }

    /// Two rows for a product: button and quantity, then title and price.
    private mutating func drawCompactProduct(_ index: Int, row: Int) {
        let product = state.products[index]
        let end = drawButton(index, column: 1, row: row)
        drawQuantity(of: product, endingAt: columns - 1, row: row)
        if let first = introduction(of: product), end + clean(first).width < columns {
            textEnding(at: columns - 1, first, row, Style(.accent))
        }
        let price = price(of: product)
        textEnding(at: columns - 1, price, row + 1)
        if let download = state.download(of: product) {
            let end = text(state.title(of: product), 3, row + 1, width: columns / 2 - 3)
            drawDownload(download, column: end + 1, row: row + 1, width: columns - end - 2)
        } else {
            text(state.title(of: product), 3, row + 1, width: columns - 6 - clean(price).width)
        }
    }

    /// Two rows for a product: button, title, price and quantity, then the description. A title that is too long takes the
    /// place of the description.
    private mutating func drawWideProduct(_ index: Int, row: Int) {
        let product = state.products[index]
        let end = storeLayout.listEnd - 3
        let priceEnd = storeLayout.listEnd - Self.behindPrice
        drawButton(index, column: 2, row: row)
        let price = price(of: product)
        textEnding(at: priceEnd, price, row)
        drawQuantity(of: product, endingAt: end, row: row)
        let title = clean(state.title(of: product))
        guard title.width <= priceEnd - titleColumn - clean(price).width - 2 else {
            text(title, 4, row + 1, Style(bold: true), width: end - 4)
            return
        }
        text(title, titleColumn, row, Style(bold: true))
        if let download = state.download(of: product), download.state != .finished {
            return drawDownload(download, column: titleColumn, row: row + 1, width: end - titleColumn)
        }
        var descriptionEnd = end
        if state.quantity(of: product) > 1, let known = state.catalogue.products[product] {
            let total = strings.total(strings.price(of: known, quantity: state.quantity(of: product)))
            textEnding(at: end, total, row + 1, Style(.accent))
            descriptionEnd -= clean(total).width + 2
        } else if let first = introduction(of: product) {
            textEnding(at: end, first, row + 1, Style(.accent))
            descriptionEnd -= clean(first).width + 2
        }
        text(
            description(of: product), titleColumn, row + 1, Style(dim: true),
            width: descriptionEnd - titleColumn)
    }

    /// The description of a product, or the end of its subscription, or how many pieces there are.
    private func description(of product: ProductIdentifier) -> String {
        if let end = state.subscribedUntil[product] {
            return strings.subscribedUntil(Moment.dateAndTime(end, options))
        }
        if let left = state.piecesLeft[product] { return strings.piecesLeft(left) }
        return state.catalogue.products[product]?.localizedDescription ?? ""
    }

    /// The first price for new subscribers, if there is an offer; such a product has no quantity.
    private func introduction(of product: ProductIdentifier) -> String? {
        guard state.subscribedUntil[product] == nil, let known = state.catalogue.products[product],
            let offer = known.subscription?.introductoryOffer
        else { return nil }
        return strings.first(strings.price(offer, of: known))
    }

    @discardableResult
    private mutating func drawButton(_ index: Int, column: Int, row: Int) -> Int {
        let product = state.products[index]
        let offer = state.offer(of: product)
        let words =
            switch offer {
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
        let isOwnUse = state.filter(of: product) != nil || state.download(of: product) != nil
        return button(
            words, column, row, isSelected: state.selectedRow == index,
            isEnabled: offer == .onSale || offer == .subscribed || isOwnUse, target: .storeRow(index))
    }

    /// An owned product is not sold again: its button becomes that of its feature (E5).
    private func ownedWords(of product: ProductIdentifier) -> String {
        if let download = state.download(of: product) { return state.bookButton(download) }
        guard let filter = state.filter(of: product) else { return strings[.ownedButton] }
        return strings.filterSwitch(strings[.filter(filter)], isOn: state.filters.contains(filter))
    }

    private mutating func drawQuantity(of product: ProductIdentifier, endingAt column: Int, row: Int) {
        guard state.hasQuantity(product) else { return }
        let quantity = state.quantity(of: product)
        let digits = quantity < 10 ? " \(quantity)" : String(quantity)
        textEnding(at: column, "\(glyphs.less) \(digits) \(glyphs.more)", row)
    }

    private mutating func price(of product: ProductIdentifier) -> String {
        if state.offer(of: product) == .owned { return "" }
        if let end = state.subscribedUntil[product], !storeLayout.hasWideRows {
            // If subscriptions run faster than real time, the time of day matters.
            let isRealTime = state.settings?.store.timeRate ?? .realTime == .realTime
            return strings.until(isRealTime ? Moment.date(end, options) : Moment.time(end, options))
        }
        return state.catalogue.products[product].map(listPrice) ?? "–"
    }

    private func listPrice(_ product: Product) -> String {
        product.subscription.map { strings.price(product, each: $0.period) } ?? strings.price(of: product)
    }

    private var feedNote: Text {
        if state.isSignedOut { return .feedNeedsSignIn }
        if state.balance == nil { return .feedLoading }
        return state.canFeed ? .feedPrice : .feedNeedsCredits
    }

    /// The numbers of transactions in flight by progress, in one line of at most `width` cells.
    func inFlightSummary(width: Int) -> String {
        let progress = state.visibleInFlight.map { state.progress(of: $0.transaction) }
        let counts = Progress.allCases.map { kind in (kind, progress.count { $0 == kind }) }.filter { $0.1 > 0 }
        let words = counts.map { strings.inFlight($0).count($1) }.joined(separator: ", ")
        guard clean(words).width > width else { return words }
        let short = counts.map { strings.inFlight($0).shortCount($1) }.joined(separator: ", ")
        return clean(short).width > width ? strings.inFlightTotal(progress.count) : short
    }
}
