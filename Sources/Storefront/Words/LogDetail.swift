internal import StoreModel
internal import StorefrontMessages
internal import StorefrontStrings

extension StorefrontState {
    /// A message as the log shows it: its name, and what it says, in a few words.
    func logEntry(of message: StorefrontMessage, date: Timestamp) -> LogEntry {
        let (name, detail) =
            switch message {
            case .command(let command): logWords(of: command)
            case .event(let event): logWords(of: event)
            }
        return LogEntry(date: date, name: name, detail: detail)
    }

    private func logWords(of event: StorefrontEvent) -> (name: String, detail: String) {
        switch event {
        case .storeOpened(let event):
            ("StoreOpened", "\(strings.environment(event.environment)), \(account(of: event))")
        case .storeUnavailable(let event): ("StoreUnavailable", event.sentence)
        case .productsFetched(let event):
            (
                "ProductsFetched",
                strings.logProducts(valid: event.products.count, invalid: event.invalidProductIdentifiers.count)
            )
        case .requestFailed(let event): ("RequestFailed", strings.logError(event.error))
        case .transactionSucceeded(let event): ("TransactionSucceeded", pieces(event.transaction.payment))
        case .transactionFailed(let event):
            ("TransactionFailed", event.transaction.error.map(strings.logError) ?? "")
        case .transactionUpdated(let event):
            ("TransactionUpdated", strings.logState(pieces(event.transaction.payment), event.transaction))
        case .transactionRemoved(let event): ("TransactionRemoved", pieces(event.transaction.payment))
        case .transactionRevoked(let event): ("TransactionRevoked", pieces(event.transaction.payment))
        case .deliveryFailed(let event): ("DeliveryFailed", pieces(event.transaction.payment))
        case .paymentRefused(let event):
            ("PaymentRefused", strings.pieces(event.quantity, of: title(of: event.productIdentifier)))
        case .confirmationRequested(let event):
            ("ConfirmationRequested", strings.pieces(event.quantity, of: title(of: event.product.identifier)))
        case .balanceChanged(let event): ("BalanceChanged", strings.logBalance(event.balance, change: event.change))
        case .spendRefused(let event): ("SpendRefused", strings.logBalance(event.balance, change: 0))
        case .ledgerTampered(let event): ("LedgerTampered", strings.logFindings(event.findings.count))
        case .transactionsListed(let event): ("TransactionsListed", strings.transactionsCount(event.entries.count))
        case .subscriptionsListed(let event):
            ("SubscriptionsListed", strings.subscriptionsCount(event.subscriptions.count))
        case .actionFailed(let event): ("ActionFailed", event.sentence)
        case .settingsChanged: ("SettingsChanged", "")
        case .networkChanged(let event): ("NetworkChanged", strings.networkIs(up: event.isUp))
        case .hostedProductsListed(let event): ("HostedProductsListed", strings.logBooks(event.products.count))
        case .downloadUpdated(let event): ("DownloadUpdated", strings.downloadState(event.download))
        case .bookOpened(let event): ("BookOpened", title(of: event.productIdentifier))
        case .restoreProgressed(let event): ("RestoreProgressed", strings.logRestored(event.restored))
        case .restoreFinished(let event): ("RestoreFinished", strings.logRestored(event.restored))
        case .restoreFailed(let event): ("RestoreFailed", strings.logError(event.error))
        case .entitlementsChanged(let event): ("EntitlementsChanged", strings.logOwned(event.ownedProducts.count))
        case .signInRequested(let event):
            ("SignInRequested", event.reason.map(strings.logError) ?? event.storeName)
        case .signedIn(let event): ("SignedIn", "\(strings.environment(event.environment)), \(event.accountName)")
        case .signedOut: ("SignedOut", "")
        case .filtersChanged(let event): ("FiltersChanged", strings.filtersOn(event.filters))
        case .filterRefused(let event): ("FilterRefused", strings.name(of: event.filter))
        case .hostSaid(let event): ("HostSaid", event.text)
        case .guestWelcomed: ("GuestWelcomed", "")
        case .pictureOpened(let event):
            ("PictureOpened", strings.logPicture(width: event.picture.width, height: event.picture.height))
        }
    }

    private func logWords(of command: StorefrontCommand) -> (name: String, detail: String) {
        switch command {
        case .products: ("ProductsRequested", "")
        case .purchase(let product, let quantity):
            ("PurchaseRequested", strings.pieces(quantity, of: title(of: product)))
        case .answer(_, let isConfirmed, _): ("ConfirmationAnswered", isConfirmed ? strings.yes : strings.no)
        case .spend(let credits): ("SpendRequested", strings.logCredits(credits))
        case .transactions: ("TransactionsRequested", "")
        case .action(let action, _): ("TransactionActionRequested", action.rawValue)
        case .subscriptions: ("SubscriptionsRequested", "")
        case .subscriptionAction(let action, _): ("SubscriptionActionRequested", action.rawValue)
        case .settings: ("SettingsChangeRequested", "")
        case .download(_, let product): ("DownloadActionRequested", title(of: product))
        case .book(let product): ("BookRequested", title(of: product))
        case .readingPlace(_, let product): ("ReadingPlaceChanged", title(of: product))
        case .signIn(let answer): ("SignInAnswered", logDetail(of: answer))
        case .signOut: ("SignOutRequested", "")
        case .restore: ("RestoreRequested", "")
        case .filter(let filter): ("FilterToggleRequested", strings.name(of: filter))
        case .clearFilters: ("FiltersClearRequested", "")
        case .picture: ("PictureRequested", "")
        }
    }

    /// Who wants to sign in; never with what.
    private func logDetail(of answer: SignInAnswer) -> String {
        switch answer {
        case .signIn(let account, _): account
        case .createAccount(let account, _): strings.logNewAccount(account)
        case .cancelled: strings.no
        }
    }
}

extension Strings {
    func logError(_ error: StoreError) -> String { "\(error.domain.rawValue) \(error.code)" }
    func logState(_ pieces: String, _ transaction: PaymentTransaction) -> String {
        "\(pieces), \(standing(transaction))"
    }
    func logBalance(_ balance: Int, change: Int) -> String {
        change == 0 ? number(balance) : "\(number(balance)) (\(change > 0 ? "+" : "")\(number(change)))"
    }
}
