internal import StoreEvents
internal import StoreModel

/// What commands and events of the bus do to the state. `StorefrontScreen`
/// and `PlainStorefront` call `receive`.
extension StorefrontState {
    /// Takes one message of the bus, and returns the commands that follow from it.
    mutating func receive(_ message: StorefrontMessage, date: Timestamp) -> [StorefrontCommand] {
        var commands: [StorefrontCommand] = []
        switch message {
        case .command(let command): note(command)
        case .event(let event):
            let isNews = isNews(event)
            commands = apply(event)
            commands += followInspected(event)
            endSentAction(event)
            if isNews, let sentence = messages.last?.text { effects.append(.notify(sentence)) }
        }
        lastPurchase = PurchaseChain.after(message, lastPurchase)
        log.append(logEntry(of: message, date: date))
        if log.count > LogEntry.most { log.removeFirst(log.count - LogEntry.most) }
        endStatus()
        noteLayer()
        return commands
    }

    private mutating func apply(_ event: StorefrontEvent) -> [StorefrontCommand] {
        switch event {
        case .storeOpened(let event): return storeOpened(event)
        case .storeUnavailable(let trouble): exit = .unavailable(trouble)
        case .settingsChanged(let settings): return settingsChanged(settings)
        case .networkChanged(let isUp): return networkChanged(isUp: isUp)
        case .productsListed(let products): keepingSelection { $0.sold = products }
        case .hostedProductsListed(let products): keepingSelection { $0.hosted = products }
        case .contentNotReached: showStatus(strings[.contentNotReached], .answer)
        case .downloadUpdated(let download): downloadUpdated(download)
        case .bookOpened(let event): (book, place) = (OpenBook(event), .reader)
        case .productsFetched(let response): productsFetched(response)
        case .requestFailed(let error): return requestFailed(error)
        case .transactionUpdated(let transaction): return transactionUpdated(transaction)
        case .transactionSucceeded(let transaction): return transactionSucceeded(transaction)
        case .transactionFailed(let transaction): return transactionFailed(transaction)
        case .subscriptionChanged(let transaction): return subscriptionChanged(transaction)
        case .transactionRemoved(let transaction):
            return ended(
                transaction, strings.lapsed(title(of: transaction.payment.productIdentifier)), .error)
        case .transactionRevoked(let transaction):
            return ended(transaction, strings.revoked(pieces(transaction.payment)), .answer)
        case .deliveryFailed(let transaction, let reason): return deliveryFailed(transaction, reason)
        case .transactionsListed(let event): return transactionsListed(event)
        case .transactionInspected(let event): transactionInspected(event)
        case .scenarioPlayed(let scenario):
            account.isPlayingScenario = false
            showStatus(strings.scenarioPlayed(scenario.rawValue), .answer)
        case .confirmationRequested(let event): confirmationRequested(event)
        case .paymentRefused(let event): paymentRefused(event)
        case .balanceChanged(let event): return balanceChanged(event)
        case .spendRefused(let credits, let balance):
            showStatus(
                strings.spendRefused(credits: credits, balance: balance), .error,
                about: .balance(account.balance))
        case .usesWaiting(let count): account.usesWaiting = count
        case .accountFetched(let percent): accountFetched(percent: percent)
        case .accountRecounted(let findings, let balance):
            notices.append(.accountRecounted(findings: findings, balance: balance))
        case .actionFailed(let trouble): actionFailed(trouble)
        case .restoreProgressed(let restored): account.restored = restored
        case .restoreFinished(let restored, let rejected):
            return restoreFinished(restored, rejected: rejected)
        case .restoreFailed(let error, let restored): return restoreFailed(error, restored: restored)
        case .entitlementsChanged(let event):
            entitlementsChanged(event)
            return refreshedList()
        case .subscriptionsListed(let event): subscriptionsListed(event)
        case .signInRequested(let event): signInRequested(event)
        case .signedIn(let accountName, let environment): signedIn(accountName, environment)
        case .signedOut: signedOut()
        case .filtersChanged(let filters): filtersChanged(filters)
        case .filterRefused(let filter):
            account.switching = nil
            showStatus(strings.filterRefused(filter), .error, about: .notOwned(filter.productIdentifier))
        case .hostSaid(let text):
            hostLine = StatusMessage(
                text: strings.hostSaid(text), kind: .answer, subject: .event,
                until: now + StatusMessage.hostDuration)
        case .guestWelcomed: notices.append(.guestWelcomed)
        case .pictureOpened(let picture): self.picture = picture
        }
        return []
    }

    /// Says why something is not done.
    mutating func refuse(
        _ text: String, _ kind: StatusMessage.Kind = .error, about subject: StatusMessage.Subject = .event
    ) -> [StorefrontCommand] {
        showStatus(text, kind, about: subject)
        return []
    }

    mutating func feel(_ kind: Reaction.Kind) { reaction = Reaction(kind: kind, began: now) }

    /// Sets up a new layer: the safe button is selected, and keys typed before it was shown do not count.
    mutating func noteLayer() {
        if shown.layer != layer { shown = ShownLayer(layer: layer) }
        endSearch()
    }

    /// Notes that the frame of this state is on the terminal. If the window is too small, the frame shows
    /// no layer.
    mutating func painted(at moment: ContinuousClock.Instant) {
        if shown.since == nil, !isWindowTooSmall { shown.since = moment }
    }

    /// Says how much of the account has arrived. This is not a message to read again.
    private mutating func accountFetched(percent: Int) {
        guard status?.kind != .error else { return }
        let text = strings.accountFetched(percent: strings.percent(percent))
        let kind = StatusMessage.Kind.info
        status = StatusMessage(text: text, kind: kind, subject: .event, until: kind.duration.map { now + $0 })
    }

    private mutating func actionFailed(_ trouble: Trouble) {
        // What waited for an application was dropped: the store let nobody in, or its prices did not come.
        if trouble == .storeNotReached { adding = [] }
        if !trouble.isUnsolicited {
            (requestedSettings, account.awaitedTransactions, account.isPlayingScenario) = (nil, nil, false)
        }
        showStatus(explanation(of: trouble), .error)
        feel(.trouble)
    }

    /// Whether an event is news for somebody who is looking at another window, and the status line says it.
    /// Called before the event is applied.
    private func isNews(_ event: StorefrontEvent) -> Bool {
        guard hasFocus == false else { return false }
        switch event {
        case .transactionSucceeded(let transaction):
            return !transaction.isFromElsewhere
                && inFlight.contains {
                    $0.transaction.key == transaction.key && $0.transaction.state == .deferred
                }
        case .transactionRevoked: return true
        case .balanceChanged(let event): return isFromElsewhere(event)
        default: return false
        }
    }
}
