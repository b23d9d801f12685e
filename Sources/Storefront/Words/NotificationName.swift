internal import StoreModel

extension BusNotification {
    /// The name of the type that was posted, as code spells it. Written out: to ask the runtime for it takes longer than to
    /// draw a screen.
    var name: String {
        switch self {
        case .request(.products): "ProductsRequested"
        case .request(.purchase): "PurchaseRequested"
        case .request(.answer): "ConfirmationAnswered"
        case .request(.spend): "SpendRequested"
        case .request(.transactions): "TransactionsRequested"
        case .request(.action): "TransactionActionRequested"
        case .request(.settings): "SettingsChangeRequested"
        case .request(.signIn): "SignInAnswered"
        case .request(.signOut): "SignOutRequested"
        case .request(.restore): "RestoreRequested"
        case .request(.filter): "FilterToggleRequested"
        case .request(.clearFilters): "FiltersClearRequested"
        case .request(.picture): "PictureRequested"
        case .storeOpened: "StoreOpened"
        case .storeUnavailable: "StoreUnavailable"
        case .productsFetched: "ProductsFetched"
        case .requestFailed: "RequestFailed"
        case .transactionSucceeded: "TransactionSucceeded"
        case .transactionFailed: "TransactionFailed"
        case .transactionUpdated: "TransactionUpdated"
        case .transactionRemoved: "TransactionRemoved"
        case .transactionRevoked: "TransactionRevoked"
        case .deliveryFailed: "DeliveryFailed"
        case .paymentRefused: "PaymentRefused"
        case .confirmationRequested: "ConfirmationRequested"
        case .balanceChanged: "BalanceChanged"
        case .spendRefused: "SpendRefused"
        case .ledgerTampered: "LedgerTampered"
        case .transactionsListed: "TransactionsListed"
        case .actionFailed: "ActionFailed"
        case .settingsChanged: "SettingsChanged"
        case .networkChanged: "NetworkChanged"
        case .restoreProgressed: "RestoreProgressed"
        case .restoreFinished: "RestoreFinished"
        case .restoreFailed: "RestoreFailed"
        case .entitlementsChanged: "EntitlementsChanged"
        case .signInRequested: "SignInRequested"
        case .signedIn: "SignedIn"
        case .signedOut: "SignedOut"
        case .filtersChanged: "FiltersChanged"
        case .filterRefused: "FilterRefused"
        case .pictureOpened: "PictureOpened"
        }
    }
}
