internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

extension StorefrontState {
    /// Takes one message of the bus and returns the commands that follow from it.
    mutating func receive(_ message: StorefrontMessage, date: Timestamp) -> [StorefrontCommand] {
        var commands: [StorefrontCommand] = []
        switch message {
        case .command(let command): note(command)
        case .event(let event): commands = apply(event)
        }
        log.append(logEntry(of: message, date: date))
        if log.count > LogEntry.most { log.removeFirst(log.count - LogEntry.most) }
        noteLayer()
        return commands
    }

    private mutating func apply(_ event: StorefrontEvent) -> [StorefrontCommand] {
        switch event {
        case .storeOpened(let event): return open(event)
        case .storeUnavailable(let event): exit = .unavailable(event.sentence)
        case .settingsChanged(let event): return change(event)
        case .networkChanged(let event): return change(event)
        case .hostedProductsListed(let event): listed(event)
        case .downloadUpdated(let event): updated(event.download)
        case .bookOpened(let event): opened(event)
        case .productsFetched(let event): fetched(event)
        case .requestFailed(let event): return failed(event)
        case .transactionUpdated(let event): return updated(event.transaction)
        case .transactionSucceeded(let event): return succeeded(event.transaction)
        case .transactionFailed(let event): return failed(event.transaction)
        case .transactionRemoved(let event): return removed(event.transaction)
        case .transactionRevoked(let event): return revoked(event.transaction)
        case .deliveryFailed(let event): return undelivered(event)
        case .transactionsListed(let event): return listed(event)
        case .confirmationRequested(let event): ask(event)
        case .paymentRefused(let event): refused(event)
        case .balanceChanged(let event): change(event)
        case .spendRefused(let event):
            showStatus(strings.spendRefused(credits: event.credits, balance: event.balance), .error)
        case .ledgerTampered(let event): notices.append(.ledgerTampered(event))
        case .actionFailed(let event): failed(event)
        case .restoreProgressed(let event): restored = event.restored
        case .restoreFinished(let event): return restoreFinished(event)
        case .restoreFailed(let event): return restoreFailed(event)
        case .entitlementsChanged(let event): change(event)
        case .subscriptionsListed(let event): subscriptions = event
        case .signInRequested(let event): ask(event)
        case .signedIn(let event): signedIn(event)
        case .signedOut: signedOut()
        case .filtersChanged(let event): change(event)
        case .filterRefused(let event):
            switching = nil
            showStatus(strings.filterRefused(event.filter), .error)
        case .hostSaid(let event): notices.append(.hostSaid(event))
        case .guestWelcomed: notices.append(.guestWelcomed)
        case .pictureOpened(let event): picture = event.picture
        }
        return []
    }

    /// Puts a sentence on the status line; the newest wins.
    mutating func showStatus(_ text: String, _ kind: StatusMessage.Kind) {
        status = StatusMessage(text: text, kind: kind, until: now + kind.duration)
    }

    mutating func feel(_ kind: Reaction.Kind) { reaction = Reaction(kind: kind, began: now) }

    /// Notes when another layer comes up: its buttons begin at the safe one, and keys typed before do not count.
    mutating func noteLayer() {
        if shown.layer != layer { shown = ShownLayer(layer: layer, since: now) }
    }

    /// What could not be done, in the words of whoever tried.
    private mutating func failed(_ event: ActionFailed) {
        adding = []
        requestedSettings = nil
        awaitedTransactions = nil
        showStatus(event.sentence, .error)
        feel(.trouble)
    }
}
