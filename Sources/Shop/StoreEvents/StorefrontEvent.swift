package import StoreModel

/// What happened: the application publishes these events on the bus, and
/// the screens and commands observe them.
///
/// This is the whole list. The screen and its log switch over it without a default, so an event that
/// they do not handle does not compile.
package enum StorefrontEvent: Hashable, NamedMessage {
    // MARK: The store

    /// The application is ready: its files are open and its queue runs. Screens
    /// send their first commands on it.
    indirect case storeOpened(StoreOpened)
    /// The application cannot use its files or its catalogue, and the screens close.
    indirect case storeUnavailable(Trouble)
    /// The settings are known, or changed.
    indirect case settingsChanged(StorefrontSettings)
    /// Requests reach the store from now on, or they no longer do.
    case networkChanged(isUp: Bool)
    /// A command could not be done.
    indirect case actionFailed(Trouble)
    /// A line that the host of the store typed for everybody who is there.
    case hostSaid(String)

    // MARK: The account

    /// The store asks the person to sign in; the answer is the command `signIn`. A sheet shows it, before any
    /// confirmation sheet, until it is cancelled or `signedIn` comes. Posted again with a reason when an
    /// answer was refused: the same sheet then shows the reason.
    indirect case signInRequested(SignInRequested)
    /// An account is signed in. Its balance, purchases and settings come in events of their own. The
    /// environment says whether its purchases cost test money or real money.
    case signedIn(accountName: String, environment: StoreEnvironment)
    case signedOut
    /// The visitor is not known: what is bought ends with the visit.
    case guestWelcomed

    // MARK: Products

    /// Prices arrived (A6).
    case productsFetched(ProductsResponse)
    /// A products request failed (A6).
    indirect case requestFailed(StoreError)
    /// The store sells other products than before; in the order of the screen, where
    /// hosted ones stand behind the others.
    case productsListed([ProductIdentifier])
    /// The hosted products are known, or changed; in the order of the content server. They are sold behind
    /// those that the application sells by itself.
    case hostedProductsListed([HostedProduct])

    // MARK: Purchases

    /// The queue refused a payment before it became a transaction.
    indirect case paymentRefused(PaymentRefused)
    /// The user must confirm a payment before it goes to the store; the answer is the command `answer`.
    indirect case confirmationRequested(ConfirmationRequested)
    /// A transaction is new, or is still in flight: purchasing, deferred, or purchased and not delivered yet.
    indirect case transactionUpdated(PaymentTransaction)
    /// A transaction was paid, delivered and finished (A6).
    indirect case transactionSucceeded(PaymentTransaction)
    /// A transaction failed and was finished (A6); its `error` says why.
    indirect case transactionFailed(PaymentTransaction)
    /// A payment changed a subscription without a charge, and was finished; its
    /// `renewalChange` says what, and from when.
    indirect case subscriptionChanged(PaymentTransaction)
    /// A request to buy lapsed, and its transaction left the queue. This is its last state.
    indirect case transactionRemoved(PaymentTransaction)
    /// The store took the money of a transaction back, and the account lost what it
    /// brought; its `revocationDate` is set.
    indirect case transactionRevoked(PaymentTransaction)
    /// A paid transaction cannot be delivered now; it stays in the queue and is
    /// offered again at the next start.
    indirect case deliveryFailed(PaymentTransaction, reason: DeliveryFailure)
    indirect case transactionsListed(TransactionsListed)
    /// All that is known of one transaction.
    indirect case transactionInspected(TransactionInspected)
    /// A scenario was played to its end.
    case scenarioPlayed(Scenario)

    // MARK: What is owned

    /// The balance is known, or changed.
    case balanceChanged(BalanceChanged)
    /// The account does not have the credits that the person wanted to spend. A store may say so after the
    /// balance was told without them: another device was faster. They are back in the balance then.
    case spendRefused(credits: Int, balance: Int)
    /// So many uses of credits and pieces wait for the store, which does not answer. They are held back from
    /// the balance, and go on by themselves; 0 when they have.
    case usesWaiting(Int)
    /// So many percent of the account's changes have come from the store, 0…100: posted while there are
    /// many of them, and at their end.
    case accountFetched(percent: Int)
    /// What this device knows of the account was edited, lost or put back to an earlier copy,
    /// and was counted again: what was found, and the balance that counts. The store is asked
    /// for the rest; no purchase is lost.
    case accountRecounted(findings: [AccountFinding], balance: Int)
    /// What is owned is known, or changed: posted at the start, after each purchase, restore and refund that
    /// changes it, and when a subscription runs out.
    case entitlementsChanged(EntitlementsChanged)
    case subscriptionsListed(SubscriptionsListed)
    /// A restore began, or has brought back so many purchases so far.
    case restoreProgressed(restored: Int)
    /// A restore succeeded. `restored` counts the purchases that are here already, too; `rejected` those
    /// that came without a proof that counts here, and were left out. Consumables are never in it: they are
    /// used up where they were bought.
    case restoreFinished(restored: Int, rejected: Int)
    /// A restore failed after so many purchases; they stay.
    indirect case restoreFailed(StoreError, restored: Int)

    // MARK: Content

    /// A download is new, or has changed.
    indirect case downloadUpdated(Download)
    indirect case bookOpened(BookOpened)
    /// The filters that are on are known, or changed. Only a filter that is owned can be on.
    case filtersChanged(Set<PhotoFilter>)
    /// A filter was not switched on because it is not owned; nothing was charged.
    case filterRefused(PhotoFilter)
    /// The picture that filters are for.
    indirect case pictureOpened(Picture)
}
