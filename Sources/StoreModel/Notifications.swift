// What goes over the bus. Requests are what the user wants, posted by a screen or a command; facts are what happened,
// posted by the application. The four of spec A6 keep the meaning that they have in the Xamarin sample.

// MARK: Requests

/// The user (or a screen that appears) wants prices.
package struct ProductsRequested: Hashable, Sendable {
    /// A request for the application's products.
    package init() {}
}

/// The user wants to buy.
package struct PurchaseRequested: Hashable, Sendable {
    /// What to buy.
    package let productIdentifier: ProductIdentifier
    /// How many.
    package let quantity: Int

    /// A wish to buy `quantity` pieces.
    package init(productIdentifier: ProductIdentifier, quantity: Int) {
        self.productIdentifier = productIdentifier
        self.quantity = quantity
    }
}

/// The user answered the confirmation sheet.
package struct ConfirmationAnswered: Hashable, Sendable {
    /// Which payment's sheet.
    package let key: IdempotencyKey
    /// True to buy, false to cancel.
    package let isConfirmed: Bool
    /// The most that the sheet asked for, for one piece; nil for a cancellation, or where nobody was asked.
    package let priceLimit: Money?

    /// An answer to the sheet of the payment `key`.
    package init(key: IdempotencyKey, isConfirmed: Bool, priceLimit: Money? = nil) {
        self.key = key
        self.isConfirmed = isConfirmed
        self.priceLimit = priceLimit
    }
}

/// The user wants to spend credits (each feeds the monkey one banana).
package struct SpendRequested: Hashable, Sendable {
    /// How many credits, at least 1.
    package let credits: Int

    /// A wish to spend `credits`.
    package init(credits: Int) { self.credits = credits }
}

/// A screen wants to know a page of this device's transactions.
package struct TransactionsRequested: Hashable, Sendable {
    /// Which part of the list.
    package let place: TransactionPlace

    /// A request for a part of the list.
    package init(_ place: TransactionPlace = .newest) { self.place = place }
}

/// The user wants something done to a transaction.
package struct TransactionActionRequested: Hashable, Sendable {
    /// Which transaction.
    package let key: IdempotencyKey
    /// What to do.
    package let action: TransactionAction

    /// A wish to do `action` to the transaction `key`.
    package init(key: IdempotencyKey, action: TransactionAction) {
        self.key = key
        self.action = action
    }
}

/// The user changed the settings.
package struct SettingsChangeRequested: Hashable, Sendable {
    /// All settings, as they shall be.
    package let settings: StorefrontSettings

    /// A wish for these settings.
    package init(settings: StorefrontSettings) { self.settings = settings }
}

// MARK: Facts

/// The application is ready: its files are open and its queue runs. Screens start their requests on it.
package struct StoreOpened: Hashable, Sendable {
    /// The settings in force.
    package let settings: StorefrontSettings
    /// Where purchases happen.
    package var environment: StoreEnvironment
    /// Who buys, for people to read; nil while nobody is signed in, and where this device is the customer.
    package var accountName: String?
    /// Whether the store has accounts to sign in to and out of. The embedded one knows only this device.
    package let hasAccounts: Bool
    /// The products that the application sells, in the order of its screen.
    package let productIdentifiers: [ProductIdentifier]

    /// The state of things at the start.
    package init(
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
package struct StoreUnavailable: Hashable, Sendable {
    /// What happened, what it means and what to do.
    package let sentence: String

    /// An application that cannot start, and why.
    package init(sentence: String) { self.sentence = sentence }
}

/// Prices arrived (A6).
package struct ProductsFetched: Hashable, Sendable {
    /// The products by identifier.
    package let products: [ProductIdentifier: Product]
    /// Identifiers that the store does not know.
    package let invalidProductIdentifiers: [ProductIdentifier]

    /// The store's answer to a products request.
    package init(products: [ProductIdentifier: Product], invalidProductIdentifiers: [ProductIdentifier]) {
        self.products = products
        self.invalidProductIdentifiers = invalidProductIdentifiers
    }
}

/// A products request failed (A6).
package struct RequestFailed: Hashable, Sendable {
    /// Why.
    package let error: StoreError

    /// A request that failed with `error`.
    package init(error: StoreError) { self.error = error }
}

/// A transaction was paid, delivered and finished (A6).
package struct TransactionSucceeded: Hashable, Sendable {
    /// The transaction.
    package let transaction: PaymentTransaction

    /// A success.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction failed and was finished (A6).
package struct TransactionFailed: Hashable, Sendable {
    /// The transaction; its `error` says why.
    package let transaction: PaymentTransaction

    /// A failure.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction is new, or is still in flight: purchasing, deferred, or purchased and not delivered yet.
package struct TransactionUpdated: Hashable, Sendable {
    /// The transaction.
    package let transaction: PaymentTransaction

    /// A transaction in flight.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A transaction left the queue without an end that anybody is told of: a request to buy that lapsed.
package struct TransactionRemoved: Hashable, Sendable {
    /// The transaction as it was last.
    package let transaction: PaymentTransaction

    /// A transaction that is gone.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// The store took the money of a transaction back, and the ledger its credits.
package struct TransactionRevoked: Hashable, Sendable {
    /// The transaction; its `revocationDate` is set.
    package let transaction: PaymentTransaction

    /// A refund.
    package init(transaction: PaymentTransaction) { self.transaction = transaction }
}

/// A paid transaction cannot be delivered now; it stays in the queue and is offered again at the next start.
package struct DeliveryFailed: Hashable, Sendable {
    /// Why.
    package enum Reason: Hashable, Sendable {
        /// This program does not know what the product is worth.
        case unknownProduct
        /// It does not carry the store's valid signature for this account and application.
        case notVerified(TransactionVerifier.Failure)
        /// Anything else, such as a ledger that cannot be written; the sentence says what.
        case undeliverable(String)
    }

    /// The transaction.
    package let transaction: PaymentTransaction
    /// Why.
    package let reason: Reason

    /// A delivery that did not happen.
    package init(transaction: PaymentTransaction, reason: Reason) {
        self.transaction = transaction
        self.reason = reason
    }
}

/// The queue refused a payment before it became a transaction.
package struct PaymentRefused: Hashable, Sendable {
    /// Why.
    package enum Reason: Hashable, Sendable {
        /// The application does not sell that.
        case unknownProduct
        /// Not 1…10.
        case quantityOutOfRange
    }

    /// What was asked for.
    package let productIdentifier: ProductIdentifier
    /// How many.
    package let quantity: Int
    /// Why not.
    package let reason: Reason

    /// A refusal.
    package init(productIdentifier: ProductIdentifier, quantity: Int, reason: Reason) {
        self.productIdentifier = productIdentifier
        self.quantity = quantity
        self.reason = reason
    }
}

/// The user must confirm a payment before it goes to the store; answered with `ConfirmationAnswered`.
package struct ConfirmationRequested: Hashable, Sendable {
    /// Which payment.
    package let key: IdempotencyKey
    /// What it is for, with what it costs this customer.
    package let product: Product
    /// How many.
    package let quantity: Int
    /// Whose money: test or real.
    package let environment: StoreEnvironment
    /// Whether `product` is what the store offers this customer now; false where it could not be asked, and an introductory
    /// offer may be over.
    package let isCurrent: Bool

    /// A sheet to show.
    package init(
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
package struct BalanceChanged: Hashable, Sendable {
    /// What changed it.
    package enum Cause: Hashable, Sendable {
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
    package let balance: Int
    /// By how much it changed.
    package let change: Int
    /// What changed it.
    package let cause: Cause

    /// A balance and how it came about.
    package init(balance: Int, change: Int, cause: Cause) {
        self.balance = balance
        self.change = change
        self.cause = cause
    }
}

/// There were not enough credits to spend.
package struct SpendRefused: Hashable, Sendable {
    /// The credits that were asked for.
    package let credits: Int
    /// The credits that are there.
    package let balance: Int

    /// A refusal.
    package init(credits: Int, balance: Int) {
        self.credits = credits
        self.balance = balance
    }
}

/// The credit ledger does not hold what was written to it.
package struct LedgerTampered: Hashable, Sendable {
    /// One sentence for each thing that was found, naming the entry.
    package let findings: [String]
    /// The balance that counts.
    package let balance: Int

    /// What the ledger's audit found.
    package init(findings: [String], balance: Int) {
        self.findings = findings
        self.balance = balance
    }
}

/// A page of this device's transactions, newest first, each with what can be done to it.
package struct TransactionsListed: Hashable, Sendable {
    /// A transaction and what can be done to it.
    package struct Entry: Hashable, Sendable {
        /// The transaction.
        package let transaction: PaymentTransaction
        /// What can be done to it now.
        package let actions: Set<TransactionAction>

        /// A row of the list.
        package init(transaction: PaymentTransaction, actions: Set<TransactionAction>) {
            self.transaction = transaction
            self.actions = actions
        }
    }

    /// The part of the list that was asked for.
    package let place: TransactionPlace
    /// The rows, newest first.
    package let entries: [Entry]
    /// Whether there are newer ones before them.
    package let hasNewer: Bool
    /// Whether there are older ones behind them.
    package let hasOlder: Bool

    /// A page; by default the whole list.
    package init(
        _ place: TransactionPlace = .newest, entries: [Entry], hasNewer: Bool = false, hasOlder: Bool = false
    ) {
        self.place = place
        self.entries = entries
        self.hasNewer = hasNewer
        self.hasOlder = hasOlder
    }
}

/// What the user asked for could not be done; one sentence says what happened, what it means and what to do.
package struct ActionFailed: Hashable, Sendable {
    /// The sentence.
    package let sentence: String

    /// A failure in words.
    package init(sentence: String) { self.sentence = sentence }
}

/// The settings are known, or changed.
package struct SettingsChanged: Hashable, Sendable {
    /// All settings.
    package let settings: StorefrontSettings

    /// The settings in force.
    package init(settings: StorefrontSettings) { self.settings = settings }
}

/// The way to the store opened or closed.
package struct NetworkChanged: Hashable, Sendable {
    /// Whether requests arrive.
    package let isUp: Bool

    /// The state of the network.
    package init(isUp: Bool) { self.isUp = isUp }
}

/// What the settings screen shows: the device's own restriction, and the store's settings.
package struct StorefrontSettings: Hashable, Sendable, Codable {
    /// Whether this device may buy (Settings, General, Restrictions): `canMakePayments`.
    package var allowsPayments: Bool
    /// The store's test settings.
    package var store: StoreSettings

    /// Settings from their two parts.
    package init(allowsPayments: Bool = true, store: StoreSettings = StoreSettings()) {
        self.allowsPayments = allowsPayments
        self.store = store
    }
}
