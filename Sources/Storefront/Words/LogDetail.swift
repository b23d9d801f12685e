internal import StoreModel
internal import StorefrontStrings

extension StorefrontState {
    /// What a notification says, in a few words, for the log.
    func logDetail(of notification: BusNotification) -> String {
        switch notification {
        case .request(let request): logDetail(of: request)
        case .storeOpened(let fact): "\(strings.environment(fact.environment)), \(account(of: fact))"
        case .storeUnavailable(let fact): fact.sentence
        case .productsFetched(let fact):
            strings.logProducts(valid: fact.products.count, invalid: fact.invalidProductIdentifiers.count)
        case .requestFailed(let fact): strings.logError(fact.error)
        case .transactionSucceeded(let fact): pieces(fact.transaction.payment)
        case .transactionFailed(let fact): fact.transaction.error.map(strings.logError) ?? ""
        case .transactionUpdated(let fact): strings.logState(pieces(fact.transaction.payment), fact.transaction)
        case .transactionRemoved(let fact): pieces(fact.transaction.payment)
        case .transactionRevoked(let fact): pieces(fact.transaction.payment)
        case .deliveryFailed(let fact): pieces(fact.transaction.payment)
        case .paymentRefused(let fact):
            strings.pieces(fact.quantity, of: title(of: fact.productIdentifier))
        case .confirmationRequested(let fact): strings.pieces(fact.quantity, of: title(of: fact.product.identifier))
        case .balanceChanged(let fact): strings.logBalance(fact.balance, change: fact.change)
        case .spendRefused(let fact): strings.logBalance(fact.balance, change: 0)
        case .ledgerTampered(let fact): strings.logFindings(fact.findings.count)
        case .transactionsListed(let fact): strings.transactionsCount(fact.entries.count)
        case .subscriptionsListed(let fact): strings.subscriptionsCount(fact.subscriptions.count)
        case .actionFailed(let fact): fact.sentence
        case .settingsChanged: ""
        case .networkChanged(let fact): strings.networkIs(up: fact.isUp)
        case .hostedProductsListed(let fact): strings.logBooks(fact.products.count)
        case .downloadUpdated(let fact): strings.downloadState(fact.download)
        case .bookOpened(let fact): title(of: fact.productIdentifier)
        case .restoreProgressed(let fact): strings.logRestored(fact.restored)
        case .restoreFinished(let fact): strings.logRestored(fact.restored)
        case .restoreFailed(let fact): strings.logError(fact.error)
        case .entitlementsChanged(let fact): strings.logOwned(fact.ownedProducts.count)
        case .signInRequested(let fact): fact.reason.map(strings.logError) ?? fact.storeName
        case .signedIn(let fact): "\(strings.environment(fact.environment)), \(fact.accountName)"
        case .signedOut: ""
        case .filtersChanged(let fact): strings.filtersOn(fact.filters)
        case .filterRefused(let fact): strings.name(of: fact.filter)
        case .hostSaid(let fact): fact.text
        case .guestWelcomed: ""
        case .pictureOpened(let fact): strings.logPicture(width: fact.picture.width, height: fact.picture.height)
        }
    }

    private func logDetail(of request: StorefrontRequest) -> String {
        switch request {
        case .purchase(let request): strings.pieces(request.quantity, of: title(of: request.productIdentifier))
        case .answer(let answer): answer.isConfirmed ? strings.yes : strings.no
        case .spend(let request): strings.logCredits(request.credits)
        case .action(let request): request.action.rawValue
        case .subscriptionAction(let request): request.action.rawValue
        case .signIn(let request): logDetail(of: request.answer)
        case .download(let request): title(of: request.productIdentifier)
        case .book(let request): title(of: request.productIdentifier)
        case .readingPlace(let request): title(of: request.productIdentifier)
        case .filter(let request): strings.name(of: request.filter)
        case .products, .transactions, .subscriptions, .settings, .signOut, .restore, .clearFilters, .picture: ""
        }
    }

    /// Who wants to sign in; never with what.
    private func logDetail(of answer: SignInAnswered.Answer) -> String {
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
