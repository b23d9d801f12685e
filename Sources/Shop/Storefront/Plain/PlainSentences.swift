internal import StoreEvents
internal import StoreModel

// What `PlainStorefront` prints: sentences for events, and lists of products,
// settings, transactions and subscriptions.
extension StorefrontState {
    private static let mostTransactions = 20

    /// What is always said of an event, in addition to the sentence of the status line.
    func eventLines(_ event: StorefrontEvent) -> [String] {
        switch event {
        case .storeOpened(let event):
            [strings[.environmentMeaning(event.environment)], strings.plainAccount(accountWords(of: event))]
                + standing()
        case .balanceChanged(let event):
            [strings.balance(event.balance)] + (event.balance < 0 ? [strings[.inDebt]] : [])
        case .restoreProgressed(restored: 0): [strings.restoring(0)]
        case .signInRequested(let event): signInSentences(event)
        case .downloadUpdated(let download): downloadSentences(download)
        case .bookOpened(let event): [title(of: event.productIdentifier)] + event.paragraphs
        case .accountRecounted(let findings, let balance): strings.recounted(findings, balance: balance)
        case .deliveryFailed(let transaction, let reason):
            [deliverySentence(transaction.payment, reason)]
        default: []
        }
    }

    /// Why a purchase could not be delivered. If a key fetches its content, it names what to type instead.
    private func deliverySentence(_ payment: Payment, _ reason: DeliveryFailure) -> String {
        let sentence = strings.deliveryFailed(pieces(payment), reason)
        guard case .notFetched(let error) = reason else { return sentence }
        return typable(sentence, about: .download(payment.productIdentifier, error))
    }

    /// How far a payment has come.
    func progressLine(_ transaction: PaymentTransaction) -> String {
        strings.plainProgress(
            pieces(transaction.payment), strings[Text.inFlight(progress(of: transaction)).state])
    }

    func productLines() -> [String] {
        products.enumerated().map { "\($0 + 1). \(line(of: $1))" }
    }

    private func line(of identifier: ProductIdentifier) -> String {
        let title = title(of: identifier)
        // What is not known yet is told when it is.
        if let download = download(of: identifier), account.downloads[identifier] != nil {
            return "\(title): \(strings.downloadState(download))."
        }
        if offer(of: identifier) == .owned { return "\(title): \(strings[.ownedButton])." }
        if let end = account.subscribedUntil[identifier] {
            return "\(title): \(strings.subscribedUntil(Moment.dateAndTime(end, options)))."
        }
        guard let product = catalogue.products[identifier] else {
            return "\(title): \(strings[.notAvailable])."
        }
        let words =
            account.piecesLeft[identifier].map { strings.piecesLeft($0) + "." }
            ?? product.localizedDescription
        return "\(title), \(strings.priceSentence(of: product)).\(words.isEmpty ? "" : " \(words)")"
    }

    /// Reports a download when it stops or ends. Its progress would be too much. What happens to the
    /// content of a refunded book is not said.
    private func downloadSentences(_ download: Download) -> [String] {
        guard download.state != .active, download.state != .waiting,
            account.ownedProducts.contains(download.productIdentifier)
        else { return [] }
        return ["\(title(of: download.productIdentifier)): \(strings.downloadState(download))."]
    }

    /// Settings, with the words that change them. By default, all of them.
    func settingsLines(_ rows: [SettingsRow] = SettingsRow.allCases) -> [String] {
        guard let settings else { return [strings[.settingsLoading]] }
        return rows.map { row in
            "\(strings.setting(row).name): \(row.value(in: settings, strings))  (settings \(row.word) \(row.choices))"
        }
    }

    /// A sentence of the status line for people who type. In place of the key at its end, it names the
    /// command.
    func typable(_ text: String, about subject: StatusMessage.Subject = .event) -> String {
        if text == strings[.whyNoCredits] { return strings[.plainNoCredits] }
        let (sentence, key) = text.sentenceAndKey
        guard let key, let hint = command(insteadOf: key, about: subject) else { return sentence }
        return "\(sentence) \(strings[hint])"
    }

    /// What to type instead of a key that a sentence names with its word, such as `r retry`. Nil for keys that
    /// lines do not need.
    private func command(insteadOf key: String, about subject: StatusMessage.Subject) -> Text? {
        switch String(key.prefix { $0 != " " }) {
        case "r": .plainRetry
        case "R": .plainRestoreAgain
        case "s": .plainSwitchOn
        case "t": .plainSeeTransactions
        case "u": .plainSeeSubscriptions
        case "i": .plainSignInAgain
        // It tries again what has failed: a download, or else a purchase.
        case strings[.keyEnter]:
            if case .download = subject { .plainDownloadAgain } else { .plainBuyAgain }
        default: nil
        }
    }

    /// One page of transactions, from the selected one on.
    var listedTransactions: ArraySlice<TransactionsListed.Entry> {
        (entries ?? []).dropFirst(selectedEntryIndex ?? 0).prefix(Self.mostTransactions)
    }

    /// The first transaction of the next page.
    var nextTransaction: IdempotencyKey? {
        (entries ?? []).dropFirst((selectedEntryIndex ?? 0) + Self.mostTransactions).first?.transaction.key
    }

    /// The transactions from the selected one on, with the numbers to use for actions.
    func transactionLines() -> [String] {
        guard !listedTransactions.isEmpty else { return [strings[.plainNoTransactions]] }
        let lines = listedTransactions.enumerated().map { index, entry in
            let transaction = entry.transaction
            let date = Moment.dateAndTime(transaction.transactionDate ?? transaction.addedDate, options)
            let error = transaction.error.map { ", \(strings.errorDetail($0))" } ?? ""
            let actions = entry.possibleActions.map(\.rawValue).sorted().map { "\($0) \(index + 1)" }
                .joined(separator: ", ")
            let paid = amount(of: transaction).map { ", \($0)" } ?? ""
            let what = "\(strings.standing(transaction)), \(pieces(transaction.payment))\(paid)\(error)"
            return "\(index + 1). \(date), \(what)"
                + (actions.isEmpty ? "" : " [\(actions)]")
        }
        return lines + (nextTransaction == nil ? [] : [strings[.plainOlder]])
    }

    /// The subscriptions, with the numbers to use for actions.
    func subscriptionLines() -> [String] {
        guard let list = account.subscriptions, !list.subscriptions.isEmpty else {
            return [strings[.plainNoSubscriptions]]
        }
        return list.subscriptions.enumerated().map { index, subscription in
            let standing = strings.standing(
                subscription, isFromStore: list.isFromStore, next: next(of: subscription)
            ) { Moment.dateAndTime($0, options) }
            let actions = SubscriptionAction.allCases.filter(subscription.actions.contains).map {
                "subscription \($0.rawValue) \(index + 1)"
            }.joined(separator: ", ")
            return "\(index + 1). \(title(of: subscription.productIdentifier)): \(standing)"
                + (actions.isEmpty ? "" : " [\(actions)]")
        } + (list.isFromStore ? [] : [strings[.subscriptionsFromDevice]])
    }

    private func signInSentences(_ question: SignInRequested) -> [String] {
        let reason = question.reason.map { [strings.signInFailure($0, isQueued: hasQueuedPurchase)] } ?? []
        return [strings.plainSignIn(question.storeName)] + reason + [
            strings.plainSignInAnswer(question.accountName)
        ]
    }

    func questionLines(_ sheet: ConfirmationRequested) -> [String] {
        let words = SheetLines(state: self, sheet: sheet)
        return [words.question] + words.details.map { "\($0.label): \($0.value)." } + [
            strings[.environmentMeaning(sheet.environment)], strings[.plainAnswer],
        ]
    }

    /// The state that the status line shows if there is nothing new to say.
    func standing() -> [String] {
        var quiet = self
        quiet.status = nil
        return quiet.statusLine.map { [typable($0.text)] } ?? []
    }
}

extension String {
    /// A sentence of the status line, and the key that it may end with: `r retry`
    /// in `Nothing was charged. r retry`.
    var sentenceAndKey: (sentence: String, key: String?) {
        guard let end = lastIndex(of: "."), self[end...].hasPrefix(".  ") else { return (self, nil) }
        return (String(self[...end]), String(self[end...].dropFirst(3)))
    }

    /// The same text, in which no line ends between the key and its word.
    var withKeyWhole: String {
        guard case (let sentence, let key?) = sentenceAndKey else { return self }
        return "\(sentence)  \(key.inOneLine)"
    }

    /// The same words, between which no line ends.
    var inOneLine: String { String(map { $0 == " " ? "\u{a0}" : $0 }) }
}
