package import StoreModel

/// What happened. The application publishes these events on the bus, and the screens
/// and commands observe them.
///
/// This is the whole list. The screen and its log switch over it without a default, so an event that
/// they do not handle does not compile.
package enum StorefrontEvent: Hashable, NamedMessage {
    // MARK: The store

    /// The application is ready: its files are open and its queue runs. Screens then
    /// send their first commands.
    indirect case storeOpened(StoreOpened)
    /// The application cannot use its files or its catalogue, and the screens close.
    indirect case storeUnavailable(Trouble)
    /// The settings are known, or changed.
    indirect case settingsChanged(StorefrontSettings)
    /// Requests reach the store from now on, or they no longer do.
    case networkChanged(isUp: Bool)
    /// A command could not be carried out.
    indirect case actionFailed(Trouble)
    /// A line that the host of the store typed for everybody who is connected.
    case hostSaid(String)

    // MARK: The account

    /// The store asks the person to sign in; the answer is the command `signIn`. A sheet shows it, before any
    /// confirmation sheet, until it is cancelled or `signedIn` comes. If an answer is refused, it is posted
    /// again with a reason, which the same sheet then shows.
    indirect case signInRequested(SignInRequested)
    /// An account is signed in. Its balance, purchases and settings come in events of their own. The
    /// environment says whether its purchases cost test money or real money.
    case signedIn(accountName: String, environment: StoreEnvironment)
    case signedOut
    /// The visitor is not known. What is bought is gone when the visit ends.
    case guestWelcomed

    // MARK: Products

    /// Prices arrived (A6).
    case productsFetched(ProductsResponse)
    /// A products request failed (A6).
    indirect case requestFailed(StoreError)
    /// The store sells other products than before. They are in the order of the screen,
    /// with hosted products last.
    case productsListed([ProductIdentifier])
    /// The hosted products are known, or changed; in the order of the content server. They are shown after
    /// those that the application sells by itself.
    case hostedProductsListed([HostedProduct])
    /// The store answers and the content server does not. It is asked again.
    case contentNotReached

    // MARK: Purchases

    /// The queue refused a payment before it became a transaction.
    indirect case paymentRefused(PaymentRefused)
    /// The user must confirm a payment before it goes to the store. The answer is the command `answer`.
    indirect case confirmationRequested(ConfirmationRequested)
    /// A transaction is new, or is still in flight: purchasing, deferred, or purchased and not delivered yet.
    indirect case transactionUpdated(PaymentTransaction)
    /// A transaction was paid, delivered and finished (A6).
    indirect case transactionSucceeded(PaymentTransaction)
    /// A transaction failed and was finished (A6). Its `error` says why.
    indirect case transactionFailed(PaymentTransaction)
    /// A payment changed a subscription without a charge, and was finished. Its `renewalChange` says what
    /// changes, and from when.
    indirect case subscriptionChanged(PaymentTransaction)
    /// A request to buy lapsed, and its transaction left the queue. This is its last state.
    indirect case transactionRemoved(PaymentTransaction)
    /// The store took a transaction back, and the account lost what it brought. Its `revocationDate` is set.
    indirect case transactionRevoked(PaymentTransaction)
    /// A paid transaction cannot be delivered now. It stays in the queue and is handed out again
    /// at the next start.
    indirect case deliveryFailed(PaymentTransaction, reason: DeliveryFailure)
    indirect case transactionsListed(TransactionsListed)
    /// Everything that is known about one transaction.
    indirect case transactionInspected(TransactionInspected)
    /// A scenario was played to its end.
    case scenarioPlayed(Scenario)

    // MARK: What is owned

    /// The balance is known, or changed.
    case balanceChanged(BalanceChanged)
    /// The account does not have the credits that the person wanted to spend. A store may say so
    /// even after the balance was posted without them, because another device was faster. Then they
    /// are in the balance again.
    case spendRefused(credits: Int, balance: Int)
    /// This many uses of credits and pieces wait because the store does not answer. They are already deducted
    /// from the balance, and go on by themselves. 0 says that no use waits any more.
    case usesWaiting(Int)
    /// This many percent of the account's changes have come from the store, 0…100. Posted while there are
    /// many of them, and at the end.
    case accountFetched(percent: Int)
    /// This device's data about the account was edited, lost or replaced by an earlier copy, and was counted
    /// again. Carries what was found, and the balance that counts. The store is asked for the rest; no
    /// purchase is lost.
    case accountRecounted(findings: [AccountFinding], balance: Int)
    /// What is owned is known, or changed. Posted at the start, after each purchase, restore or refund that
    /// changes it, and when a subscription runs out.
    indirect case entitlementsChanged(EntitlementsChanged)
    case subscriptionsListed(SubscriptionsListed)
    /// A restore began, or has brought back this many purchases so far.
    case restoreProgressed(restored: Int)
    /// A restore succeeded. `restored` also counts the purchases that are here already. `rejected` counts
    /// those that were left out because they came without a valid proof. Consumables are never restored: they
    /// are used up where they were bought.
    case restoreFinished(restored: Int, rejected: Int)
    /// A restore failed after this many purchases, which stay.
    indirect case restoreFailed(StoreError, restored: Int)

    // MARK: Content

    /// A download is new, or has changed.
    indirect case downloadUpdated(Download)
    indirect case bookOpened(BookOpened)
    /// The filters that are on are known, or changed. Only a filter that is owned can be on.
    case filtersChanged(Set<PhotoFilter>)
    /// A filter was not switched on because it is not owned. Nothing was charged.
    case filterRefused(PhotoFilter)
    /// The picture that the filters apply to.
    indirect case pictureOpened(Picture)
}
