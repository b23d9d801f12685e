package import StoreModel

/// What a person wants. A screen or a command of the program sends these commands on the bus, and the
/// application carries them out.
///
/// This is the whole list. The application switches over it without a default, so a command that
/// it does not handle does not compile.
package enum StorefrontCommand: Hashable, NamedMessage {
    /// Fetches prices. `productsFetched` follows, or `requestFailed`.
    case products
    /// Buys this many pieces of a product. `transactionUpdated` follows, or `paymentRefused`, or
    /// `actionFailed` if its price had to be asked for and the store was not reached.
    case purchase(ProductIdentifier, quantity: Int)
    /// Answers the confirmation sheet of a payment. The limit is the highest price for one piece that the
    /// sheet named; nil for a cancellation, or if there was no sheet.
    case answer(key: IdempotencyKey, isConfirmed: Bool, priceLimit: Money? = nil)
    /// Spends credits, at least 1; each feeds the monkey one banana.
    /// `balanceChanged` follows, or `spendRefused`.
    case spend(credits: Int)
    /// Uses up a piece of a product that is bought again and again.
    /// `entitlementsChanged` follows, or `actionFailed`.
    case use(ProductIdentifier)
    /// Lists a page of the account's transactions. `transactionsListed` follows.
    case transactions(TransactionPlace)
    /// Does something to a transaction. `transactionsListed` follows. If it was not
    /// done, `actionFailed` comes first.
    case action(TransactionAction, on: IdempotencyKey)
    /// Looks up everything that is known about a transaction. `transactionInspected` follows, or
    /// `actionFailed` if there is no such transaction.
    case inspect(IdempotencyKey)
    /// Plays a scenario of the store with the account. `scenarioPlayed` follows, or `actionFailed`.
    case scenario(Scenario)
    /// Lists the account's subscriptions. `subscriptionsListed` follows, now and
    /// after each change from then on.
    case subscriptions
    /// Does something to the subscription that began with a transaction. `subscriptionsListed` follows. If it
    /// was not done, `actionFailed` comes first.
    case subscriptionAction(SubscriptionAction, on: TransactionIdentifier)
    /// Puts in force what differs from the settings that a change was made from. `settingsChanged` follows, or
    /// `actionFailed`.
    indirect case settings(StorefrontSettings, from: StorefrontSettings)
    /// Does something to the content of an owned product. `downloadUpdated` follows, or `actionFailed`.
    case download(DownloadAction, of: ProductIdentifier)
    /// Opens a book for reading. `bookOpened` follows, or `actionFailed`.
    case book(ProductIdentifier)
    /// Keeps the place in a book. The next `bookOpened` begins there.
    case readingPlace(ReadingPlace, in: ProductIdentifier)
    /// Answers the sign-in sheet, or signs in without it. `signedIn` follows, or another `signInRequested`
    /// with the reason. Nothing follows `cancelled`.
    case signIn(SignInAnswer)
    /// Signs out. Purchases in flight stay in the queue and go on at the next sign-in.
    case signOut
    /// Restores what the account owns. `restoreProgressed` follows, and then exactly one of `restoreFinished`
    /// and `restoreFailed`. While a restore is under way, another `restore` changes nothing.
    case restore
    /// Switches a filter on or off. `filtersChanged` follows, or `filterRefused`.
    case filter(PhotoFilter)
    /// Switches all filters off. `filtersChanged` follows.
    case clearFilters
    /// Opens the picture for the filters, which takes time and memory. `pictureOpened` follows.
    case picture
}

/// An action on the content of a product.
package enum DownloadAction: Hashable, Sendable {
    /// Starts the download, or resumes it.
    case start
    case pause
    /// Cancels the download. It can be started again at any time, and is not paid for again.
    case cancel
}

/// The person's answer to the sign-in sheet.
package enum SignInAnswer: Hashable, Sendable {
    /// Signs in to an account. Its name has 1…64 characters, its password 8…256.
    case signIn(account: String, password: Password)
    /// Creates an account with that name and password, and signs in to it.
    case createAccount(account: String, password: Password)
    /// Closes the sheet. An earlier answer may still be under way. If it succeeds, `signedIn` says so.
    case cancelled
}
