internal import StoreModel

extension BusNotification {
    /// The name of the type that was posted, as code spells it.
    var name: String { String(describing: type(of: payload)) }

    /// What was posted.
    var payload: any Sendable {
        switch self {
        case .request(.products(let value)): value
        case .request(.purchase(let value)): value
        case .request(.answer(let value)): value
        case .request(.spend(let value)): value
        case .request(.transactions(let value)): value
        case .request(.action(let value)): value
        case .request(.settings(let value)): value
        case .storeOpened(let value): value
        case .storeUnavailable(let value): value
        case .productsFetched(let value): value
        case .requestFailed(let value): value
        case .transactionSucceeded(let value): value
        case .transactionFailed(let value): value
        case .transactionUpdated(let value): value
        case .transactionRemoved(let value): value
        case .transactionRevoked(let value): value
        case .deliveryFailed(let value): value
        case .paymentRefused(let value): value
        case .confirmationRequested(let value): value
        case .balanceChanged(let value): value
        case .spendRefused(let value): value
        case .ledgerTampered(let value): value
        case .transactionsListed(let value): value
        case .actionFailed(let value): value
        case .settingsChanged(let value): value
        case .networkChanged(let value): value
        }
    }
}
