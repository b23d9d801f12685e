internal import StoreModel
internal import StorefrontStrings

// What a person who hears one line at a time is told.
extension StorefrontState {
    private static let mostTransactions = 20

    /// The sentences that say a notification; the status line's own sentence is said besides.
    func sentences(for notification: BusNotification, _ options: ScreenOptions) -> [String] {
        switch notification {
        case .storeOpened(let fact):
            [strings.environmentMeaning(fact.environment), strings.plainAccount(account(of: fact))] + standing()
        case .productsFetched: productLines(options)
        case .requestFailed, .networkChanged, .settingsChanged: standing()
        case .balanceChanged(let fact) where fact.cause == .moved:
            [strings.creditsMoved(fact), strings.balance(fact.balance)]
        case .balanceChanged(let fact): [strings.balance(fact.balance)] + (fact.balance < 0 ? [strings.inDebt] : [])
        case .confirmationRequested(let fact): sheetSentences(fact, options)
        case .restoreProgressed(let fact): fact.restored == 0 ? [strings.restoring(0)] : []
        case .transactionUpdated(let fact):
            [strings.plainProgress(pieces(fact.transaction.payment), progress(of: fact.transaction))]
        case .signInRequested(let fact): signInSentences(fact)
        case .downloadUpdated(let fact): downloadSentences(fact.download)
        case .bookOpened(let fact): [title(of: fact.productIdentifier)] + fact.paragraphs
        case .signedIn(let fact): [strings.environmentMeaning(fact.environment)]
        case .ledgerTampered(let fact): [strings.ledgerBody(balance: fact.balance)] + fact.findings
        case .deliveryFailed(let fact):
            [strings.deliveryFailed(pieces(fact.transaction.payment), fact.reason)]
        default: []
        }
    }

    /// The products, numbered as `buy` takes them.
    func productLines(_ options: ScreenOptions) -> [String] {
        products.enumerated().map { index, identifier in
            guard let product = catalogue.products[identifier] else {
                return "\(index + 1). \(identifier.rawValue): \(strings.notAvailable)"
            }
            if let download = download(of: identifier) {
                return "\(index + 1). \(title(of: identifier)): \(strings.downloadState(download))."
            }
            if offer(of: identifier) == .owned {
                return "\(index + 1). \(title(of: identifier)): \(strings.ownedButton)."
            }
            if let end = subscribedUntil[identifier] {
                let words = strings.subscribedUntil(Moment.dateAndTime(end, options))
                return "\(index + 1). \(title(of: identifier)): \(words)."
            }
            let description = product.localizedDescription.isEmpty ? "" : " \(product.localizedDescription)"
            return "\(index + 1). \(title(of: identifier)), \(strings.priceSentence(of: product)).\(description)"
        }
    }

    /// A download where it begins, stops or ends; its hundredths would be too much.
    private func downloadSentences(_ download: Download) -> [String] {
        guard download.state != .active, download.state != .waiting else { return [] }
        return ["\(title(of: download.productIdentifier)): \(strings.downloadState(download))."]
    }

    /// The settings with the words that change them.
    var settingsLines: [String] {
        guard let settings else { return [strings.settingsLoading] }
        return SettingsRow.allCases.map { row in
            "\(strings.setting(row)): \(row.value(in: settings, strings))  (settings \(row.word) \(row.choices))"
        }
    }

    /// The transactions that are listed at once: from the selected one on.
    var listedTransactions: ArraySlice<TransactionsListed.Entry> {
        (entries ?? []).dropFirst(selectedEntryIndex ?? 0).prefix(Self.mostTransactions)
    }

    /// The first one behind them.
    var nextTransaction: IdempotencyKey? {
        (entries ?? []).dropFirst((selectedEntryIndex ?? 0) + Self.mostTransactions).first?.transaction.key
    }

    /// The transactions from the selected one on, numbered as the actions take them.
    func transactionLines(_ options: ScreenOptions) -> [String] {
        guard !listedTransactions.isEmpty else { return [strings.plainNoTransactions] }
        let lines = listedTransactions.enumerated().map { index, entry in
            let transaction = entry.transaction
            let date = Moment.dateAndTime(transaction.transactionDate ?? transaction.addedDate, options)
            let error = transaction.error.map { ", \(strings.errorDetail($0))" } ?? ""
            let actions = entry.actions.map(\.rawValue).sorted().map { "\($0) \(index + 1)" }.joined(separator: ", ")
            return "\(index + 1). \(date), \(strings.standing(transaction)), \(pieces(transaction.payment))\(error)"
                + (actions.isEmpty ? "" : " [\(actions)]")
        }
        return lines + (nextTransaction == nil ? [] : [strings.plainOlder])
    }

    /// The subscriptions, numbered as their actions take them.
    func subscriptionLines(_ options: ScreenOptions) -> [String] {
        guard let list = subscriptions, !list.subscriptions.isEmpty else { return [strings.plainNoSubscriptions] }
        return list.subscriptions.enumerated().map { index, subscription in
            let standing = strings.standing(
                subscription, isFromStore: list.isFromStore, next: next(of: subscription)
            ) { Moment.dateAndTime($0, options) }
            let actions = SubscriptionAction.allCases.filter(subscription.actions.contains).map {
                "subscription \($0.rawValue) \(index + 1)"
            }.joined(separator: ", ")
            return "\(index + 1). \(title(of: subscription.productIdentifier)): \(standing)"
                + (actions.isEmpty ? "" : " [\(actions)]")
        } + (list.isFromStore ? [] : [strings.subscriptionsFromDevice])
    }

    private func signInSentences(_ question: SignInRequested) -> [String] {
        let reason = question.reason.map { [strings.signInFailure($0)] } ?? []
        return [strings.plainSignIn(question.storeName)] + reason + [strings.plainSignInAnswer(question.accountName)]
    }

    private func sheetSentences(_ sheet: ConfirmationRequested, _ options: ScreenOptions) -> [String] {
        let question = SheetLines(state: self, sheet: sheet, options: options).question
        return [question, strings.environmentMeaning(sheet.environment), strings.plainAnswer]
    }

    /// The state that the person must know of, if there is one.
    private func standing() -> [String] {
        var quiet = self
        quiet.status = nil
        return quiet.statusLine.map { [$0.text] } ?? []
    }
}
