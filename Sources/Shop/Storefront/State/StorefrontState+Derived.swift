internal import StoreEvents
internal import StoreModel

/// What follows from the state: offers, the mood, the layer on top, the status line and deadlines. The views
/// and the keys read it; `StorefrontScreen` reads the deadlines.
extension StorefrontState {
    /// The products in the order of the screen.
    var products: [ProductIdentifier] {
        let all = sold ?? store?.productIdentifiers ?? BuiltInProducts.identifiers
        guard !hosted.isEmpty else { return all }
        return all.filter { !isBook($0) || BuiltInProducts.identifiers.contains($0) } + books
    }

    /// True until the settings are known. The buttons say `loading…` until then.
    var allowsPayments: Bool { settings?.allowsPayments ?? true }

    /// The account's name for people to read.
    func accountWords(of store: StoreOpened) -> String {
        store.accountName ?? strings[store.hasAccounts ? .notSignedIn : .thisDevice]
    }

    /// Whether the store has accounts and nobody is signed in.
    var isSignedOut: Bool { store.map { $0.hasAccounts && $0.accountName == nil } ?? false }
    /// Whether somebody can sign in: nobody is signed in, or the store no longer knows who is.
    var canSignIn: Bool { isSignedOut || isForgotten }
    /// Whether purchases wait for a sign-in.
    var waitsForSignIn: Bool { canSignIn || signIn != nil }
    var canSignOut: Bool { store.map { $0.hasAccounts && $0.accountName != nil } ?? false }

    /// The name under which a host let somebody in, who has started no program and gives it no options; nil
    /// for everybody else.
    var visitorName: String? { store.flatMap { $0.hasAccounts ? nil : $0.accountName } }

    /// The sentence for an error, and what to do about it.
    func explanation(of trouble: Trouble) -> String {
        visitorName == nil ? strings.explanation(of: trouble) : strings.sentence(for: trouble)
    }

    /// The keys that do something now in a context, with the words for the footer.
    func bindings(in context: Keymap.Context) -> [Keymap.Binding] {
        workingBindings(in: context).map { binding in
            var binding = binding
            if binding.footer != nil { binding.footer = footer(of: binding) }
            return binding
        }
    }

    /// The same keys with the words of the keymap. The help uses these, because the words of its footer
    /// depend on how long it is.
    func workingBindings(in context: Keymap.Context) -> [Keymap.Binding] {
        keymap.bindings.filter { binding in
            guard binding.context == context else { return false }
            switch (binding.action, context) {
            case (.signIn, _): return canSignIn
            case (.signOut, _): return canSignOut
            case (.use, _): return !account.piecesLeft.isEmpty
            // A visitor has no shell to go back to.
            case (.suspend, _): return visitorName == nil
            case (_, .signIn): return signIn != nil || store?.hasAccounts == true
            default: return true
            }
        }
    }

    func owns(_ filter: PhotoFilter) -> Bool { account.ownedProducts.contains(filter.productIdentifier) }

    /// The filter that an owned product is for; nil for other products.
    func filter(of product: ProductIdentifier) -> PhotoFilter? {
        PhotoFilter(productIdentifier: product).flatMap { owns($0) ? $0 : nil }
    }

    /// The hosted products that the store sells or the account owns, without the application's own products.
    var books: [ProductIdentifier] {
        hosted.map(\.productIdentifier).filter { product in
            (account.ownedProducts.contains(product) || catalogue.products[product] != nil)
                && !BuiltInProducts.identifiers.contains(product)
        }
    }

    func isBook(_ product: ProductIdentifier) -> Bool { hosted.contains { $0.productIdentifier == product } }

    /// The download of an owned book; nil for other products.
    func download(of product: ProductIdentifier) -> Download? {
        guard account.ownedProducts.contains(product), isBook(product) else { return nil }
        return account.downloads[product] ?? Download(productIdentifier: product, state: .cancelled)
    }

    /// Of the application's own products, that is known before there are prices.
    func isSubscription(_ product: ProductIdentifier) -> Bool {
        account.subscribedUntil[product] != nil || catalogue.products[product]?.subscription != nil
            || MonkeyCredits.subscriptions.contains(product) || product == BuiltInProducts.keepersLetter
    }

    /// How many rows of the store can be selected.
    var rowCount: Int { products.count + 2 }
    var isRestoreSelected: Bool { selectedRow == products.count }
    var isFeedSelected: Bool { selectedRow > products.count }
    /// Whether the restore button works: the store is open, and no restore is in progress.
    var canRestore: Bool { store != nil && account.restored == nil }

    /// Whether the product is sold in several pieces. False until the store says what it is.
    func hasQuantity(_ product: ProductIdentifier) -> Bool {
        catalogue.products[product].map { $0.kind.quantities.count > 1 } ?? false
    }
    var canFeed: Bool { (account.balance ?? 0) > 0 }
    var isInDebt: Bool { (account.balance ?? 0) < 0 }

    func quantity(of product: ProductIdentifier) -> Int {
        hasQuantity(product) ? quantities[product] ?? 1 : 1
    }

    /// The product's title, or the last part of its identifier if it has no title.
    func title(of product: ProductIdentifier) -> String {
        if let title = catalogue.products[product]?.localizedTitle, !title.isEmpty { return title }
        if let book = hosted.first(where: { $0.productIdentifier == product }) { return book.title }
        return product.lastPart
    }

    func pieces(_ payment: Payment) -> String {
        strings.pieces(payment.quantity, of: title(of: payment.productIdentifier))
    }

    func offer(of product: ProductIdentifier) -> Offer {
        if account.ownedProducts.contains(product) {
            return account.subscribedUntil[product] == nil ? .owned : .subscribed
        }
        guard allowsPayments else { return .disabled }
        if catalogue.products[product] != nil { return .onSale }
        // Nobody asks for the price of what is not in the list, such as a filter in another application.
        if catalogue.invalid.contains(product) || !products.contains(product) { return .notAvailable }
        guard case .failed(let error) = catalogue.request else { return .loading }
        return error.isNetworkFailure ? .networkDown : .storeError(error)
    }

    func progress(of transaction: PaymentTransaction) -> Progress {
        switch transaction.state {
        case .deferred: .deferred
        case .purchasing
        where inFlight.contains { $0.transaction.key == transaction.key && $0.adding == .unconfirmed }:
            .asking
        case .purchasing: !isNetworkUp ? .queued : waitsForSignIn ? .signInNeeded : .purchasing
        case .purchased, .failed, .restored, .changed: .paid
        }
    }

    /// The transactions that have been in flight long enough to be shown.
    var visibleInFlight: [InFlightTransaction] {
        inFlight.filter { !isSending($0) || $0.since + InFlightTransaction.grace <= now }.filter {
            !isAsked($0)
        }
    }

    /// Whether a purchase goes on by itself when the person leaves. One that waits for approval may take days,
    /// and one that nobody has confirmed is not bought. Without sheets, the command has confirmed it, even
    /// before its first event.
    var isPurchaseOnItsWay: Bool {
        !adding.isEmpty && !confirmsPayments
            || inFlight.contains { $0.transaction.state != .deferred && isConfirmed($0) }
    }

    /// Whether a confirmed purchase waits for the store's answer.
    var hasQueuedPurchase: Bool { inFlight.contains { isSending($0) && isConfirmed($0) } }

    private func isConfirmed(_ item: InFlightTransaction) -> Bool {
        !isAsked(item) && item.adding != .unconfirmed
    }

    /// Whether a sheet confirms each payment. For real money it always does.
    var confirmsPayments: Bool {
        settings?.store.disablesDialogs != true || store?.environment == .production
    }

    private func isSending(_ item: InFlightTransaction) -> Bool { item.transaction.state == .purchasing }

    /// Whether a sheet asks to confirm it. If so, only the sheet shows it, and the spinner stands still.
    private func isAsked(_ item: InFlightTransaction) -> Bool {
        sheets.contains { $0.key == item.transaction.key }
    }

    /// Whether a second payment for the product would repeat a purchase that is in progress. A payment that
    /// waits for the network or a sign-in does not block another one, as long as a sheet confirms each.
    func isBeingBought(_ product: ProductIdentifier) -> Bool {
        if adding.contains(product) || sheets.contains(where: { $0.product.identifier == product }) {
            return true
        }
        guard isNetworkUp && !canSignIn || settings?.store.disablesDialogs == true else { return false }
        return inFlight.contains {
            $0.transaction.state == .purchasing && $0.transaction.payment.productIdentifier == product
        }
    }

    var currentReaction: Reaction? { reaction.flatMap { $0.until > now ? $0 : nil } }

    /// The index of the mood's picture to show.
    var moodPicture: Int {
        guard options.allowsAnimation, let current = currentReaction else { return mood.stillPicture }
        return current.picture(at: now)
    }

    var mood: Mood {
        if let current = currentReaction { return current.mood }
        if !allowsPayments || !isNetworkUp { return .asleep }
        guard let balance = account.balance else { return .waiting }
        return balance > 0 ? .waiting : .hungry
    }

    /// The layer on top. What the person opened comes first. Then comes the sign-in sheet, because nothing
    /// may interrupt typing. Then come the notices, and last the sheets. All of these wait while somebody
    /// types in the prompt.
    var layer: Layer {
        if let openText { return openText == .messages ? .messages : .help }
        if prompt != nil { return .none }
        if place == .inspector, let value = inspector?.alone { return .value(value) }
        if let question { return .question(question) }
        if signIn != nil { return .signIn }
        if let notice = notices.first { return .notice(notice) }
        if let sheet = sheets.first { return .sheet(asked(sheet)) }
        return .none
    }

    func asked(_ sheet: ConfirmationRequested) -> AskedSheet {
        let product = sheet.product
        return AskedSheet(
            request: sheet, step: step(buying: product),
            isOwned: product.kind == .nonConsumable && account.ownedProducts.contains(product.identifier))
    }

    /// The warning before the screen closes, or else the newest message until it expires.
    var message: (text: String, role: Style.Role)? {
        if isIdle { return (strings[.idleWarning], .warning) }
        guard let currentStatus else { return nil }
        return (currentStatus.text, currentStatus.kind == .error ? .error : .normal)
    }

    /// The message, and without one the state that matters most.
    var statusLine: (text: String, role: Style.Role)? {
        if let message { return message }
        if let hostLine, let end = hostLine.until, end > now { return (hostLine.text, .accent) }
        if let search { return ("/\(search.text)  \(searchWords)", .accent) }
        if waitsForTransactions { return (strings[.transactionsLoading], .normal) }
        if waitsForInspection { return (strings[.inspectorAsking], .normal) }
        if let restored = account.restored { return (strings.restoring(restored), .normal) }
        if !allowsPayments {
            return (strings[hasQueuedPurchase ? .restrictedStateQueued : .restrictedState], .warning)
        }
        if !isNetworkUp {
            let isForSale = !catalogue.products.isEmpty || !sheets.isEmpty
            let state = Text.networkDownState(
                isQueued: hasQueuedPurchase, isForSale: isForSale,
                losesAnswers: settings?.store.network == .answersLost)
            return (strings[state], .warning)
        }
        guard case .failed(let error) = catalogue.request, catalogue.products.isEmpty else { return nil }
        return error.isNetworkFailure
            ? (strings[.requestFailedByNetworkState], .warning) : (strings.requestFailedState(error), .error)
    }

    /// Whether a page of transactions takes so long that the status line should say so.
    private var waitsForTransactions: Bool {
        guard place == .transactions, account.transactions != nil,
            let awaited = account.awaitedTransactions
        else { return false }
        return now - awaited.since >= AwaitedTransactions.grace
    }

    var isWindowTooSmall: Bool { size.map { !$0.fits } ?? false }

    /// The loaded transactions, newest first.
    var entries: [TransactionsListed.Entry]? { account.transactions?.entries }

    /// The index of the selected transaction, or of the newest if the selected one is gone.
    var selectedEntryIndex: Int? {
        guard let entries, !entries.isEmpty else { return nil }
        let selected = account.selectedTransaction
        return selected.flatMap { key in entries.firstIndex { $0.transaction.key == key } } ?? 0
    }

    /// When the screen next changes by itself; nil for never.
    var nextDeadline: ContinuousClock.Instant? {
        var deadlines = [status?.until, hostLine?.until, reaction?.until, idleWarningBegins, idleEnd]
        if options.allowsAnimation { deadlines.append(currentReaction?.nextPicture(after: now)) }
        if account.transactions != nil {
            deadlines.append(account.awaitedTransactions.map { $0.since + AwaitedTransactions.grace })
        }
        if place == .inspector {
            deadlines.append(inspector?.awaitedSince.map { $0 + AwaitedTransactions.grace })
        }
        for item in inFlight where isSending(item) && !isAsked(item) {
            deadlines.append(item.since + InFlightTransaction.grace)
        }
        if options.allowsAnimation, let spinning = spinningSince {
            deadlines.append(spinning + InFlightTransaction.spinnerStep * (spinnerSteps(since: spinning) + 1))
        }
        return deadlines.compactMap(\.self).filter { $0 > now }.min()
    }

    /// When the spinner began to turn; nil if no purchase is being sent.
    var spinningSince: ContinuousClock.Instant? {
        visibleInFlight.filter { progress(of: $0.transaction) == .purchasing }.map(\.since).min()
    }

    /// How many pictures the spinner has shown since `start`.
    func spinnerSteps(since start: ContinuousClock.Instant) -> Int {
        max(0, Int((now - start) / InFlightTransaction.spinnerStep))
    }

    // MARK: Closing the screen when no key is pressed

    /// How long before the screen closes the warning comes: a minute, or less if the limit is short.
    private var idleNotice: Duration { min(.seconds(60), (options.idleLimit ?? .zero) / 4) }

    private var idleWarningBegins: ContinuousClock.Instant? { idleEnd.map { $0 - idleNotice } }
    private var idleEnd: ContinuousClock.Instant? { options.idleLimit.map { lastInput + $0 } }

    /// Whether it is time for the warning.
    var isIdle: Bool { idleWarningBegins.map { now >= $0 } ?? false }

    /// Whether the person sees the warning. A window that is too small shows nothing.
    var showsIdleWarning: Bool { isIdle && !isWindowTooSmall }

    mutating func leaveIfIdle() {
        if let idleEnd, now >= idleEnd, exit == nil { exit = .idle }
    }
}
