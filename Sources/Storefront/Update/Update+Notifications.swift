internal import StoreModel
internal import StorefrontStrings

extension StorefrontState {
    /// Takes one notification of the bus and says what to ask for in turn.
    mutating func receive(_ notification: BusNotification, date: Timestamp) -> [StorefrontRequest] {
        let requests = apply(notification)
        log.append(LogEntry(date: date, name: notification.name, detail: logDetail(of: notification)))
        if log.count > LogEntry.most { log.removeFirst(log.count - LogEntry.most) }
        noteLayer()
        return requests
    }

    private mutating func apply(_ notification: BusNotification) -> [StorefrontRequest] {
        switch notification {
        case .request(let request): return noteRequest(request)
        case .storeOpened(let fact): return open(fact)
        case .storeUnavailable(let fact): exit = .unavailable(fact.sentence)
        case .settingsChanged(let fact): return change(fact)
        case .networkChanged(let fact): return change(fact)
        case .hostedProductsListed(let fact): listed(fact)
        case .downloadUpdated(let fact): updated(fact.download)
        case .bookOpened(let fact): opened(fact)
        case .productsFetched(let fact): fetched(fact)
        case .requestFailed(let fact): return failed(fact)
        case .transactionUpdated(let fact): return updated(fact.transaction)
        case .transactionSucceeded(let fact): return succeeded(fact.transaction)
        case .transactionFailed(let fact): return failed(fact.transaction)
        case .transactionRemoved(let fact): return removed(fact.transaction)
        case .transactionRevoked(let fact): return revoked(fact.transaction)
        case .deliveryFailed(let fact): return undelivered(fact)
        case .transactionsListed(let fact): return listed(fact)
        case .confirmationRequested(let fact): ask(fact)
        case .paymentRefused(let fact): refused(fact)
        case .balanceChanged(let fact): change(fact)
        case .spendRefused(let fact):
            showStatus(strings.spendRefused(credits: fact.credits, balance: fact.balance), .error)
        case .ledgerTampered(let fact): notices.append(.ledgerTampered(fact))
        case .actionFailed(let fact): failed(fact)
        case .restoreProgressed(let fact): restored = fact.restored
        case .restoreFinished(let fact): return restoreFinished(fact)
        case .restoreFailed(let fact): return restoreFailed(fact)
        case .entitlementsChanged(let fact): change(fact)
        case .subscriptionsListed(let fact): subscriptions = fact
        case .signInRequested(let fact): ask(fact)
        case .signedIn(let fact): signedIn(fact)
        case .signedOut: signedOut()
        case .filtersChanged(let fact): change(fact)
        case .filterRefused(let fact):
            switching = nil
            showStatus(strings.filterRefused(fact.filter), .error)
        case .hostSaid(let fact): notices.append(.hostSaid(fact))
        case .guestWelcomed: notices.append(.guestWelcomed)
        case .pictureOpened(let fact): picture = fact.picture
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
    private mutating func failed(_ fact: ActionFailed) {
        adding = []
        requestedSettings = nil
        awaitedTransactions = nil
        showStatus(fact.sentence, .error)
        feel(.trouble)
    }
}
