internal import StoreEvents
internal import StoreModel

// What keys do on the store screen, for `handle` and `PlainStorefront`. Also what `receive` does with events
// about the balance and about restores.
extension StorefrontState {
    /// If purchases need no sheet, this prevents a repeating key from buying twice.
    private static let heldKey = Duration.milliseconds(600)

    mutating func actInStore(_ action: Action) -> [StorefrontCommand] {
        let count = rowCount
        switch action {
        case .next: selectedRow = (selectedRow + 1) % count
        case .previous: selectedRow = (selectedRow + count - 1) % count
        case .product(let number): if number <= products.count { selectedRow = number - 1 }
        case .less: changeQuantity(by: -1)
        case .more: changeQuantity(by: 1)
        case .activate where isFeedSelected: return feed()
        case .activate where isRestoreSelected: return restore()
        case .activate:
            let product = products[selectedRow]
            if let download = download(of: product) { return press(download) }
            if offer(of: product) == .subscribed { return press(subscription: product) }
            return PhotoFilter(productIdentifier: product).map { pressButton(of: $0) } ?? buy(product)
        case .use: return useSelectedPiece()
        case .cancelDownload: return cancelSelectedDownload()
        case .restore: return restore()
        case .retry:
            let commands = requestPrices()
            showStatus(strings[.requestingPrices], .info, about: .request)
            return commands
        case .settings: place = .settings
        case .photo:
            place = .photo
            return picture == nil ? [.picture] : []
        case .signIn: if canSignIn { signInRequested(ownRequest) }
        case .signOut: if canSignOut { question = .signOut }
        case .subscriptions: return openSubscriptions()
        case .close: search = nil
        case .transactions:
            place = .transactions
            return request(.newest)
        default: break
        }
        return []
    }

    private mutating func changeQuantity(by step: Int) {
        guard products.indices.contains(selectedRow), hasQuantity(products[selectedRow]) else { return }
        let product = products[selectedRow]
        quantities[product] = min(
            max(quantity(of: product) + step, Payment.quantities.lowerBound), Payment.quantities.upperBound)
    }

    /// Uses up a piece of the selected product, if there is one.
    mutating func useSelectedPiece() -> [StorefrontCommand] {
        guard products.indices.contains(selectedRow) else { return [] }
        let product = products[selectedRow]
        guard account.piecesLeft[product] == nil else { return [.use(product)] }
        guard offer(of: product) != .owned else { return refuse(strings.neverUsedUp(title(of: product))) }
        let areCredits = MonkeyCredits.worth(of: product) != nil
        return refuse(
            areCredits ? strings[.creditsAreForBananas] : strings.nothingToUse(title(of: product)),
            about: .nothingToUse(product))
    }

    mutating func buy(_ product: ProductIdentifier) -> [StorefrontCommand] {
        let offer = offer(of: product)
        if let refusal = whyNot(offer, product) { return refuse(refusal, about: .offer(offer, product)) }
        let isHeld = heldEnterUntil.map { $0 > now } ?? false
        if settings?.store.disablesDialogs == true { heldEnterUntil = now + Self.heldKey }
        guard !isBeingBought(product) else {
            return refuse(strings[.alreadyBuying], .info, about: .beingBought(product))
        }
        guard !isHeld else { return refuse(strings[.alreadyBuying], .info) }
        // The last message is not about this purchase.
        status = nil
        adding.insert(product)
        return [.purchase(product, quantity: quantity(of: product))]
    }

    private func whyNot(_ offer: Offer, _ product: ProductIdentifier) -> String? {
        switch offer {
        case .onSale: nil
        case .loading: strings[.whyLoading]
        case .networkDown: strings[.whyNetworkDown]
        case .storeError(let error): strings.requestFailedState(error)
        case .disabled: strings[.whyDisabled]
        case .notAvailable: strings.whyNotAvailable(title(of: product))
        case .owned: strings.whyOwned(title(of: product))
        case .subscribed: nil
        }
    }

    // MARK: Feeding the monkey

    mutating func feed() -> [StorefrontCommand] {
        guard !isSignedOut else { return refuse(strings[.feedSignedOut], about: .account(nil)) }
        guard account.balance != nil else { return refuse(strings[.balanceUnknown], about: .balance(nil)) }
        guard canFeed else { return refuse(whyNoCredits, about: .balance(account.balance)) }
        return [.spend(credits: 1)]
    }

    /// Why the monkey gets no banana. Names the first two rows if they sell credits.
    private var whyNoCredits: String {
        let first = products.prefix(2).filter {
            MonkeyCredits.worth(of: $0) != nil && offer(of: $0) != .notAvailable
        }
        return strings[first.count == 2 ? .whyNoCredits : .whyNoCreditsUnnumbered]
    }

    // MARK: Restoring purchases

    mutating func restore() -> [StorefrontCommand] {
        guard account.restored == nil else { return [] }
        guard store != nil else { return refuse(strings[.restoreTooEarly], about: .storeNotOpen) }
        return [.restore]
    }

    mutating func restoreFinished(_ restored: Int, rejected: Int) -> [StorefrontCommand] {
        account.restored = nil
        showStatus(strings.restoreFinished(restored, rejected: rejected), .answer)
        return refreshedList()
    }

    mutating func restoreFailed(_ error: StoreError, restored: Int) -> [StorefrontCommand] {
        account.restored = nil
        showStatus(strings.restoreFailed(error, restored: restored), .error)
        feel(.trouble)
        return refreshedList()
    }
}
