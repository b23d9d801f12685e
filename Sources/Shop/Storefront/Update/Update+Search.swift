internal import StoreEvents
internal import StoreModel

// Finds a text in the open list, from the prompt or by a key. A row in a list has a number, and also a
// place in a book.
extension StorefrontState {
    /// The list that can be searched; nil on a screen without one.
    var openList: FindableList? {
        if let openText { return openText == .messages ? .messages : .help }
        return place == .photo ? nil : .place(place)
    }

    var canFind: Bool {
        (prompt == nil || isPromptCovered) && openList != nil && [.none, .help, .messages].contains(layer)
    }

    /// The rows of the open list as text. For a book, its paragraphs.
    private var rowsToFind: [String] {
        switch openList {
        case nil, .place(.photo): []
        case .help, .messages:
            ReadingBox(self, size ?? Size(columns: 80, rows: 24)).lines.map(\.text.string)
        case .place(.store): products.map { words(of: $0) } + [strings[.restoreButton], strings[.feed]]
        case .place(.settings):
            settings.map { settings in
                SettingsRow.allCases.map { row in
                    let words = strings.setting(row)
                    return "\(words.name) \(row.value(in: settings, strings)) \(words.meaning)"
                }
            } ?? []
        case .place(.transactions): (entries ?? []).map { words(of: $0.transaction) }
        case .place(.inspector): inspectorValues.map { "\($0.label) \($0.whole)" }
        case .place(.subscriptions):
            (account.subscriptions?.subscriptions ?? []).map { subscription in
                [
                    strings.shortStanding(subscription), title(of: subscription.productIdentifier),
                    Moment.dateAndTime(subscription.expires, options),
                ].joined(separator: " ")
            }
        case .place(.reader): book?.paragraphs ?? []
        }
    }

    private func words(of product: ProductIdentifier) -> String {
        let known = catalogue.products[product]
        return [title(of: product), known?.localizedDescription, known.map(strings.priceSentence)]
            .compactMap(\.self).joined(separator: "  ")
    }

    private func words(of transaction: PaymentTransaction) -> String {
        [
            strings.standing(transaction), pieces(transaction.payment), amount(of: transaction) ?? "",
            Moment.dateAndTime(transaction.transactionDate ?? transaction.addedDate, options),
        ].joined(separator: " ")
    }

    // MARK: Places

    /// What is selected in each list.
    var whereabouts: Whereabouts {
        Whereabouts(
            row: selectedRow, setting: settingsRow, transaction: account.selectedTransaction,
            value: inspector?.selected, subscription: selectedSubscription, action: selectedAction,
            firstLine: shown.firstLine, line: search?.line,
            readingPlace: book?.place)
    }

    /// The number of the selected row, or of a place in a book.
    private func number(of whereabouts: Whereabouts) -> Int {
        switch openList {
        case nil, .place(.photo): 0
        case .help, .messages: whereabouts.line ?? whereabouts.firstLine
        case .place(.store): whereabouts.row
        case .place(.settings): whereabouts.setting.rawValue
        case .place(.transactions):
            whereabouts.transaction.flatMap { key in entries?.firstIndex { $0.transaction.key == key } } ?? 0
        case .place(.inspector): inspectorValues.firstIndex { $0.id == whereabouts.value } ?? 0
        case .place(.subscriptions):
            whereabouts.subscription.flatMap { id in
                account.subscriptions?.subscriptions.firstIndex { $0.originalTransactionIdentifier == id }
            } ?? 0
        case .place(.reader): whereabouts.readingPlace.map { Self.number(of: $0) } ?? 0
        }
    }

    private mutating func select(number: Int) -> [StorefrontCommand] {
        switch openList {
        case nil, .place(.photo): break
        case .help, .messages:
            search?.line = number
            shown.firstLine = min(number, lastFirstLine)
        case .place(.store): selectedRow = number
        case .place(.settings): settingsRow = SettingsRow(rawValue: number) ?? settingsRow
        case .place(.transactions): return entries.map { select($0[number].transaction.key) } ?? []
        case .place(.inspector):
            let value = inspectorValues[number]
            inspector?.selected = value.id
        case .place(.subscriptions):
            selectedSubscription = account.subscriptions?.subscriptions[number].originalTransactionIdentifier
            selectedAction = nil
        case .place(.reader):
            book?.move(
                to: ReadingPlace(
                    paragraph: number / Self.charactersOfParagraph,
                    character: number % Self.charactersOfParagraph))
        }
        return []
    }

    /// More characters than any paragraph has.
    private static let charactersOfParagraph = 1 << 16

    private static func number(of place: ReadingPlace) -> Int {
        place.paragraph * charactersOfParagraph + place.character
    }

    /// Selects what was selected before. Requests a transaction that is no longer on the page.
    mutating func goBack(to whereabouts: Whereabouts) -> [StorefrontCommand] {
        (selectedRow, settingsRow) = (min(whereabouts.row, rowCount - 1), whereabouts.setting)
        (selectedSubscription, selectedAction) = (whereabouts.subscription, whereabouts.action)
        inspector?.selected = whereabouts.value
        shown.firstLine = whereabouts.firstLine
        if let place = whereabouts.readingPlace { book?.move(to: place) }
        account.selectedTransaction = whereabouts.transaction
        guard place == .transactions, let transactions = account.transactions else { return [] }
        guard let key = whereabouts.transaction else { return transactions.hasNewer ? request(.newest) : [] }
        return transactions.entries.contains { $0.transaction.key == key } ? [] : request(.around(key))
    }

    // MARK: Matches

    /// The numbers of the rows that were found, or of the places in a book.
    var matches: [Int] {
        let text = FoldedText(search?.text ?? "")
        guard !text.isEmpty else { return [] }
        let rows = rowsToFind
        guard openList == .place(.reader) else {
            return rows.indices.filter { FoldedText(rows[$0]).contains(text) }
        }
        return rows.indices.flatMap { paragraph in
            guard FoldedText(rows[paragraph]).contains(text) else { return [Int]() }
            // Counted as the reader counts them.
            let shown = TerminalText(rows[paragraph], glyphs: options.glyphs)
            let characters = shown.glyphs.map { Optional($0.character) }
            return FoldedText(characters: characters).ranges(of: text).map {
                paragraph * Self.charactersOfParagraph + $0.lowerBound
            }
        }
    }

    /// Which match is selected, how many there are and, if only part of the list is loaded, in how many rows.
    var searchWords: String {
        let matches = matches
        let selected = matches.firstIndex(of: number(of: whereabouts))
        let words =
            matches.isEmpty
            ? strings[.findNothing]
            : strings.rowsShown(selected.map { String($0 + 1) } ?? "–", of: matches.count)
        guard openList == .place(.transactions), let transactions = account.transactions,
            transactions.hasNewer || transactions.hasOlder
        else { return words }
        return strings.foundSoFar(words, rows: transactions.entries.count)
    }

    /// Looks for the text of the prompt, starting at the row that was selected before. If there is no match,
    /// that row is selected again.
    mutating func findFromOrigin() -> [StorefrontCommand] {
        guard let prompt, let list = openList else { return [] }
        search = prompt.field.text.isEmpty ? nil : Search(text: prompt.field.text, list: list)
        guard search != nil else { return goBack(to: prompt.origin) }
        let (matches, start) = (matches, number(of: prompt.origin))
        guard let match = matches.first(where: { $0 >= start }) ?? matches.first else {
            return goBack(to: prompt.origin)
        }
        return select(number: match)
    }

    /// Keeps the match that the prompt has found, or ends the search where it began.
    mutating func keepFound(from origin: Whereabouts) -> [StorefrontCommand] {
        guard search != nil else { return [] }
        guard !matches.isEmpty else {
            search = nil
            return goBack(to: origin) + refuse(strings[.findNothing], .answer)
        }
        return keptPlace
    }

    /// Goes to the next match, or to the one before. After the last comes the first.
    mutating func goToMatch(by step: Int) -> [StorefrontCommand] {
        guard search != nil else { return [] }
        let (matches, now) = (matches, number(of: whereabouts))
        let next =
            step > 0 ? matches.first { $0 > now } ?? matches.first : matches.last { $0 < now } ?? matches.last
        guard let next else { return [] }
        return select(number: next) + (prompt == nil ? keptPlace : [])
    }

    /// Keeps the place in a book for the next time.
    private var keptPlace: [StorefrontCommand] {
        guard openList == .place(.reader), let book else { return [] }
        return [.readingPlace(book.place, in: book.product)]
    }

    /// Ends a search if its list is no longer open.
    mutating func endSearch() {
        if let search, search.list != openList { self.search = nil }
    }
}
