internal import StoreModel

/// Every notification on the bus, as one type: what the screen hears.
enum BusNotification: Hashable, Sendable {
    case request(StorefrontRequest)
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
    case actionFailed(ActionFailed)
    case settingsChanged(SettingsChanged)
    case networkChanged(NetworkChanged)
    case signInRequested(SignInRequested)
    case signedIn(SignedIn)
    case signedOut(SignedOut)
}
