/// What happened, as it crosses the bus: the application publishes it, and the screens show it.
///
/// This is the whole list. The screen and its log switch over it, so one that they do not know is not compiled.
package enum StorefrontEvent: Hashable, Sendable {
    case storeOpened(StoreOpened)
    case storeUnavailable(StoreUnavailable)
    case productsFetched(ProductsFetched)
    case requestFailed(RequestFailed)
    case transactionSucceeded(TransactionSucceeded)
    case transactionFailed(TransactionFailed)
    case transactionUpdated(TransactionUpdated)
    case transactionRemoved(TransactionRemoved)
    case transactionRevoked(TransactionRevoked)
    case deliveryFailed(DeliveryFailed)
    case paymentRefused(PaymentRefused)
    case confirmationRequested(ConfirmationRequested)
    case balanceChanged(BalanceChanged)
    case spendRefused(SpendRefused)
    case ledgerTampered(LedgerTampered)
    case transactionsListed(TransactionsListed)
    case subscriptionsListed(SubscriptionsListed)
    case actionFailed(ActionFailed)
    case settingsChanged(SettingsChanged)
    case networkChanged(NetworkChanged)
    case hostedProductsListed(HostedProductsListed)
    case downloadUpdated(DownloadUpdated)
    case bookOpened(BookOpened)
    case restoreProgressed(RestoreProgressed)
    case restoreFinished(RestoreFinished)
    case restoreFailed(RestoreFailed)
    case entitlementsChanged(EntitlementsChanged)
    case signInRequested(SignInRequested)
    case signedIn(SignedIn)
    /// Nobody is signed in any more: the person signed out.
    case signedOut
    case filtersChanged(FiltersChanged)
    case filterRefused(FilterRefused)
    case pictureOpened(PictureOpened)
    case hostSaid(HostSaid)
    /// The visitor is not known: what is bought ends with the visit.
    case guestWelcomed
}
