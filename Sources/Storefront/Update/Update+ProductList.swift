internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

// Prices: when to ask for them, and what becomes of the question (spec B and C).
extension StorefrontState {
    mutating func open(_ event: StoreOpened) -> [StorefrontCommand] {
        store = event
        // Another account's credits and purchases are nobody else's; those of this one are told next. What was in flight
        // before a sign-out is shown until somebody signs in.
        (balance, transactions, restored, ownedProducts, filters) = (nil, nil, nil, [], [])
        (subscribedUntil, subscriptions) = ([:], nil)
        (awaitedTransactions, selectedTransaction) = (nil, nil)
        if event.accountName != nil || !event.hasAccounts { (inFlight, sheets) = ([], []) }
        settings = event.settings
        isNetworkUp = event.settings.store.network == .up
        selectedRow = min(selectedRow, rowCount - 1)
        return requestMissingPrices() + refreshedList()
    }

    mutating func change(_ event: SettingsChanged) -> [StorefrontCommand] {
        let wasAllowed = allowsPayments
        settings = event.settings
        if requestedSettings == event.settings { requestedSettings = nil }
        return allowsPayments && !wasAllowed ? requestMissingPrices() : []
    }

    mutating func change(_ event: NetworkChanged) -> [StorefrontCommand] {
        let wasUp = isNetworkUp
        isNetworkUp = event.isUp
        guard event.isUp else { return [] }
        // A purchase that waited for the network is on its way from now on.
        if !wasUp {
            for index in inFlight.indices where inFlight[index].transaction.state == .purchasing {
                inFlight[index].since = now
            }
        }
        switch catalogue.request {
        case .failed(let error) where error.isNetworkFailure: return requestPrices()
        case .underway: catalogue.request = .underway(networkCameBack: true)
        case .idle, .failed: break
        }
        return []
    }

    mutating func fetched(_ event: ProductsFetched) {
        keepingSelection {
            $0.catalogue = ProductList(products: event.products, invalid: Set(event.invalidProductIdentifiers))
        }
        // A book that the store does not sell is not shown; nothing has to be said about it.
        if let invalid = event.invalidProductIdentifiers.first(where: { !isBook($0) }) {
            showStatus(strings.whyNotAvailable(title(of: invalid)), .error)
        } else if status?.text == strings.requestingPrices {
            status = nil
        }
    }

    mutating func failed(_ event: RequestFailed) -> [StorefrontCommand] {
        let request = catalogue.request
        catalogue.request = .failed(event.error)
        if status?.text == strings.requestingPrices { status = nil }
        guard event.error.isNetworkFailure, request == .underway(networkCameBack: true) else { return [] }
        return requestPrices()
    }

    mutating func requestPrices() -> [StorefrontCommand] {
        catalogue.request = .underway(networkCameBack: false)
        return [.products]
    }

    /// Asks for prices if purchases are allowed, none are there and nobody has asked (B2, D4).
    private mutating func requestMissingPrices() -> [StorefrontCommand] {
        guard allowsPayments, catalogue.products.isEmpty, catalogue.invalid.isEmpty else { return [] }
        if case .underway = catalogue.request { return [] }
        return requestPrices()
    }
}
