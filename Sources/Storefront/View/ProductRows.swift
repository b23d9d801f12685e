internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// The selectable rows of the store screen, and all of it in a small window, for `drawStore`. The button comes first,
// next to the mark of the selection, so that moving the selection changes only two short pieces of the screen.
extension Canvas {
    /// Draws the products that fit, with the selected one, and returns the next row.
    mutating func drawProducts(row: Int, end: Int, lastRow: Int) -> Int {
        var row = row
        let step = layout.isTall ? 3 : 2
        let visible = visibleProducts(room: (lastRow - row) / step)
        drawShare(visible, endingAt: end - 1, row: Self.creditsRow)
        for index in visible {
            drawProduct(index, row: row, end: end)
            row += step
        }
        return row
    }

    /// The numbers of the visible products, if there are more.
    private mutating func drawShare(_ visible: Range<Int>, endingAt column: Int, row: Int) {
        let count = state.products.count
        if visible.count < count { textEnding(at: column, strings.shown(visible, of: count), row, Style(.accent)) }
    }

    /// The last two buttons, with a note behind each.
    mutating func drawRestoreAndFeed(row: Int, end: Int) {
        drawRestoreButton(column: 2, row: row)
        text(strings[.restoreNote], titleColumn, row, Style(dim: true), width: end - titleColumn - 2)
        drawFeedButton(column: 2, row: row + 1)
        text(strings[feedNote], titleColumn, row + 1, Style(dim: true), width: end - titleColumn - 2)
    }

    private mutating func drawFeedButton(column: Int, row: Int, isTight: Bool = false) {
        button(
            strings[.feed], column, row, isSelected: state.isFeedSelected, isEnabled: state.canFeed, isTight: isTight,
            target: .storeRow(state.products.count + 1))
    }

    @discardableResult
    private mutating func drawRestoreButton(column: Int, row: Int, isTight: Bool = false) -> Int {
        button(
            restoreWords, column, row, isSelected: state.isRestoreSelected, isEnabled: state.canRestore,
            isTight: isTight, target: .storeRow(state.products.count))
    }

    private var restoreWords: String { strings[state.restored == nil ? .restoreButton : .restoringButton] }

    /// The same in one row, with fewer blanks in a narrow window.
    private mutating func drawCompactButtons(row: Int) {
        let isTight = clean(restoreWords).width + clean(strings[.feed]).width + 14 > columns
        let end = drawRestoreButton(column: 1, row: row, isTight: isTight)
        drawFeedButton(column: isTight ? end : end + 1, row: row, isTight: isTight)
    }

    /// Two rows for each product: button and quantity, then title and price.
    mutating func drawCompactStore() {
        let picture = monkey
        let balanceColumn = text(picture.small, 1, 1) + 2
        let end = drawBalance(column: balanceColumn, row: 1, width: columns - balanceColumn - 1)
        if end + clean(picture.besideSmall).width < columns { text(picture.besideSmall, end, 1, Style(.warning)) }
        if state.isInDebt {
            let hasRoom = end + clean(strings[.inDebtShort]).width < columns
            text(strings[.inDebtShort], hasRoom ? end : balanceColumn, hasRoom ? 1 : 2, Style(.error))
        }
        var row = layout.contentEnd >= 9 ? 3 : 2
        let visible = visibleProducts(room: (layout.contentEnd - row - 2) / 2)
        if row == 3 { drawShare(visible, endingAt: columns - 1, row: 2) }
        for index in visible {
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
            row += 2
        }
        drawCompactButtons(row: row)
        if row + 1 < layout.contentEnd { text(inFlightSummary, 1, row + 1, Style(.warning), width: columns - 2) }
    }

    private mutating func drawProduct(_ index: Int, row: Int, end: Int) {
        let product = state.products[index]
        let priceEnd = end - 13
        drawButton(index, column: 2, row: row)
        let price = price(of: product)
        let room = priceEnd - titleColumn - clean(price).width - 2
        text(state.title(of: product), titleColumn, row, Style(bold: true), width: room)
        textEnding(at: priceEnd, price, row)
        drawQuantity(of: product, endingAt: end - 3, row: row)
        if let download = state.download(of: product), download.state != .finished {
            return drawDownload(download, column: titleColumn, row: row + 1, width: end - 3 - titleColumn)
        }
        var descriptionEnd = end - 3
        if state.quantity(of: product) > 1, let known = state.catalogue.products[product] {
            let total = strings.total(strings.price(of: known, quantity: state.quantity(of: product)))
            textEnding(at: end - 3, total, row + 1, Style(.accent))
            descriptionEnd -= clean(total).width + 2
        } else if let first = introduction(of: product) {
            textEnding(at: end - 3, first, row + 1, Style(.accent))
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

    private func price(of product: ProductIdentifier) -> String {
        if state.offer(of: product) == .owned { return "" }
        if let end = state.subscribedUntil[product], !layout.isRoomy {
            // If subscriptions run faster than real time, the time of day matters.
            let isRealTime = state.settings?.store.timeRate ?? .realTime == .realTime
            return strings.until(isRealTime ? Moment.date(end, options) : Moment.time(end, options))
        }
        guard let known = state.catalogue.products[product] else { return "–" }
        return known.subscription.map { strings.price(known, each: $0.period) } ?? strings.price(of: known)
    }

    private var feedNote: Text {
        if state.isSignedOut { return .feedNeedsSignIn }
        if state.balance == nil { return .feedLoading }
        return state.canFeed ? .feedPrice : .feedNeedsCredits
    }

    /// The numbers of transactions in flight by progress, in one line.
    private var inFlightSummary: String {
        let progress = state.visibleInFlight.map { state.progress(of: $0.transaction) }
        let counts = Progress.allCases.map { kind in (kind, progress.count { $0 == kind }) }.filter { $0.1 > 0 }
        let words = counts.map { strings.inFlight($0).count($1) }.joined(separator: ", ")
        guard clean(words).width > columns - 2 else { return words }
        let short = counts.map { strings.inFlight($0).shortCount($1) }.joined(separator: ", ")
        return clean(short).width > columns - 2 ? strings.inFlightTotal(progress.count) : short
    }

    private func visibleProducts(room: Int) -> Range<Int> {
        let count = min(state.products.count, max(room, 1))
        let first = min(max(state.selectedRow - count + 1, 0), state.products.count - count)
        return first..<first + count
    }
}
