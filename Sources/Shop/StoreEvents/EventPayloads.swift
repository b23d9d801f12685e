package import StoreModel

// What a `StorefrontEvent` carries if it is more than a value or two. The application makes it,
// and screens show it.

/// The state of the application when it is ready.
package struct StoreOpened: Hashable, Sendable {
    package let settings: StorefrontSettings
    /// Where purchases are made: with test money or with real money.
    package var environment: StoreEnvironment
    /// The customer's name, for people to read; nil if nobody is signed in, or if this
    /// device is the customer.
    package var accountName: String?
    /// Whether the store has accounts to sign in to and out of. The embedded store only knows this device.
    package let hasAccounts: Bool
    /// Whether this program may play the store's part: change its settings, act on purchases, play scenarios.
    package let isAdministrator: Bool
    /// The name of a store that somebody can sign in to, for people to read; nil if somebody is signed in.
    package let storeName: String?
    /// The products that the application sells, in the order of its screen.
    package let productIdentifiers: [ProductIdentifier]

    package init(
        settings: StorefrontSettings, environment: StoreEnvironment, accountName: String?,
        hasAccounts: Bool = false, isAdministrator: Bool = true, storeName: String? = nil,
        productIdentifiers: [ProductIdentifier]
    ) {
        self.settings = settings
        self.environment = environment
        self.accountName = accountName
        self.hasAccounts = hasAccounts
        self.isAdministrator = isAdministrator
        self.storeName = storeName
        self.productIdentifiers = productIdentifiers
    }
}

/// What the settings screen shows: the device's own restriction, and the store's settings.
package struct StorefrontSettings: Hashable, Sendable, Codable {
    /// Whether this device may buy (Settings, General, Restrictions): `canMakePayments`.
    package var allowsPayments: Bool
    package var store: StoreSettings

    package init(allowsPayments: Bool = true, store: StoreSettings = StoreSettings()) {
        self.allowsPayments = allowsPayments
        self.store = store
    }
}

/// The store asks the person to sign in, or says what went wrong with the last answer.
package struct SignInRequested: Hashable, Sendable {
    /// Which store asks: its name or its address, for people to read.
    package let storeName: String
    /// The account that was signed in last, to save typing.
    package let accountName: String?
    /// Why the last attempt failed, or nil if there was none. It is `forgottenPassword` (5020) for a wrong
    /// name or password, `accountTaken` for a new account, `tooManyAttempts` with the waiting time as its
    /// detail (if the store gave one), `signInNeeded` if the store has forgotten the sign-in, an error of the
    /// network, or any other.
    package let reason: StoreError?

    package init(storeName: String, accountName: String?, reason: StoreError? = nil) {
        self.storeName = storeName
        self.accountName = accountName
        self.reason = reason
    }
}

/// A payment that the queue refused.
package struct PaymentRefused: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The application does not sell this product.
        case unknownProduct
        /// Not 1…10 pieces, or more than one piece of a restorable product.
        case quantityOutOfRange
    }

    package let productIdentifier: ProductIdentifier
    package let quantity: Int
    package let reason: Reason

    package init(productIdentifier: ProductIdentifier, quantity: Int, reason: Reason) {
        self.productIdentifier = productIdentifier
        self.quantity = quantity
        self.reason = reason
    }
}

/// The content of a confirmation sheet.
package struct ConfirmationRequested: Hashable, Sendable {
    /// The payment's key.
    package let key: IdempotencyKey
    /// What is bought, and what it costs this customer.
    package let product: Product
    package let quantity: Int
    /// Whether it is test money or real money.
    package let environment: StoreEnvironment
    /// Whether `product` is what the store offers this customer now. It is false if the store could not be
    /// asked; an introductory offer may then be over.
    package let isCurrent: Bool

    package init(
        key: IdempotencyKey, product: Product, quantity: Int, environment: StoreEnvironment,
        isCurrent: Bool = true
    ) {
        self.isCurrent = isCurrent
        self.key = key
        self.product = product
        self.quantity = quantity
        self.environment = environment
    }
}

/// Why a paid transaction could not be delivered.
package enum DeliveryFailure: Hashable, Sendable {
    /// It does not carry the store's valid signature for this account and application.
    case notVerified(TransactionVerifier.Failure)
    /// Its content could not be fetched.
    case notFetched(StoreError)
    /// Anything else, such as files that cannot be written.
    case undeliverable(Trouble)
}

/// A page of the account's transactions, newest first, each with the actions that are possible.
package struct TransactionsListed: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let transaction: PaymentTransaction
        /// The actions that are possible now, or why the store does not say.
        package let actions: Result<Set<TransactionAction>, Trouble>
        /// The actions that are known to be possible.
        package var possibleActions: Set<TransactionAction> { (try? actions.get()) ?? [] }

        package init(transaction: PaymentTransaction, actions: Result<Set<TransactionAction>, Trouble>) {
            self.transaction = transaction
            self.actions = actions
        }
    }

    /// The part of the list that was asked for.
    package let place: TransactionPlace
    package let entries: [Entry]
    /// Whether there are newer transactions before them.
    package let hasNewer: Bool
    /// Whether there are older transactions after them.
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

/// One transaction, with what its signed text says and what the store has about it.
package struct TransactionInspected: Hashable, Sendable {
    /// A field of the signed text.
    package struct Field: Hashable, Sendable {
        /// Its name in the JSON.
        package let name: String
        /// Its value as text: a string without its quotation marks, anything else as JSON.
        package let value: String
        /// The value as a moment, if it is a date.
        package let date: Timestamp?

        package init(name: String, value: String, date: Timestamp? = nil) {
            self.name = name
            self.value = value
            self.date = date
        }
    }

    /// The transaction and the possible actions, as in a list.
    package let entry: TransactionsListed.Entry
    package var transaction: PaymentTransaction { entry.transaction }
    /// The latest version that is known: the store's, or this device's if the store does not say. Nil if
    /// nothing was signed.
    package let signed: SignedTransaction?
    /// The receipt of that version, in base64: the `receipt-data` of verifyReceipt.
    package let receipt: String?
    /// What `signed` says, in the order of its JSON.
    package let payload: [Field]
    /// What the store has about it, or why the store does not say.
    package let record: Result<TransactionRecord, StoreAdministrationError>

    package init(
        _ entry: TransactionsListed.Entry, signed: SignedTransaction?, receipt: String?, payload: [Field],
        record: Result<TransactionRecord, StoreAdministrationError>
    ) {
        self.entry = entry
        self.signed = signed
        self.receipt = receipt
        self.payload = payload
        self.record = record
    }
}

/// A balance, and why it changed.
package struct BalanceChanged: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// It was read at the start.
        case loaded
        case purchase
        case spend
        /// The store gave the money back.
        case refund
        /// Another device of the account, somebody in the account's name, or another program here
        /// bought or used something.
        case elsewhere
    }

    /// Credits; below zero after the refund of credits that were spent.
    package let balance: Int
    /// The difference from the balance before.
    package let change: Int
    package let cause: Cause

    package init(balance: Int, change: Int, cause: Cause) {
        self.balance = balance
        self.change = change
        self.cause = cause
    }
}

/// Why this device's data about the account was checked and counted again.
package enum AccountFinding: Hashable, Sendable, CaseIterable {
    /// The sealed sums are not what was written.
    case sumsEdited
    case sumsMissing
    /// Rows of purchases or uses were edited, removed or added.
    case rowsEdited
    /// The database is an earlier copy than the one that the high-water mark knows.
    case olderCopy
    /// The key is missing, or is not the one that sealed the data here.
    case keyMissing
    /// The high-water mark is missing, is not valid, or is another account's.
    case highWaterMarkMissing
    /// The database belongs to another account.
    case anotherAccount
}

/// The products that the account owns.
package struct EntitlementsChanged: Hashable, Sendable {
    /// The products that were bought for good, or are subscribed to, and were not refunded.
    package let ownedProducts: Set<ProductIdentifier>
    /// When the paid period ends, for those of them that are subscribed to.
    package let subscribedUntil: [ProductIdentifier: Timestamp]
    /// How many pieces are left of products that are bought again and again, except for monkey credits.
    package let piecesLeft: [ProductIdentifier: Int]
    /// The subscriptions that have run out since the last time, or that the store has ended. One that was
    /// refunded, or replaced by another, is not among them.
    package var hasRunOut: Set<ProductIdentifier>

    package init(
        ownedProducts: Set<ProductIdentifier>, subscribedUntil: [ProductIdentifier: Timestamp] = [:],
        piecesLeft: [ProductIdentifier: Int] = [:], hasRunOut: Set<ProductIdentifier> = []
    ) {
        self.piecesLeft = piecesLeft
        self.hasRunOut = hasRunOut
        self.ownedProducts = ownedProducts
        self.subscribedUntil = subscribedUntil
    }
}

/// The account's subscriptions, oldest first.
package struct SubscriptionsListed: Hashable, Sendable {
    package let subscriptions: [SubscriptionSummary]
    /// Whether the list comes from the store. If the store did not answer, the list is made from signed
    /// transactions on this device. They say what was paid, until when, and whether that is over, but nothing
    /// about renewals, or about what can be done.
    package let isFromStore: Bool
    /// Whether it answers a request. If not, something has changed by itself.
    package let isAnswer: Bool

    package init(subscriptions: [SubscriptionSummary], isFromStore: Bool = true, isAnswer: Bool = true) {
        self.subscriptions = subscriptions
        self.isFromStore = isFromStore
        self.isAnswer = isAnswer
    }
}

/// A book and where to go on reading.
package struct BookOpened: Hashable, Sendable {
    package let productIdentifier: ProductIdentifier
    /// Its text. No paragraph is longer than `longestParagraph`, and the last one is not empty. Another
    /// party's text: clean it before it goes to a terminal.
    package let paragraphs: [String]
    /// Where the reader left it.
    package let place: ReadingPlace

    /// The most characters (Unicode scalars) in a paragraph. Longer ones are split.
    package static let longestParagraph = 1500

    package init(productIdentifier: ProductIdentifier, paragraphs: [String], place: ReadingPlace) {
        self.productIdentifier = productIdentifier
        // A file ends with the end of a line, and often with empty lines.
        let count = paragraphs.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
        self.paragraphs = Array(paragraphs.prefix(count))
        self.place = place
    }
}

/// A place in a book that does not depend on the width of the window: the first character on the page.
package struct ReadingPlace: Hashable, Sendable, Comparable {
    /// The paragraph, from 0.
    package var paragraph: Int
    /// How many characters of the paragraph come before the place.
    package var character: Int

    /// The beginning, or another place.
    package init(paragraph: Int = 0, character: Int = 0) {
        self.paragraph = paragraph
        self.character = character
    }

    package static func < (left: ReadingPlace, right: ReadingPlace) -> Bool {
        (left.paragraph, left.character) < (right.paragraph, right.character)
    }
}
