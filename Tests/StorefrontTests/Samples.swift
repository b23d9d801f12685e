import StoreEvents
import StoreModel

@testable import Storefront

/// The start of every test.
let start = ContinuousClock.now

let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
let ten: ProductIdentifier = "com.xamarin.storekit.testing.consume10credits"

let greyscale: ProductIdentifier = "com.xamarin.storekit.testing.greyscale"
let sepia: ProductIdentifier = "com.xamarin.storekit.testing.sepia"

let dollars = PriceLocale(
    identifier: "en_US", prefix: "$", suffix: "", decimalSeparator: ".", groupingSeparator: ",",
    primaryGroupingSize: 3,
    secondaryGroupingSize: 3, fractionDigits: 2)

func product(
    _ identifier: ProductIdentifier, title: String = "5 Monkey Credits",
    description: String = "A handful: enough for five bananas.", milliunits: Int64 = 990,
    kind: ProductKind = .consumable
) -> Product {
    Product(
        identifier: identifier, kind: kind, localizedTitle: title, localizedDescription: description,
        price: Money(milliunits: milliunits, currency: "USD"), priceLocale: dollars)
}

let fiveCredits = product(five)
let tenCredits = product(
    ten, title: "10 Monkey Credits", description: "A bunch: ten bananas, and a happier monkey.",
    milliunits: 1990)

let greyscaleFilter = product(
    greyscale, title: "Greyscale Filter", description: "A photo filter: every banana in black and white.",
    kind: .nonConsumable)
let sepiaFilter = product(
    sepia, title: "Sepia Filter", description: "A photo filter: as old as the first banana.",
    kind: .nonConsumable)

func opened(
    _ settings: StorefrontSettings = StorefrontSettings(),
    selling products: [ProductIdentifier] = [five, ten, greyscale, sepia]
) -> StorefrontEvent {
    .storeOpened(
        StoreOpened(
            settings: settings, environment: .sandbox, accountName: "jane", productIdentifiers: products))
}

/// A store with accounts; one of them may be signed in.
func opened(
    account: String?, hasAccounts: Bool = true, storeName: String? = nil,
    selling products: [ProductIdentifier] = [five, ten, greyscale, sepia]
) -> StorefrontEvent {
    .storeOpened(
        StoreOpened(
            settings: StorefrontSettings(), environment: .sandbox, accountName: account,
            hasAccounts: hasAccounts, storeName: storeName,
            productIdentifiers: products))
}

/// The events of a store that opens with 35 credits and these products.
func opening(selling products: [Product]) -> [StorefrontEvent] {
    [opened(selling: products.map(\.identifier)), balance(35), prices(products)]
}

func signInQuestion(_ account: String? = nil, _ reason: StoreError? = nil) -> StorefrontEvent {
    .signInRequested(
        SignInRequested(storeName: "Monkey Store at 127.0.0.1:8080", accountName: account, reason: reason))
}

let fetched = prices(fiveCredits, tenCredits, greyscaleFilter, sepiaFilter)

func prices(_ products: Product..., invalid: [ProductIdentifier] = []) -> StorefrontEvent {
    prices(products, invalid: invalid)
}

func prices(_ products: [Product], invalid: [ProductIdentifier] = []) -> StorefrontEvent {
    .productsFetched(ProductsResponse(products: products, invalidProductIdentifiers: invalid))
}

func owned(_ products: ProductIdentifier...) -> StorefrontEvent { owned(products) }

func owned(_ products: [ProductIdentifier]) -> StorefrontEvent {
    .entitlementsChanged(EntitlementsChanged(ownedProducts: Set(products)))
}

func balance(_ credits: Int, change: Int = 0, _ cause: BalanceChanged.Cause = .loaded) -> StorefrontEvent {
    .balanceChanged(BalanceChanged(balance: credits, change: change, cause: cause))
}

func network(up: Bool) -> StorefrontEvent { .networkChanged(isUp: up) }

func transaction(
    _ key: IdempotencyKey = "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", _ product: ProductIdentifier = five,
    quantity: Int = 1,
    _ state: PaymentTransactionState = .purchasing, error: StoreError? = nil, isFinished: Bool = false,
    revoked: Timestamp? = nil, added: Int64 = 1_795_000_000_000
) -> PaymentTransaction {
    let isPaid = state == .purchased || state == .restored
    return PaymentTransaction(
        key: key, payment: Payment(product: product, quantity: quantity), state: state,
        transactionIdentifier: isPaid ? "2000000905112233" : nil,
        transactionDate: isPaid ? Timestamp(milliseconds: added + 1000) : nil, error: error,
        addedDate: Timestamp(milliseconds: added), isFinished: isFinished, revocationDate: revoked)
}

func updated(_ transaction: PaymentTransaction) -> StorefrontEvent { .transactionUpdated(transaction) }

func sheet(
    _ key: IdempotencyKey = "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", _ product: Product = tenCredits,
    quantity: Int = 3
) -> StorefrontEvent {
    .confirmationRequested(
        ConfirmationRequested(key: key, product: product, quantity: quantity, environment: .sandbox))
}

func transactionsListed(
    _ entries: [(PaymentTransaction, Set<TransactionAction>)], at place: TransactionPlace = .newest
) -> StorefrontEvent {
    .transactionsListed(
        TransactionsListed(place, entries: entries.map { .init(transaction: $0, actions: .success($1)) }))
}

extension StorefrontSettings {
    static func with(_ change: (inout StorefrontSettings) -> Void) -> StorefrontSettings {
        var settings = StorefrontSettings()
        change(&settings)
        return settings
    }
}

/// The state after some events, one second apart.
func state(after events: StorefrontEvent...) -> StorefrontState {
    var state = StorefrontState(now: start, language: Screens.language)
    state.size = Size(columns: 80, rows: 24)
    var date = Timestamp(milliseconds: 1_795_000_000_000)
    for event in events {
        _ = state.receive(.event(event), date: date)
        date = date.advanced(by: .seconds(1))
    }
    return state
}

/// An open store with prices.
func ready(balance credits: Int = 35) -> StorefrontState { state(after: opened(), balance(credits), fetched) }

/// The same with accounts.
func ready(account: String?) -> StorefrontState {
    state(after: opened(account: account), balance(35), fetched)
}

extension StorefrontState {
    init(now: ContinuousClock.Instant, language: Language) {
        self.init(now: now, options: ScreenOptions(language: language))
    }

    func then(_ change: (inout StorefrontState) -> Void) -> StorefrontState {
        var state = self
        change(&state)
        return state
    }

    func hearing(_ events: StorefrontEvent...) -> StorefrontState {
        then { for event in events { $0.hear(event) } }
    }

    func pressing(_ keys: Key...) -> StorefrontState { pressing(keys) }

    func pressing(_ keys: [Key]) -> StorefrontState { then { for key in keys { $0.press(key) } } }

    func sending(_ command: StorefrontCommand) -> StorefrontState { then { $0.hear(.command(command)) } }

    func writing(_ text: String) -> StorefrontState { then { $0.write(text) } }

    func waiting(_ duration: Duration) -> StorefrontState { then { $0.wait(duration) } }

    mutating func write(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// Presses keys, one after another, at one moment.
    @discardableResult
    mutating func press(_ keys: Key...) -> [StorefrontCommand] { keys.flatMap { handle(.key($0)) } }

    /// Presses the key of an action on a transaction, and says yes if that is asked about.
    mutating func act(_ key: Key) -> [StorefrontCommand] {
        let commands = press(key)
        guard case .question = layer else { return commands }
        wait(.seconds(1))
        return commands + press("y")
    }

    /// Waits while a screen is shown that has been painted.
    mutating func wait(_ duration: Duration) {
        painted(at: now)
        now += duration
    }

    @discardableResult
    mutating func hear(_ events: StorefrontEvent...) -> [StorefrontCommand] {
        events.flatMap { hear(.event($0)) }
    }

    @discardableResult
    mutating func hear(_ message: StorefrontMessage) -> [StorefrontCommand] {
        receive(message, date: Timestamp(milliseconds: 1_795_000_060_000))
    }

    func frame(_ columns: Int = 80, _ rows: Int = 24) -> Frame {
        view(self, size: Size(columns: columns, rows: rows))
    }
}

func failure(
    _ error: StoreError, key: IdempotencyKey = "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10"
) -> StorefrontEvent {
    .transactionFailed(transaction(key, five, .failed, error: error, isFinished: true))
}

let openedWithFilters = opened(selling: [five, ten] + PhotoFilter.allCases.map(\.productIdentifier))

/// The same with prices and owned filters.
func readyToFilter(owning filters: [PhotoFilter] = []) -> StorefrontState {
    let products =
        [fiveCredits, tenCredits]
        + PhotoFilter.allCases.map { product($0.productIdentifier, title: "Filter") }
    return state(
        after: openedWithFilters, balance(35), prices(products), owned(filters.map(\.productIdentifier)))
}

/// A picture: a sky that grows brighter and redder downwards, with a white sun.
let sunset = Picture(
    width: 64,
    pixels: (0..<32).flatMap { y in
        (0..<64).map { x in
            let isSun = (x - 44) * (x - 44) + (y - 16) * (y - 16) < 64
            return isSun ? RGB(255, 255, 255) : RGB(UInt8(y * 8), UInt8(y * 4), UInt8(128 - y * 4))
        }
    })

// MARK: - Books

let firstBanana: ProductIdentifier = "com.xamarin.storekit.testing.book.firstbanana"
let nightFerry: ProductIdentifier = "com.xamarin.storekit.testing.book.nightferry"
/// A book of the content server that the store does not sell.
let unsold: ProductIdentifier = "com.example.unsold"

let booksListed = StorefrontEvent.hostedProductsListed(
    [(nightFerry, "The Night Ferry"), (firstBanana, "The First Banana"), (unsold, "Unsold")].map {
        HostedProduct(
            productIdentifier: $0, title: $1, length: 100_000_000, digest: String(repeating: "0", count: 64))
    })

let booksFetched = prices(
    fiveCredits, tenCredits, greyscaleFilter, sepiaFilter,
    product(
        nightFerry, title: "The Night Ferry", description: "A story of a letter in nine baskets.",
        milliunits: 1990,
        kind: .nonConsumable),
    product(
        firstBanana, title: "The First Banana", description: "A story for rainy days.", kind: .nonConsumable),
    invalid: [unsold])

func downloading(
    _ product: ProductIdentifier, _ state: DownloadState, received: Int64 = 0, timeRemaining: Duration? = nil,
    error: StoreError? = nil
) -> StorefrontEvent {
    .downloadUpdated(
        Download(
            productIdentifier: product, state: state, received: received, length: 100_000_000,
            timeRemaining: timeRemaining, error: error))
}

/// Forty paragraphs, each longer than a line of any window.
let bookOpened = StorefrontEvent.bookOpened(
    BookOpened(
        productIdentifier: firstBanana,
        paragraphs: (1...40).map { number in
            "Paragraph \(number). "
                + String(repeating: "Before there were bananas there was only rain. ", count: 5)
        },
        place: ReadingPlace()))

// MARK: - Subscriptions

let bunchID: ProductIdentifier = "com.xamarin.storekit.testing.monthlybunch"
let bigBunchID: ProductIdentifier = "com.xamarin.storekit.testing.monthlybigbunch"
let letterID: ProductIdentifier = "com.xamarin.storekit.testing.keepersletter"

let bunch = subscription(
    bunchID, "Monthly Bunch", "Twenty monkey credits every month.", 2990, group: "bunches", level: 2,
    IntroductoryOffer(
        mode: .payAsYouGo, price: Money(milliunits: 990, currency: "USD"),
        period: SubscriptionPeriod(1, .month),
        periodCount: 1))
let bigBunch = subscription(
    bigBunchID, "Big Monthly Bunch", "Fifty monkey credits every month.", 5990, group: "bunches", level: 1)
let letter = subscription(
    letterID, "The Keeper's Letter", "News from the monkey house, once a month, for nothing.", 0,
    group: "letter",
    level: 1)

private func subscription(
    _ identifier: ProductIdentifier, _ title: String, _ description: String, _ milliunits: Int64,
    group: String,
    level: Int, _ offer: IntroductoryOffer? = nil
) -> Product {
    var product = product(
        identifier, title: title, description: description, milliunits: milliunits, kind: .autoRenewable)
    product.subscription = SubscriptionTerms(
        group: group, groupName: "", level: level, period: SubscriptionPeriod(1, .month),
        introductoryOffer: offer)
    return product
}

/// The end of the paid period: a month after the tests begin.
let periodEnd = Timestamp(milliseconds: 1_797_592_000_000)

/// A store that sells subscriptions, some of which are active.
func readyToSubscribe(having subscribed: ProductIdentifier...) -> StorefrontState {
    readyToSubscribe(having: subscribed)
}

func readyToSubscribe(having subscribed: [ProductIdentifier]) -> StorefrontState {
    let products = [fiveCredits, tenCredits, greyscaleFilter, sepiaFilter, bunch, bigBunch, letter]
    return state(
        after: opened(selling: products.map(\.identifier)), balance(35), prices(products),
        subscribedTo(subscribed))
}

func subscribedTo(
    _ products: [ProductIdentifier], hasRunOut: Set<ProductIdentifier> = []
) -> StorefrontEvent {
    .entitlementsChanged(
        EntitlementsChanged(
            ownedProducts: Set(products),
            subscribedUntil: Dictionary(uniqueKeysWithValues: products.map { ($0, periodEnd) }),
            hasRunOut: hasRunOut))
}

func summary(
    of product: ProductIdentifier, _ original: TransactionIdentifier, _ status: SubscriptionStatus = .active,
    changingTo next: ProductIdentifier? = nil, renews: Bool = true, actions: Set<SubscriptionAction> = []
) -> SubscriptionSummary {
    SubscriptionSummary(
        originalTransactionIdentifier: original, group: "group", productIdentifier: product,
        renewalProductIdentifier: next ?? product, status: status, expires: periodEnd,
        gracePeriodExpires: status == .gracePeriod ? periodEnd.advanced(by: .seconds(16 * 86_400)) : nil,
        isAutoRenewing: renews, actions: actions)
}

extension Product {
    func with(
        _ mode: OfferMode?, _ milliunits: Int64 = 0,
        _ period: SubscriptionPeriod = SubscriptionPeriod(1, .month),
        count: Int = 1
    ) -> Product {
        var product = self
        product.subscription?.introductoryOffer = mode.map {
            IntroductoryOffer(
                mode: $0, price: Money(milliunits: milliunits, currency: "USD"), period: period,
                periodCount: count)
        }
        return product
    }
}

func listed(
    _ subscriptions: [SubscriptionSummary], isFromStore: Bool = true, isAnswer: Bool = true
) -> StorefrontEvent {
    .subscriptionsListed(
        SubscriptionsListed(subscriptions: subscriptions, isFromStore: isFromStore, isAnswer: isAnswer))
}

// MARK: - The inspector

/// A signed transaction that nobody has signed: as long as a real one, and readable.
func signed(at date: Int64, revoked: Int64? = nil) -> SignedTransaction {
    let revocation = revoked.map { ",\"revocationDate\":\($0)" } ?? ""
    let payload = """
        {"transactionId":"2000000905112233","originalTransactionId":"2000000905112233","bundleId":"com.example.shop",\
        "productId":"\(ten.rawValue)","type":"Consumable","quantity":3,"purchaseDate":\(date),\
        "originalPurchaseDate":\(date),"signedDate":\(revoked ?? date),"environment":"Sandbox",\
        "inAppOwnershipType":"PURCHASED","transactionReason":"PURCHASE","storefront":"USA","price":5970,\
        "currency":"USD"\(revocation)}
        """
    let header = String(repeating: "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJN", count: 80)
    return SignedTransaction(
        rawValue:
            "\(header).\(Base64URL.encode(Array(payload.utf8))).\(String(repeating: "c2lnbmF0dXJl", count: 7))"
    )
}

/// A refunded purchase, as a store describes it to an administrator.
let inspectedRecord: TransactionRecord = {
    func date(minute: Int64) -> Timestamp { Timestamp(milliseconds: 1_795_000_000_000 + minute * 60_000) }
    let paid = signed(at: date(minute: 0).milliseconds)
    let refunded = signed(at: date(minute: 0).milliseconds, revoked: date(minute: 5).milliseconds)
    func delivery(
        _ number: Int64, _ type: String, _ subtype: String? = nil, isDelivered: Bool, next: Timestamp? = nil,
        _ attempts: [NotificationDelivery.Attempt]
    ) -> NotificationDelivery {
        var delivery = NotificationDelivery(
            number: number, identifier: "6b1f0c9e-2d34-4a5b-8c6d-7e8f9a0b1c2\(number)", environment: .sandbox,
            notificationType: type, subtype: subtype, created: date(minute: number), isDelivered: isDelivered,
            nextAttempt: next, attempts: attempts)
        delivery.signedPayload = String(repeating: "eyJhbGciOiJFUzI1NiJ9", count: 200)
        return delivery
    }
    return TransactionRecord(
        status: "revoked", orderIdentifier: "MK7Q2ZP4XN", isFinished: true,
        changes: [.init(revision: 12, credits: 65), .init(revision: 13, credits: 35)],
        versions: [paid, refunded],
        notifications: [
            delivery(
                1, "ONE_TIME_CHARGE", isDelivered: true,
                [
                    .init(date: date(minute: 1), result: "TIMED_OUT"),
                    .init(date: date(minute: 2), result: "SUCCESS"),
                ]),
            delivery(
                6, "REFUND", "VOLUNTARY", isDelivered: false, next: date(minute: 66),
                [.init(date: date(minute: 6), result: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")]),
        ])
}()

func inspected(
    _ transaction: PaymentTransaction = transaction(
        "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", ten, quantity: 3, .purchased, isFinished: true),
    actions: Result<Set<TransactionAction>, Trouble> = .success([.refund]),
    payload: [TransactionInspected.Field] = inspectedPayload, isSigned: Bool = true,
    record: Result<TransactionRecord, StoreAdministrationError> = .success(inspectedRecord)
) -> StorefrontEvent {
    .transactionInspected(
        TransactionInspected(
            TransactionsListed.Entry(transaction: transaction, actions: actions),
            signed: isSigned ? signed(at: 1_795_000_000_000) : nil,
            receipt: isSigned ? String(repeating: "ewoJInNpZ25hdHVyZSIgPSAi", count: 300) : nil,
            payload: payload,
            record: record))
}

let inspectedPayload: [TransactionInspected.Field] = {
    let date = Timestamp(milliseconds: 1_795_000_000_000)
    return [
        .init(name: "transactionId", value: "2000000905112233"),
        .init(name: "originalTransactionId", value: "2000000905112233"),
        .init(name: "bundleId", value: "com.example.shop"), .init(name: "productId", value: ten.rawValue),
        .init(name: "type", value: "Consumable"), .init(name: "quantity", value: "3"),
        .init(name: "purchaseDate", value: "\(date.milliseconds)", date: date),
        .init(name: "signedDate", value: "\(date.milliseconds)", date: date),
        .init(name: "environment", value: "Sandbox"), .init(name: "inAppOwnershipType", value: "PURCHASED"),
        .init(name: "appAccountToken", value: "0d9f8c7b-6a5e-4d3c-8b2a-190807060504"),
        .init(name: "price", value: "5970"), .init(name: "currency", value: "USD"),
    ]
}()
