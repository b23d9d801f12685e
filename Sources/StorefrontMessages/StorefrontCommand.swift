package import EventBus
package import StoreModel

/// What a person wants: a screen or a command of the program sends these commands on the bus, and the application does them.
///
/// This is the whole list. The application switches over it without a default, so a command that it does not handle does not
/// compile.
package enum StorefrontCommand: Hashable, BusMessage {
    /// The person, or a screen that appears, wants prices. `productsFetched` follows, or `requestFailed`.
    case products
    /// To buy so many pieces. `transactionUpdated` follows, or `paymentRefused`.
    case purchase(ProductIdentifier, quantity: Int)
    /// An answer to the confirmation sheet of a payment: true to buy, false to cancel. The limit is the most that the sheet
    /// asked for, for one piece; nil for a cancellation, or where nobody was asked.
    case answer(key: IdempotencyKey, isConfirmed: Bool, priceLimit: Money? = nil)
    /// To spend credits, at least 1; each feeds the monkey one banana. `balanceChanged` follows, or `spendRefused`.
    case spend(credits: Int)
    /// A screen wants to know a page of this device's transactions. `transactionsListed` follows.
    case transactions(TransactionPlace)
    /// To do something to a transaction. `transactionsListed` follows; before it `actionFailed` where it was not done.
    case action(TransactionAction, on: IdempotencyKey)
    /// A screen wants to know the account's subscriptions. `subscriptionsListed` follows, now and whenever they change from
    /// then on.
    case subscriptions
    /// To do something to the subscription that began with a transaction. `subscriptionsListed` follows; before it
    /// `actionFailed` where it was not done.
    case subscriptionAction(SubscriptionAction, on: TransactionIdentifier)
    /// To put these settings in force. `settingsChanged` follows, or `actionFailed`.
    case settings(StorefrontSettings)
    /// To do something about the content of a product that is owned. `downloadUpdated` follows.
    case download(DownloadAction, of: ProductIdentifier)
    /// To read a book. `bookOpened` follows, or `actionFailed`.
    case book(ProductIdentifier)
    /// A book was read up to here; the next `bookOpened` begins there.
    case readingPlace(ReadingPlace, in: ProductIdentifier)
    /// An answer to the sign-in sheet, or a sign-in without being asked. Every answer but `cancelled` is followed by
    /// `signedIn`, or by another `signInRequested` that says why not.
    case signIn(SignInAnswer)
    /// To sign out. What is in flight stays in the queue and goes on at the next sign-in; nothing more is asked.
    case signOut
    /// To have back what the account owns. `restoreProgressed` follows, and then exactly one of `restoreFinished` and
    /// `restoreFailed`; while a restore is under way, another command to restore changes nothing.
    case restore
    /// To switch a filter on that is off, or off that is on. `filtersChanged` follows, or `filterRefused`.
    case filter(PhotoFilter)
    /// To switch all filters off. `filtersChanged` follows.
    case clearFilters
    /// The screen wants the picture that filters are for. `pictureOpened` follows; a picture takes time and memory, so nobody
    /// opens it unasked.
    case picture
}

extension EventBus {
    /// Sends a command to the application.
    package func send(_ command: StorefrontCommand) { post(command) }
}

/// What can be done about content.
package enum DownloadAction: Hashable, Sendable {
    /// Fetch it, or go on with it.
    case start
    /// Stop for now.
    case pause
    /// Give it up; it can be fetched again at any time, and is not paid again.
    case cancel
}

/// What a person answers who is asked to sign in.
package enum SignInAnswer: Hashable, Sendable {
    /// To sign in to an account that is there: its name, 1…64 characters, and its password, 8…256 characters.
    case signIn(account: String, password: Password)
    /// To make a new account of that name and password, and to sign in to it.
    case createAccount(account: String, password: Password)
    /// Neither. It may come while an earlier answer is under way: that one's outcome is no longer waited for, but if
    /// it succeeds all the same, `signedIn` says so.
    case cancelled
}
