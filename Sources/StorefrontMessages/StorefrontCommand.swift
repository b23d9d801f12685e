package import StoreModel

/// What a person wants, as it crosses the bus: a screen or a command of the program sends it, and the application does it.
///
/// This is the whole list. Whoever does commands switches over it, so one that nobody does is not compiled.
package enum StorefrontCommand: Hashable, Sendable {
    /// The person, or a screen that appears, wants prices. `ProductsFetched` follows, or `RequestFailed`.
    case products
    /// To buy so many pieces. `TransactionUpdated` follows, or `PaymentRefused`.
    case purchase(ProductIdentifier, quantity: Int)
    /// An answer to the confirmation sheet of a payment: true to buy, false to cancel. The limit is the most that the sheet
    /// asked for, for one piece; nil for a cancellation, or where nobody was asked.
    case answer(key: IdempotencyKey, isConfirmed: Bool, priceLimit: Money? = nil)
    /// To spend credits, at least 1; each feeds the monkey one banana. `BalanceChanged` follows, or `SpendRefused`.
    case spend(credits: Int)
    /// A screen wants to know a page of this device's transactions. `TransactionsListed` follows.
    case transactions(TransactionPlace)
    /// To do something to a transaction. `TransactionsListed` follows; before it `ActionFailed` where it was not done.
    case action(TransactionAction, on: IdempotencyKey)
    /// A screen wants to know the account's subscriptions. `SubscriptionsListed` follows, now and whenever they change from then
    /// on.
    case subscriptions
    /// To do something to the subscription that began with a transaction. `SubscriptionsListed` follows; before it
    /// `ActionFailed` where it was not done.
    case subscriptionAction(SubscriptionAction, on: TransactionIdentifier)
    /// To put these settings in force. `SettingsChanged` follows, or `ActionFailed`.
    case settings(StorefrontSettings)
    /// To do something about the content of a product that is owned. `DownloadUpdated` follows.
    case download(DownloadAction, of: ProductIdentifier)
    /// To read a book. `BookOpened` follows, or `ActionFailed`.
    case book(ProductIdentifier)
    /// A book was read up to here; the next `BookOpened` begins there.
    case readingPlace(ReadingPlace, in: ProductIdentifier)
    /// An answer to the sign-in sheet, or a sign-in without being asked. Every answer but `cancelled` is followed by `SignedIn`,
    /// or by another `SignInRequested` that says why not.
    case signIn(SignInAnswer)
    /// To sign out. What is in flight stays in the queue and goes on at the next sign-in; nothing more is asked.
    case signOut
    /// To have back what the account owns. `RestoreProgressed` follows, and then exactly one of `RestoreFinished` and
    /// `RestoreFailed`; while a restore is under way, another command to restore changes nothing.
    case restore
    /// To switch a filter on that is off, or off that is on. `FiltersChanged` follows, or `FilterRefused`.
    case filter(PhotoFilter)
    /// To switch all filters off. `FiltersChanged` follows.
    case clearFilters
    /// The screen wants the picture that filters are for. `PictureOpened` follows; a picture takes time and memory, so nobody
    /// opens it unasked.
    case picture
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
    /// it succeeds all the same, `SignedIn` says so.
    case cancelled
}
