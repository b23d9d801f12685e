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
            case .event(let event): (event.logName, logDetail(of: event))
            }
        return LogEntry(date: date, kind: LogEntry.kind(of: message), name: name, detail: detail)
    }

    /// The content of an event in a few words.
    private func logDetail(of event: StorefrontEvent) -> String {
        switch event {
        case .settingsChanged, .contentNotReached, .signedOut, .guestWelcomed: ""
        case .storeOpened(let event):
            "\(strings[.environment(event.environment)]), \(accountWords(of: event))"
        case .storeUnavailable(let trouble), .actionFailed(let trouble): explanation(of: trouble)
        case .productsFetched(let response):
            strings.logProducts(
                valid: response.products.count, invalid: response.invalidProductIdentifiers.count)
        case .requestFailed(let error), .restoreFailed(let error, _): strings.logError(error)
        case .transactionSucceeded(let transaction), .subscriptionChanged(let transaction),
            .transactionRemoved(let transaction), .transactionRevoked(let transaction),
            .deliveryFailed(let transaction, _):
            pieces(transaction.payment)
        case .transactionFailed(let transaction):
            transaction.isCancelled
                ? strings.standing(transaction) : transaction.error.map(strings.logError) ?? ""
        case .transactionUpdated(let transaction):
            "\(pieces(transaction.payment)), \(strings.standing(transaction))"
        case .paymentRefused(let event):
            strings.pieces(event.quantity, of: title(of: event.productIdentifier))
        case .confirmationRequested(let event):
            strings.pieces(event.quantity, of: title(of: event.product.identifier))
        case .balanceChanged(let event): strings.logBalance(event.balance, change: event.change)
        case .spendRefused(_, let balance): strings.logBalance(balance, change: 0)
        case .usesWaiting(let count): strings.number(count)
        case .accountFetched(let percent): strings.percent(percent)
        case .accountRecounted(let findings, _): strings.logFindings(findings.count)
        case .transactionsListed(let event): strings.transactionsCount(event.entries.count)
        case .transactionInspected(let event): pieces(event.transaction.payment)
        case .scenarioPlayed(let scenario): scenario.rawValue
        case .subscriptionsListed(let event): strings.subscriptionsCount(event.subscriptions.count)
        case .networkChanged(let isUp): strings.networkIs(up: isUp)
        case .productsListed(let products): strings.logListed(products.count)
        case .hostedProductsListed(let products): strings.logBooks(products.count)
        case .downloadUpdated(let download): strings.downloadState(download)
        case .bookOpened(let event): title(of: event.productIdentifier)
        case .restoreProgressed(let restored), .restoreFinished(let restored, _):
            strings.logRestored(restored)
        case .entitlementsChanged(let event): strings.logOwned(event.ownedProducts.count)
        case .signInRequested(let event): event.reason.map(strings.logError) ?? event.storeName
        case .signedIn(let accountName, let environment):
            "\(strings[.environment(environment)]), \(accountName)"
        case .filtersChanged(let filters): strings.filtersOn(filters)
        case .filterRefused(let filter): strings[.filter(filter)]
        case .hostSaid(let text): text
        case .pictureOpened(let picture): "\(picture.width) × \(picture.height)"
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

extension StorefrontEvent {
    /// The name of its case, with a capital letter.
    fileprivate var logName: String {
        let name = String(describing: name)
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension Strings {
    func logError(_ error: StoreError) -> String { "\(error.domain.rawValue) \(error.code)" }
    func logBalance(_ balance: Int, change: Int) -> String {
        change == 0 ? number(balance) : "\(number(balance)) (\(signed(change)))"
    }
}
