// What goes over the bus. Requests are what the user wants, posted by a screen or a command; facts are what happened,
// posted by the application. The four of spec A6 keep the meaning that they have in the Xamarin sample.

// MARK: Requests

/// The user (or a screen that appears) wants prices.
public struct ProductsRequested: Hashable, Sendable {
    /// A request for the application's products.
    public init() {}
}

/// The user wants to buy.
public struct PurchaseRequested: Hashable, Sendable {
    /// What to buy.
    public let productIdentifier: ProductIdentifier
    /// How many.
    public let quantity: Int

    /// A wish to buy `quantity` pieces.
    public init(productIdentifier: ProductIdentifier, quantity: Int) {
        self.productIdentifier = productIdentifier
        self.quantity = quantity
    }
}

/// The user answered the confirmation sheet.
public struct ConfirmationAnswered: Hashable, Sendable {
    /// Which payment's sheet.
    public let key: IdempotencyKey
    /// True to buy, false to cancel.
    public let isConfirmed: Bool
    /// The most that the sheet asked for, for one piece; nil for a cancellation, or where nobody was asked.
    public let priceLimit: Money?

    /// An answer to the sheet of the payment `key`.
    public init(key: IdempotencyKey, isConfirmed: Bool, priceLimit: Money? = nil) {
        self.key = key
        self.isConfirmed = isConfirmed
        self.priceLimit = priceLimit
    }
}

/// The user wants to spend credits (each feeds the monkey one banana).
public struct SpendRequested: Hashable, Sendable {
    /// How many credits, at least 1.
    public let credits: Int

    /// A wish to spend `credits`.
    public init(credits: Int) { self.credits = credits }
}

/// A screen wants to know a page of this device's transactions.
public struct TransactionsRequested: Hashable, Sendable {
    /// Which part of the list.
    public let place: TransactionPlace

    /// A request for a part of the list.
    public init(_ place: TransactionPlace = .newest) { self.place = place }
}

/// The user wants something done to a transaction.
public struct TransactionActionRequested: Hashable, Sendable {
    /// Which transaction.
    public let key: IdempotencyKey
    /// What to do.
    public let action: TransactionAction

    /// A wish to do `action` to the transaction `key`.
    public init(key: IdempotencyKey, action: TransactionAction) {
        self.key = key
        self.action = action
    }
}

/// The user changed the settings.
public struct SettingsChangeRequested: Hashable, Sendable {
    /// All settings, as they shall be.
    public let settings: StorefrontSettings

    /// A wish for these settings.
    public init(settings: StorefrontSettings) { self.settings = settings }
}

// MARK: Facts

/// The application is ready: its files are open and its queue runs. Screens start their requests on it.
public struct StoreOpened: Hashable, Sendable {
    /// The settings in force.
    public let settings: StorefrontSettings
    /// Where purchases happen.
    public var environment: StoreEnvironment
    /// Who buys, for people to read; nil while nobody is signed in, and where this device is the customer.
    public var accountName: String?
    /// Whether the store has accounts to sign in to and out of. The embedded one knows only this device.
    public let hasAccounts: Bool
    /// The products that the application sells, in the order of its screen.
    public let productIdentifiers: [ProductIdentifier]

    /// The state of things at the start.
    public init(
        settings: StorefrontSettings, environment: StoreEnvironment, accountName: String?, hasAccounts: Bool = false,
        productIdentifiers: [ProductIdentifier]
    ) {
        self.settings = settings
        self.environment = environment
        self.accountName = accountName
        self.hasAccounts = hasAccounts
        self.productIdentifiers = productIdentifiers
    }
}

/// The application cannot use its files or its catalogue: there is nothing to show. Screens go away.
public struct StoreUnavailable: Hashable, Sendable {
    /// What happened, what it means and what to do.
    public let sentence: String

    /// An application that cannot start, and why.
    public init(sentence: String) { self.sentence = sentence }
}

/// Prices arrived (A6).
public struct ProductsFetched: Hashable, Sendable {
    /// The products by identifier.
    public let products: [ProductIdentifier: Product]
    /// Identifiers that the store does not know.
    public let invalidProductIdentifiers: [ProductIdentifier]

    /// The store's answer to a products request.
    public init(products: [ProductIdentifier: Product], invalidProductIdentifiers: [ProductIdentifier]) {
        self.products = products
        self.invalidProductIdentifiers = invalidProductIdentifiers
    }
}

/// A products request failed (A6).
public struct RequestFailed: Hashable, Sendable {
    /// Why.
    public let error: StoreError

    /// A request that failed with `error`.
    public init(error: StoreError) { self.error = error }
}

/// A transaction was paid, delivered and finished (A6).
public struct TransactionSucceeded: Hashable, Sendable {
    /// The transaction.
    public let transaction: PaymentTransaction

    /// A success.
    public init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction failed and was finished (A6).
public struct TransactionFailed: Hashable, Sendable {
    /// The transaction; its `error` says why.
    public let transaction: PaymentTransaction

    /// A failure.
    public init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction is new, or is still in flight: purchasing, deferred, or purchased and not delivered yet.
public struct TransactionUpdated: Hashable, Sendable {
    /// The transaction.
    public let transaction: PaymentTransaction

    /// A transaction in flight.
    public init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction left the queue without an end that anybody is told of: a request to buy that lapsed.
public struct TransactionRemoved: Hashable, Sendable {
    /// The transaction as it was last.
    public let transaction: PaymentTransaction

    /// A transaction that is gone.
    public init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// The store took the money of a transaction back, and the ledger its credits.
public struct TransactionRevoked: Hashable, Sendable {
    /// The transaction; its `revocationDate` is set.
    public let transaction: PaymentTransaction

    /// A refund.
    public init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A paid transaction cannot be delivered now; it stays in the queue and is offered again at the next start.
public struct DeliveryFailed: Hashable, Sendable {
    /// Why.
    public enum Reason: Hashable, Sendable {
        /// This program does not know what the product is worth.
        case unknownProduct
        /// It does not carry the store's valid signature for this account and application.
        case notVerified(TransactionVerifier.Failure)
        /// Anything else, such as a ledger that cannot be written; the sentence says what.
        case undeliverable(String)
    }

    /// The transaction.
    public let transaction: PaymentTransaction
    /// Why.
    public let reason: Reason

    /// A delivery that did not happen.
    public init(transaction: PaymentTransaction, reason: Reason) {
        self.transaction = transaction
        self.reason = reason
    }
}

/// The queue refused a payment before it became a transaction.
public struct PaymentRefused: Hashable, Sendable {
    /// Why.
    public enum Reason: Hashable, Sendable {
        /// The application does not sell that.
        case unknownProduct
        /// Not 1…10.
        case quantityOutOfRange
    }

    /// What was asked for.
    public let productIdentifier: ProductIdentifier
    /// How many.
    public let quantity: Int
    /// Why not.
    public let reason: Reason

    /// A refusal.
    public init(productIdentifier: ProductIdentifier, quantity: Int, reason: Reason) {
        self.productIdentifier = productIdentifier
        self.quantity = quantity
        self.reason = reason
    }
}

/// The user must confirm a payment before it goes to the store; answered with `ConfirmationAnswered`.
public struct ConfirmationRequested: Hashable, Sendable {
    /// Which payment.
    public let key: IdempotencyKey
    /// What it is for, with what it costs this customer.
    public let product: Product
    /// How many.
    public let quantity: Int
    /// Whose money: test or real.
    public let environment: StoreEnvironment
    /// Whether `product` is what the store offers this customer now; false where it could not be asked, and an introductory
    /// offer may be over.
    public let isCurrent: Bool

    /// A sheet to show.
    public init(
        key: IdempotencyKey, product: Product, quantity: Int, environment: StoreEnvironment, isCurrent: Bool = true
    ) {
        self.isCurrent = isCurrent
        self.key = key
        self.product = product
        self.quantity = quantity
        self.environment = environment
    }
}

/// The balance is known, or changed.
public struct BalanceChanged: Hashable, Sendable {
    /// What changed it.
    public enum Cause: Hashable, Sendable {
        /// It was read at the start, or another program changed it.
        case loaded
        /// Credits were bought.
        case purchase
        /// Credits were spent.
        case spend
        /// The store gave the money back.
        case refund
        /// The credits are on another machine now, on which a backup of this one was restored.
        case moved
        /// The ledger was edited by hand, and what was edited does not count.
        case correction
    }

    /// Credits; below zero after the refund of credits that were spent.
    public let balance: Int
    /// By how much it changed.
    public let change: Int
    /// What changed it.
    public let cause: Cause

    /// A balance and how it came about.
    public init(balance: Int, change: Int, cause: Cause) {
        self.balance = balance
        self.change = change
        self.cause = cause
    }
}

/// There were not enough credits to spend.
public struct SpendRefused: Hashable, Sendable {
    /// The credits that were asked for.
    public let credits: Int
    /// The credits that are there.
    public let balance: Int

    /// A refusal.
    public init(credits: Int, balance: Int) {
        self.credits = credits
        self.balance = balance
    }
}

/// The credit ledger does not hold what was written to it.
public struct LedgerTampered: Hashable, Sendable {
    /// One sentence for each thing that was found, naming the entry.
    public let findings: [String]
    /// The balance that counts.
    public let balance: Int

    /// What the ledger's audit found.
    public init(findings: [String], balance: Int) {
        self.findings = findings
        self.balance = balance
    }
}

/// A page of this device's transactions, newest first, each with what can be done to it.
public struct TransactionsListed: Hashable, Sendable {
    /// A transaction and what can be done to it.
    public struct Entry: Hashable, Sendable {
        /// The transaction.
        public let transaction: PaymentTransaction
        /// What can be done to it now.
        public let actions: Set<TransactionAction>

        /// A row of the list.
        public init(transaction: PaymentTransaction, actions: Set<TransactionAction>) {
            self.transaction = transaction
            self.actions = actions
        }
    }

    /// The part of the list that was asked for.
    public let place: TransactionPlace
    /// The rows, newest first.
    public let entries: [Entry]
    /// Whether there are newer ones before them.
    public let hasNewer: Bool
    /// Whether there are older ones behind them.
    public let hasOlder: Bool

    /// A page; by default the whole list.
    public init(
        _ place: TransactionPlace = .newest, entries: [Entry], hasNewer: Bool = false, hasOlder: Bool = false
    ) {
        self.place = place
        self.entries = entries
        self.hasNewer = hasNewer
        self.hasOlder = hasOlder
    }
}

/// What the user asked for could not be done; one sentence says what happened, what it means and what to do.
public struct ActionFailed: Hashable, Sendable {
    /// The sentence.
    public let sentence: String

    /// A failure in words.
    public init(sentence: String) { self.sentence = sentence }
}

/// The settings are known, or changed.
public struct SettingsChanged: Hashable, Sendable {
    /// All settings.
    public let settings: StorefrontSettings

    /// The settings in force.
    public init(settings: StorefrontSettings) { self.settings = settings }
}

/// The way to the store opened or closed.
public struct NetworkChanged: Hashable, Sendable {
    /// Whether requests arrive.
    public let isUp: Bool

    /// The state of the network.
    public init(isUp: Bool) { self.isUp = isUp }
}

/// What the settings screen shows: the device's own restriction, and the store's settings.
public struct StorefrontSettings: Hashable, Sendable, Codable {
    /// Whether this device may buy (Settings, General, Restrictions): `canMakePayments`.
    public var allowsPayments: Bool
    /// The store's test settings.
    public var store: StoreSettings

    /// Settings from their two parts.
    public init(allowsPayments: Bool = true, store: StoreSettings = StoreSettings()) {
        self.allowsPayments = allowsPayments
        self.store = store
    }
}
