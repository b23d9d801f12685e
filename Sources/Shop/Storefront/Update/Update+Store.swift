internal import StoreEvents
internal import StoreModel

// How `StorefrontState.receive` takes the store's events: the store opens, its settings or its network
// change, prices arrive or fail. It also decides when to request prices, and translates products into the
// reader's language.
extension StorefrontState {
    mutating func storeOpened(_ event: StoreOpened) -> [StorefrontCommand] {
        if let store, store.accountName != event.accountName { forgetPerson() }
        store = event
        storeName = event.storeName ?? storeName
        (sold, isForgotten) = (nil, false)
        // The credits and purchases of another account must not be shown. Events with those of this account
        // follow. Purchases in flight stay visible after a sign-out, until the next sign-in.
        account = AccountState()
        if event.accountName != nil || !event.hasAccounts {
            // The application before this one has cancelled what it had begun. What waits for this one stays.
            for item in inFlight where item.adding != nil {
                adding.remove(item.transaction.payment.productIdentifier)
            }
            // Their steps, too: if the account is the same, they are told again.
            if inFlight.contains(where: { $0.transaction.key == lastPurchase?.key }) { lastPurchase = nil }
            (inFlight, sheets) = ([], [])
        }
        settings = event.settings
        isNetworkUp = event.settings.store.network == .up
        selectedRow = min(selectedRow, rowCount - 1)
        // What was requested before reached nobody, or a store that is closed by now.
        if case .underway = catalogue.request { catalogue.request = .idle }
        let list: [StorefrontCommand] = place == .subscriptions ? [.subscriptions] : []
        return requestMissingPrices() + refreshedList() + list
    }

    mutating func settingsChanged(_ settings: StorefrontSettings) -> [StorefrontCommand] {
        let wasAllowed = allowsPayments
        self.settings = settings
        if requestedSettings == settings { requestedSettings = nil }
        return allowsPayments && !wasAllowed ? requestMissingPrices() : []
    }

    mutating func networkChanged(isUp: Bool) -> [StorefrontCommand] {
        let wasUp = isNetworkUp
        isNetworkUp = isUp
        guard isUp else { return [] }
        if !wasUp { resend() }
        switch catalogue.request {
        case .failed(let error) where error.isNetworkFailure: return requestPrices()
        case .underway: catalogue.request = .underway(networkCameBack: true)
        case .idle, .failed: break
        }
        return []
    }

    /// Purchases that waited for the network or a sign-in are now being sent.
    mutating func resend() {
        for index in inFlight.indices where inFlight[index].transaction.state == .purchasing {
            inFlight[index].since = now
        }
    }

    /// A product in the reader's language, if the store has texts in it. English readers see the texts of the
    /// storefront, whose language is the developer's choice, because English is also used for readers whose
    /// language is not available.
    func readable(_ product: Product) -> Product {
        options.language == .english ? product : product.localized(for: options.language.rawValue)
    }

    /// A sheet with its product in the reader's language.
    func readable(_ sheet: ConfirmationRequested) -> ConfirmationRequested {
        ConfirmationRequested(
            key: sheet.key, product: readable(sheet.product), quantity: sheet.quantity,
            environment: sheet.environment,
            isCurrent: sheet.isCurrent)
    }

    mutating func productsFetched(_ response: ProductsResponse) {
        keepingSelection {
            $0.catalogue = ProductList(
                products: response.productsByIdentifier.mapValues($0.readable),
                invalid: Set(response.invalidProductIdentifiers))
        }
        // A book that the store does not sell is not shown, so it needs no message.
        if let invalid = response.invalidProductIdentifiers.first(where: { !isBook($0) }) {
            showStatus(
                strings.whyNotAvailable(title(of: invalid)), .error,
                about: .offer(offer(of: invalid), invalid))
        }
    }

    mutating func requestFailed(_ error: StoreError) -> [StorefrontCommand] {
        let request = catalogue.request
        catalogue.request = .failed(error)
        if error.isNetworkFailure, request == .underway(networkCameBack: true) { return requestPrices() }
        // Without prices, or without the network, the status line says so as long as it lasts.
        if !catalogue.products.isEmpty, isNetworkUp {
            showStatus(strings.refreshFailed(error), .answer, about: .oldPrices)
        }
        return []
    }

    mutating func requestPrices() -> [StorefrontCommand] {
        catalogue.request = .underway(networkCameBack: false)
        return [.products]
    }

    /// Requests prices if none have arrived or been requested. Products may be requested even while purchases
    /// are off (D2).
    private mutating func requestMissingPrices() -> [StorefrontCommand] {
        guard catalogue.products.isEmpty, catalogue.invalid.isEmpty else { return [] }
        if case .underway = catalogue.request { return [] }
        return requestPrices()
    }
}
