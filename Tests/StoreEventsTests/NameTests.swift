internal import StoreEvents
internal import StoreModel
internal import Testing

@Suite struct NameTests {
    @Test func `Each event has a name of its own, which is its case's`() {
        #expect(Self.events.map(\.name) == StorefrontEvent.Name.allCases)
        for event in Self.events { #expect("\(event.name)" == label(of: event)) }
    }

    @Test func `Each command has a name of its own, which is its case's`() {
        #expect(Self.commands.map(\.name) == StorefrontCommand.Name.allCases)
        for command in Self.commands { #expect("\(command.name)" == label(of: command)) }
    }

    @Test func `Names count from 0, as the lists of observers do`() {
        let (events, commands) = (StorefrontEvent.Name.allCases, StorefrontCommand.Name.allCases)
        #expect(events.map(\.rawValue) == Array(events.indices))
        #expect(commands.map(\.rawValue) == Array(commands.indices))
    }

    @Test func `An event is small, since observers may copy it: large values lie in a box`() {
        #expect(MemoryLayout<StorefrontEvent>.size <= 32)
    }

    @Test func `Commands and events reach those who named them, and only those`() {
        let bus = EventBus()
        let seen = Recorder<String>()
        let tokens = [
            bus.observe(.signedOut, .networkChanged) { event in seen.append("\(event.name)") },
            bus.observe(.signOut, .products) { command in seen.append("\(command.name)") },
            bus.events.observe(StorefrontEvent.Name.allCases) { event in seen.append("all \(event.name)") },
        ]
        bus.publish(.signedOut)
        bus.publish(.guestWelcomed)
        bus.publishState { .networkChanged(isUp: true) }
        bus.send(.products)
        bus.send(.restore)
        #expect(
            seen.values == [
                "signedOut", "all signedOut", "all guestWelcomed", "networkChanged", "all networkChanged",
                "products",
            ])
        withExtendedLifetime(tokens) {}
    }

    private func label(of value: Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? "\(value)"
    }
}

extension NameTests {
    private static let product: ProductIdentifier = "product"
    private static let transaction = PaymentTransaction(
        key: "key", payment: Payment(product: product), state: .purchasing,
        addedDate: Timestamp(milliseconds: 0))

    /// One of each case, in their order.
    fileprivate static let events: [StorefrontEvent] = [
        .storeOpened(
            StoreOpened(
                settings: StorefrontSettings(), environment: .sandbox, accountName: nil,
                productIdentifiers: [])),
        .storeUnavailable(.noAddress), .settingsChanged(StorefrontSettings()), .networkChanged(isUp: true),
        .actionFailed(.noAddress), .hostSaid(""),
        .signInRequested(SignInRequested(storeName: "", accountName: nil)),
        .signedIn(accountName: "", environment: .sandbox), .signedOut, .guestWelcomed,
        .productsFetched(ProductsResponse(products: [], invalidProductIdentifiers: [])),
        .requestFailed(.networkDown),
        .productsListed([]), .hostedProductsListed([]), .contentNotReached,
        .paymentRefused(PaymentRefused(productIdentifier: product, quantity: 1, reason: .unknownProduct)),
        .confirmationRequested(
            ConfirmationRequested(
                key: "key",
                product: Product(
                    identifier: product, kind: .consumable, localizedTitle: "", localizedDescription: "",
                    price: Money(milliunits: 0, currency: "USD"),
                    priceLocale: PriceLocale(
                        identifier: "en_US", prefix: "$", suffix: "", decimalSeparator: ".",
                        groupingSeparator: ",",
                        primaryGroupingSize: 3, secondaryGroupingSize: 3, fractionDigits: 2)),
                quantity: 1, environment: .sandbox)),
        .transactionUpdated(transaction), .transactionSucceeded(transaction), .transactionFailed(transaction),
        .subscriptionChanged(transaction), .transactionRemoved(transaction), .transactionRevoked(transaction),
        .deliveryFailed(transaction, reason: .notVerified(.malformed)),
        .transactionsListed(TransactionsListed(entries: [])),
        .transactionInspected(
            TransactionInspected(
                TransactionsListed.Entry(transaction: transaction, actions: .success([])), signed: nil,
                receipt: nil, payload: [], record: .failure(.noTransactionFound))),
        .scenarioPlayed(.renewal), .balanceChanged(BalanceChanged(balance: 0, change: 0, cause: .loaded)),
        .spendRefused(credits: 1, balance: 0), .usesWaiting(0), .accountFetched(percent: 0),
        .accountRecounted(findings: [], balance: 0),
        .entitlementsChanged(EntitlementsChanged(ownedProducts: [])),
        .subscriptionsListed(SubscriptionsListed(subscriptions: [])), .restoreProgressed(restored: 0),
        .restoreFinished(restored: 0, rejected: 0), .restoreFailed(.networkDown, restored: 0),
        .downloadUpdated(Download(productIdentifier: product, state: .waiting)),
        .bookOpened(BookOpened(productIdentifier: product, paragraphs: [], place: ReadingPlace())),
        .filtersChanged([]), .filterRefused(.sepia),
        .pictureOpened(Picture(width: 1, pixels: [RGB(0, 0, 0)])),
    ]

    /// One of each case, in their order.
    fileprivate static let commands: [StorefrontCommand] = [
        .products, .purchase(product, quantity: 1), .answer(key: "key", isConfirmed: true),
        .spend(credits: 1),
        .use(product), .transactions(.newest), .action(.refund, on: "key"), .inspect("key"),
        .scenario(.renewal),
        .subscriptions, .subscriptionAction(.cancel, on: "1"),
        .settings(StorefrontSettings(), from: StorefrontSettings()),
        .download(.start, of: product), .book(product), .readingPlace(ReadingPlace(), in: product),
        .signIn(.cancelled), .signOut, .restore, .filter(.sepia), .clearFilters, .picture,
    ]
}
