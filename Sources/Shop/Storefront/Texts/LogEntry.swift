internal import StoreEvents
internal import StoreModel

/// A command or an event as a line in the log on the store screen. `StorefrontState.receive` adds one for
/// each message.
struct LogEntry: Hashable, Sendable {
    /// What a message means to a person who watches the bus.
    enum Kind: Hashable, Sendable {
        case request, answer, delivery, trouble
    }

    let date: Timestamp
    var kind = Kind.answer
    let name: String
    let detail: String

    /// How many entries the log keeps.
    static let most = 200
}

extension LogEntry {
    fileprivate static func kind(of message: StorefrontMessage) -> Kind {
        switch message {
        case .command: .request
        case .event(.transactionSucceeded), .event(.subscriptionChanged), .event(.balanceChanged),
            .event(.entitlementsChanged), .event(.restoreFinished), .event(.bookOpened):
            .delivery
        case .event(.storeUnavailable), .event(.requestFailed), .event(.transactionFailed),
            .event(.transactionRevoked), .event(.deliveryFailed), .event(.paymentRefused),
            .event(.spendRefused),
            .event(.accountRecounted), .event(.actionFailed), .event(.restoreFailed), .event(.filterRefused),
            .event(.networkChanged(isUp: false)), .event(.contentNotReached):
            .trouble
        case .event: .answer
        }
    }
}

extension StorefrontState {
    /// A message for the log: its name, and its content in a few words.
    func logEntry(of message: StorefrontMessage, date: Timestamp) -> LogEntry {
        let (name, detail) =
            switch message {
            case .command(let command): logWords(of: command)
            case .event(let event): logWords(of: event)
            }
        return LogEntry(date: date, kind: LogEntry.kind(of: message), name: name, detail: detail)
    }

    private func logWords(of event: StorefrontEvent) -> (name: String, detail: String) {
        switch event {
        case .storeOpened(let event):
            ("StoreOpened", "\(strings[.environment(event.environment)]), \(account(of: event))")
        case .storeUnavailable(let trouble): ("StoreUnavailable", strings.explanation(of: trouble))
        case .productsFetched(let response):
            (
                "ProductsFetched",
                strings.logProducts(
                    valid: response.products.count, invalid: response.invalidProductIdentifiers.count)
            )
        case .requestFailed(let error): ("RequestFailed", strings.logError(error))
        case .transactionSucceeded(let transaction): ("TransactionSucceeded", pieces(transaction.payment))
        case .transactionFailed(let transaction):
            (
                "TransactionFailed",
                transaction.isCancelled
                    ? strings.standing(transaction) : transaction.error.map(strings.logError) ?? ""
            )
        case .subscriptionChanged(let transaction): ("SubscriptionChanged", pieces(transaction.payment))
        case .transactionUpdated(let transaction):
            ("TransactionUpdated", "\(pieces(transaction.payment)), \(strings.standing(transaction))")
        case .transactionRemoved(let transaction): ("TransactionRemoved", pieces(transaction.payment))
        case .transactionRevoked(let transaction): ("TransactionRevoked", pieces(transaction.payment))
        case .deliveryFailed(let transaction, _): ("DeliveryFailed", pieces(transaction.payment))
        case .paymentRefused(let event):
            ("PaymentRefused", strings.pieces(event.quantity, of: title(of: event.productIdentifier)))
        case .confirmationRequested(let event):
            ("ConfirmationRequested", strings.pieces(event.quantity, of: title(of: event.product.identifier)))
        case .balanceChanged(let event):
            ("BalanceChanged", strings.logBalance(event.balance, change: event.change))
        case .spendRefused(_, let balance): ("SpendRefused", strings.logBalance(balance, change: 0))
        case .usesWaiting(let count): ("UsesWaiting", strings.number(count))
        case .accountFetched(let percent): ("AccountFetched", strings.percent(percent))
        case .accountRecounted(let findings, _): ("AccountRecounted", strings.logFindings(findings.count))
        case .transactionsListed(let event):
            ("TransactionsListed", strings.transactionsCount(event.entries.count))
        case .transactionInspected(let event): ("TransactionInspected", pieces(event.transaction.payment))
        case .scenarioPlayed(let scenario): ("ScenarioPlayed", scenario.rawValue)
        case .subscriptionsListed(let event):
            ("SubscriptionsListed", strings.subscriptionsCount(event.subscriptions.count))
        case .actionFailed(let trouble): ("ActionFailed", strings.explanation(of: trouble))
        case .settingsChanged: ("SettingsChanged", "")
        case .networkChanged(let isUp): ("NetworkChanged", strings.networkIs(up: isUp))
        case .productsListed(let products): ("ProductsListed", strings.logListed(products.count))
        case .hostedProductsListed(let products): ("HostedProductsListed", strings.logBooks(products.count))
        case .contentNotReached: ("ContentNotReached", "")
        case .downloadUpdated(let download): ("DownloadUpdated", strings.downloadState(download))
        case .bookOpened(let event): ("BookOpened", title(of: event.productIdentifier))
        case .restoreProgressed(let restored): ("RestoreProgressed", strings.logRestored(restored))
        case .restoreFinished(let restored, _): ("RestoreFinished", strings.logRestored(restored))
        case .restoreFailed(let error, _): ("RestoreFailed", strings.logError(error))
        case .entitlementsChanged(let event):
            ("EntitlementsChanged", strings.logOwned(event.ownedProducts.count))
        case .signInRequested(let event):
            ("SignInRequested", event.reason.map(strings.logError) ?? event.storeName)
        case .signedIn(let accountName, let environment):
            ("SignedIn", "\(strings[.environment(environment)]), \(accountName)")
        case .signedOut: ("SignedOut", "")
        case .filtersChanged(let filters): ("FiltersChanged", strings.filtersOn(filters))
        case .filterRefused(let filter): ("FilterRefused", strings[.filter(filter)])
        case .hostSaid(let text): ("HostSaid", text)
        case .guestWelcomed: ("GuestWelcomed", "")
        case .pictureOpened(let picture): ("PictureOpened", "\(picture.width) × \(picture.height)")
        }
    }

    private func logWords(of command: StorefrontCommand) -> (name: String, detail: String) {
        switch command {
        case .products: ("ProductsRequested", "")
        case .purchase(let product, let quantity):
            ("PurchaseRequested", strings.pieces(quantity, of: title(of: product)))
        case .answer(_, let isConfirmed, _):
            ("ConfirmationAnswered", isConfirmed ? strings[.yes] : strings[.no])
        case .spend(let credits): ("SpendRequested", strings.logCredits(credits))
        case .use(let product): ("UseRequested", title(of: product))
        case .transactions: ("TransactionsRequested", "")
        case .action(let action, _): ("TransactionActionRequested", action.rawValue)
        case .inspect: ("TransactionRequested", "")
        case .scenario(let scenario): ("ScenarioRequested", scenario.rawValue)
        case .subscriptions: ("SubscriptionsRequested", "")
        case .subscriptionAction(let action, _): ("SubscriptionActionRequested", action.rawValue)
        case .settings: ("SettingsChangeRequested", "")
        case .download(_, let product): ("DownloadActionRequested", title(of: product))
        case .book(let product): ("BookRequested", title(of: product))
        case .readingPlace(_, let product): ("ReadingPlaceChanged", title(of: product))
        case .signIn(let answer): ("SignInAnswered", logDetail(of: answer))
        case .signOut: ("SignOutRequested", "")
        case .restore: ("RestoreRequested", "")
        case .filter(let filter): ("FilterToggleRequested", strings[.filter(filter)])
        case .clearFilters: ("FiltersClearRequested", "")
        case .picture: ("PictureRequested", "")
        }
    }

    /// The account, but never the password.
    private func logDetail(of answer: SignInAnswer) -> String {
        switch answer {
        case .signIn(let account, _): account
        case .createAccount(let account, _): strings.logNewAccount(account)
        case .cancelled: strings[.no]
        }
    }
}

extension Strings {
    func logError(_ error: StoreError) -> String { "\(error.domain.rawValue) \(error.code)" }
    func logBalance(_ balance: Int, change: Int) -> String {
        change == 0 ? number(balance) : "\(number(balance)) (\(signed(change)))"
    }
}
