internal import ArgumentParser
internal import DeviceStorage
internal import Glibc
internal import PaymentQueueKit
internal import ProgramSupport
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import Storefront

/// The command `monkeystore buy`, which asks, buys a product, waits until it is delivered, and prints
/// the transaction.
struct Buy: ParsableCommand, ChangingCommand {
    static let configuration = CommandConfiguration.subcommand(
        "buy",
        abstract: "Buy a product, deliver it, and print its transaction.",
        discussion: "PRODUCT is an identifier, or its last part: consume5credits.")

    @OptionGroup var options: StoreOptions
    @Argument(help: ArgumentHelp("What to buy.", valueName: "product"), completion: .products) var product:
        String
    @Option(help: "How many, 1 to 10.") var quantity = 1
    @Flag(name: .shortAndLong, help: "Buy without asking.") var yes = false
    @Flag(help: "Print the transaction as JSON.") var json = false

    func validate() throws {
        guard Payment.quantities.contains(quantity) else {
            throw ValidationError("You can buy 1 to 10 at a time, not \(quantity).")
        }
    }

    func run() throws {
        guard yes || isatty(STDIN_FILENO) == 1 else {
            throw fail(
                .badUsage, "Nobody can confirm the purchase here, so nothing was charged. Add --yes to buy.")
        }
        try CommandRun.run(options, saysWhatWaits: false) { application in
            let (identifier, products) = try await chosenProduct(in: application)
            if let owned = try await possession(of: identifier, among: products, in: application) {
                return try tell(owned, in: application)
            }
            let listener = Listener(application.bus, Self.endings)
            let entitlements = try application.replica.owned()
            if !yes { application.confirmation.askAlways() }
            let answering = application.bus.observe(.confirmationRequested) { [bus = application.bus] event in
                guard case .confirmationRequested(let sheet) = event else { return }
                // Another program may have bought it meanwhile.
                let entitlements = (try? application.replica.owned()) ?? entitlements
                let isConfirmed =
                    yes
                    || confirms(
                        sheet.question(products: products, entitlements: entitlements), sheet.environment)
                bus.send(
                    .answer(
                        key: sheet.key, isConfirmed: isConfirmed,
                        priceLimit: sheet.priceLimit(products: products, entitlements: entitlements)))
            }
            defer { answering.cancel() }
            let key = application.purchases.purchaseProduct(identifier, quantity: quantity)
            let (end, reason) = await end(of: key, among: listener)
            try report(end, waitingBecause: reason, of: products[identifier])
        }
    }

    private func chosenProduct(
        in application: Application
    ) async throws -> (ProductIdentifier, [ProductIdentifier: Product]) {
        // It may be a book or another product that is not in the list yet.
        if application.purchases.productIdentifiers.named(product).isEmpty {
            await application.purchases.refreshLists()
        }
        let all = application.purchases.productIdentifiers
        let named = all.named(product)
        // If the store is not reached, the product may be sold there.
        if named.isEmpty { _ = try await application.fetchProducts(all) }
        guard let identifier = named.first, named.count == 1 else {
            throw fail(
                .badUsage,
                "\(named.isEmpty ? "'\(product)' is not sold here" : "Several products end in '\(product)'"); nothing was charged. "
                    + (named.isEmpty ? suggestion(for: product, among: all.map(\.lastPart)) : "")
                    + "Choose one of: \((named.isEmpty ? all : named).map(\.rawValue).joined(separator: ", "))."
            )
        }
        let products = try await application.fetchProducts(all).productsByIdentifier
        guard products[identifier] != nil else {
            throw fail(
                .badUsage,
                "\(identifier) is not in the store's catalogue; nothing was charged. Try another catalogue.")
        }
        return (identifier, products)
    }

    /// The purchase with which the account owns a product, if there is nothing left to buy, and the sentence
    /// for that. A subscription that will not renew as this product can be bought, and then it will.
    private func possession(
        of identifier: ProductIdentifier, among products: [ProductIdentifier: Product],
        in application: Application
    ) async throws -> (purchase: AccountPurchase, sentence: String)? {
        let now = application.clock.source.now()
        guard let purchase = try application.replica.numbers().purchase(of: identifier, at: now),
            let product = products[identifier]
        else { return nil }
        guard purchase.expiresDate != nil else { return (purchase, product.ownedSentence(since: purchase)) }
        let list = try await application.subscriptions.current()
        let renewing = list.subscriptions.first {
            $0.productIdentifier == identifier && $0.renewalProductIdentifier == identifier
                && $0.isAutoRenewing
        }
        guard let renewing, list.isFromStore else { return nil }
        return (purchase, "\(product.ownedSentence(since: purchase)) \(list.sentence(for: renewing))")
    }

    private func tell(_ owned: (purchase: AccountPurchase, sentence: String), in application: Application)
        throws
    {
        guard json else { return printLine(owned.sentence) }
        complain(owned.sentence)
        let transaction = try application.journal.transaction(
            named: owned.purchase.transactionIdentifier.rawValue)
        try Output.json(transaction.map(TransactionJSON.init) ?? TransactionJSON(owned.purchase))
    }

    /// A command's confirmation sheet: a question on standard error, and an answer on standard input.
    private func confirms(_ question: String, _ environment: StoreEnvironment) -> Bool {
        // What was typed before the question is not an answer to it.
        tcflush(STDIN_FILENO, TCIFLUSH)
        ask("\(question) (\(environment.rawValue)) [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    /// The events that say what has become of a payment.
    private static let endings: [StorefrontEvent.Name] = [
        .paymentRefused, .transactionUpdated, .transactionSucceeded, .transactionFailed, .subscriptionChanged,
        .transactionRevoked, .transactionRemoved, .deliveryFailed, .actionFailed,
    ]

    /// Waits until a purchase ends, or until there is news that it has to wait, and perhaps why. A payment
    /// that was refused has no key.
    private func end(
        of key: IdempotencyKey?, among listener: Listener
    ) async -> (end: StorefrontEvent?, reason: StoreError?) {
        var told: Set<PaymentTransactionState> = []
        var reason: StoreError?
        let end: StorefrontEvent? = await listener.first { event in
            if key == nil, case .paymentRefused = event { return event }
            // The reason comes first, and then the payment that it is about.
            if case .actionFailed(.paymentKept(let error)) = event { reason = error }
            guard let purchase = event.purchase else { return nil }
            guard purchase.key == key else {
                reason = nil
                return nil
            }
            // A purchasing transaction is reported once when it is added, and a purchased one when its
            // content is on its way. Each is reported again if it has to wait.
            guard case .transactionUpdated = event, purchase.state != .deferred else { return event }
            return told.insert(purchase.state).inserted ? nil : event
        }
        return (end, reason)
    }

    private func report(
        _ end: StorefrontEvent?, waitingBecause reason: StoreError?, of product: Product?
    ) throws {
        if case .paymentRefused(let refused)? = end { throw fail(.badUsage, refused.sentence) }
        guard let end, let transaction = end.purchase else { return }
        if json { try Output.json(TransactionJSON(transaction)) }
        switch end {
        case .transactionSucceeded:
            let pieces = "\(transaction.payment.quantity) x \(transaction.payment.productIdentifier)"
            if let product, transaction.wasOwned(product) {
                let sentence = "You already owned \(pieces). Nothing was charged."
                if json { complain(sentence) } else { printLine(sentence) }
            } else if !json {
                printLine("You bought \(pieces).")
            }
            // It names the sum, and the number that `refund` wants.
            if !json { Output.table([History.row(transaction)]) }
            if let loss = outputLoss("the purchase was made; see it with monkeystore history") {
                throw fail(.dataUnusable, loss)
            }
        case .subscriptionChanged:
            if !json, let change = transaction.renewalChange {
                printLine(change.sentence(for: transaction.payment.productIdentifier))
            }
            if let loss = outputLoss("the subscription changes; see it with monkeystore subscriptions") {
                throw fail(.dataUnusable, loss)
            }
        case .transactionFailed:
            let error = transaction.error ?? .cannotConnect
            throw fail(
                error.domain == .device ? .dataUnusable : .purchaseFailed, error.purchaseSentence,
                error: error)
        case .deliveryFailed(_, let reason):
            complain(
                "You paid, but it isn't delivered yet. It comes at the next start, and you don't pay again.")
            switch reason {
            case .undeliverable(let trouble): complain(Language.english.strings.undelivered(because: trouble))
            case .notFetched(let error): complain(error.contentSentence)
            case .notVerified: break
            }
            throw ExitStatus.waiting.exitCode
        case .transactionRevoked:
            throw fail(.purchaseFailed, "The purchase was refunded, so you pay nothing for it.")
        case .transactionRemoved:
            throw fail(.purchaseFailed, "The request to buy has lapsed; nothing was charged.")
        case _ where transaction.state == .purchasing && CommandRun.isRefused:
            throw fail(
                .signInNeeded, CommandRun.refusalSentence("Your purchase waits; you pay only once."),
                error: .signInNeeded)
        default:
            let sentence =
                switch transaction.state {
                case .deferred: "The purchase waits for approval. Nothing is charged until then."
                case .purchased:
                    "You paid. The rest comes at the next start or, if its download is paused, once that goes on; you don't pay again."
                default:
                    reason.map { Trouble.paymentKept($0).commandSentence }
                        ?? "The purchase is in the queue and goes on at the next start. You pay only once."
                }
            throw fail(.waiting, sentence)
        }
    }
}

extension StorefrontEvent {
    /// The purchase that this event is about: how it ended, or that it goes on.
    fileprivate var purchase: PaymentTransaction? {
        switch self {
        case .transactionSucceeded(let transaction), .transactionFailed(let transaction),
            .transactionUpdated(let transaction), .subscriptionChanged(let transaction),
            .transactionRevoked(let transaction), .transactionRemoved(let transaction),
            .deliveryFailed(let transaction, _):
            transaction
        default: nil
        }
    }
}

extension Product {
    /// Says that it is owned, and since when. If it named a price, that would read as one to pay.
    fileprivate func ownedSentence(since purchase: AccountPurchase) -> String {
        let title = localizedTitle.isEmpty ? identifier.rawValue : localizedTitle
        return purchase.expiresDate != nil
            ? "You are subscribed to \(title) already. Nothing was charged."
            : "You have owned \(title) since \(purchase.purchaseDate.rfc3339). Nothing was charged."
    }
}
