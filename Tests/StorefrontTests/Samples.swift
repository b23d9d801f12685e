import EventBus
import StoreModel
import StorefrontMessages
import StorefrontStrings

@testable import Storefront

/// The start of every test.
let start = ContinuousClock.now

let five: ProductIdentifier = "com.xamarin.storekit.testing.consume5credits"
let ten: ProductIdentifier = "com.xamarin.storekit.testing.consume10credits"

let greyscale: ProductIdentifier = "com.xamarin.storekit.testing.greyscale"
let sepia: ProductIdentifier = "com.xamarin.storekit.testing.sepia"

let dollars = PriceLocale(
    identifier: "en_US", prefix: "$", suffix: "", decimalSeparator: ".", groupingSeparator: ",", primaryGroupingSize: 3,
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
    ten, title: "10 Monkey Credits", description: "A bunch: ten bananas, and a happier monkey.", milliunits: 1990)

let greyscaleFilter = product(
    greyscale, title: "Greyscale Filter", description: "A photo filter: every banana in black and white.",
    kind: .nonConsumable)
let sepiaFilter = product(
    sepia, title: "Sepia Filter", description: "A photo filter: as old as the first banana.", kind: .nonConsumable)

func opened(
    _ settings: StorefrontSettings = StorefrontSettings(),
    selling products: [ProductIdentifier] = [five, ten, greyscale, sepia]
) -> StorefrontEvent {
    .storeOpened(
        StoreOpened(settings: settings, environment: .sandbox, accountName: "jane", productIdentifiers: products))
}

/// A store with accounts; one of them may be signed in.
func opened(
    account: String?, hasAccounts: Bool = true, selling products: [ProductIdentifier] = [five, ten, greyscale, sepia]
) -> StorefrontEvent {
    .storeOpened(
        StoreOpened(
            settings: StorefrontSettings(), environment: .sandbox, accountName: account, hasAccounts: hasAccounts,
            productIdentifiers: products))
}

extension EventBus {
    /// Publishes the events of a store that opens with 35 credits and these products.
    func open(selling products: Product...) {
        publish(opened(selling: products.map(\.identifier)))
        publish(balance(35))
        publish(prices(products))
    }
}

func signInQuestion(_ account: String? = nil, _ reason: StoreError? = nil) -> StorefrontEvent {
    .signInRequested(SignInRequested(storeName: "Monkey Store at 127.0.0.1:8080", accountName: account, reason: reason))
}

let fetched = prices(fiveCredits, tenCredits, greyscaleFilter, sepiaFilter)

func prices(_ products: Product..., invalid: [ProductIdentifier] = []) -> StorefrontEvent {
    prices(products, invalid: invalid)
}

func prices(_ products: [Product], invalid: [ProductIdentifier] = []) -> StorefrontEvent {
    .productsFetched(ProductsResponse(products: products, invalidProductIdentifiers: invalid))
}

func owned(_ products: ProductIdentifier...) -> StorefrontEvent {
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
    var payment = MutablePayment(product: product)
    payment.quantity = quantity
    let isPaid = state == .purchased || state == .restored
    return PaymentTransaction(
        key: key, payment: Payment(payment), state: state,
        transactionIdentifier: isPaid ? "2000000905112233" : nil,
        transactionDate: isPaid ? Timestamp(milliseconds: added + 1000) : nil, error: error,
        addedDate: Timestamp(milliseconds: added), isFinished: isFinished, revocationDate: revoked)
}

func updated(_ transaction: PaymentTransaction) -> StorefrontEvent { .transactionUpdated(transaction) }

func sheet(
    _ key: IdempotencyKey = "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10", _ product: Product = tenCredits, quantity: Int = 3
) -> StorefrontEvent {
    .confirmationRequested(ConfirmationRequested(key: key, product: product, quantity: quantity, environment: .sandbox))
}

/// The state after some events, one second apart.
func state(after events: StorefrontEvent...) -> StorefrontState { state(after: events) }

func state(after events: [StorefrontEvent]) -> StorefrontState {
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
func ready(account: String?) -> StorefrontState { state(after: opened(account: account), balance(35), fetched) }

extension StorefrontState {
    private func then(_ change: (inout StorefrontState) -> Void) -> StorefrontState {
        var state = self
        change(&state)
        return state
    }

    func hearing(_ events: StorefrontEvent...) -> StorefrontState {
        then { for event in events { $0.hear(event) } }
    }

    func pressing(_ keys: Key...) -> StorefrontState { then { for key in keys { $0.press(key) } } }

    func waiting(_ duration: Duration) -> StorefrontState { then { $0.wait(duration) } }

    mutating func write(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// Presses keys, one after another, at one moment.
    @discardableResult
    mutating func press(_ keys: Key...) -> [StorefrontCommand] { keys.flatMap { handle(.key($0)) } }

    mutating func wait(_ duration: Duration) { now += duration }

    @discardableResult
    mutating func hear(_ events: StorefrontEvent...) -> [StorefrontCommand] { events.flatMap { hear(.event($0)) } }

    @discardableResult
    mutating func hear(_ message: StorefrontMessage) -> [StorefrontCommand] {
        receive(message, date: Timestamp(milliseconds: 1_795_000_060_000))
    }

    func frame(_ columns: Int = 80, _ rows: Int = 24, options: ScreenOptions = ScreenOptions()) -> Frame {
        var options = options
        options.language = strings.language
        return view(self, size: Size(columns: columns, rows: rows), options: options)
    }
}

func failure(_ error: StoreError, key: IdempotencyKey = "4f2c9d1e-0b7a-4c55-9e21-5d8f3a6b7c10") -> StorefrontEvent {
    .transactionFailed(transaction(key, five, .failed, error: error, isFinished: true))
}

let openedWithFilters = opened(selling: [five, ten] + PhotoFilter.allCases.map(\.productIdentifier))

/// The same with prices and owned filters.
func readyToFilter(owning filters: [PhotoFilter] = []) -> StorefrontState {
    let products =
        [fiveCredits, tenCredits] + PhotoFilter.allCases.map { product($0.productIdentifier, title: "Filter") }
    return state(
        after: openedWithFilters, balance(35), prices(products),
        .entitlementsChanged(EntitlementsChanged(ownedProducts: Set(filters.map(\.productIdentifier)))))
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
