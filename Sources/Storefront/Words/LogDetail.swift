internal import StoreModel

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
    func logNewAccount(_ account: String) -> String {
        localized(
            en: "new account, \(account)", es: "cuenta nueva, \(account)", fr: "nouveau compte, \(account)",
            it: "nuovo account, \(account)")
    }
    func logProducts(valid: Int, invalid: Int) -> String {
        invalid == 0
            ? localized(
                en: "\(valid) with prices", es: "\(valid) con precio", fr: "\(valid) avec prix",
                it: "\(valid) con prezzo")
            : localized(
                en: "\(valid) with prices, \(invalid) not known", es: "\(valid) con precio, desconocido: \(invalid)",
                fr: "\(valid) avec prix, inconnu : \(invalid)", it: "\(valid) con prezzo, ignoto: \(invalid)")
    }
    func logError(_ error: StoreError) -> String { "\(error.domain.rawValue) \(error.code)" }
    func logState(_ pieces: String, _ transaction: PaymentTransaction) -> String {
        "\(pieces), \(standing(transaction))"
    }
    func logBalance(_ balance: Int, change: Int) -> String {
        change == 0 ? number(balance) : "\(number(balance)) (\(change > 0 ? "+" : "")\(number(change)))"
    }
    func logRestored(_ count: Int) -> String {
        let count = number(count)
        return localized(
            en: "\(count) restored", es: "restaurado: \(count)", fr: "restauré : \(count)", it: "ripristinato: \(count)"
        )
    }
    func logOwned(_ count: Int) -> String {
        localized(en: "\(count) owned", es: "tuyo: \(count)", fr: "à toi : \(count)", it: "tuo: \(count)")
    }
    func logFindings(_ count: Int) -> String {
        localized(en: "\(count) found", es: "hallado: \(count)", fr: "trouvé : \(count)", it: "trovato: \(count)")
    }
    func logCredits(_ credits: Int) -> String {
        isOne(credits)
            ? localized(
                en: "\(credits) credit", es: "\(credits) crédito", fr: "\(credits) crédit", it: "\(credits) credito")
            : localized(
                en: "\(number(credits)) credits", es: "\(number(credits)) créditos", fr: "\(number(credits)) crédits",
                it: "\(number(credits)) crediti")
    }
}
