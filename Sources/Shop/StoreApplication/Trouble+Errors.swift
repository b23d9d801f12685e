internal import DeviceStorage
package import StoreEvents
internal import StoreModel

// How the errors of the application and of its parts are told to people.
extension Trouble {
    /// What people are told about an error of the application or of its parts.
    package init(_ error: any Error) {
        switch error {
        case let error as StorageError: self = .storage(error)
        case is VerificationFailure: self = .purchaseNotProved
        case let error as ReplicaError: self = .of(error)
        case let error as TrustError: self = .trust(error)
        case let error as StoreAdministrationError: self = .of(error)
        case let trouble as Trouble: self = trouble
        case let error as StoreError: self = .of(error)
        default: self = .described("\(error)")
        }
    }

    private static func of(_ error: ReplicaError) -> Trouble {
        switch error {
        case .notEnough(nil, let available): .notEnoughCredits(balance: available)
        case .notEnough(let product?, let available):
            .notEnoughPieces(product: product.rawValue, left: available)
        case .notUsed(let error): .notUsed(error)
        case .usedAndUnread: .usedAndUnread
        case .interrupted: .recountInterrupted
        case .storage(let error): .storage(error)
        }
    }

    private static func of(_ error: StoreAdministrationError) -> Trouble {
        switch error {
        case .noTransactionFound: .noTransactionFound
        // Only an administrator of all accounts meets the others.
        case .invalidAction, .notShareable, .keyOfSeveral, .noAuthorityKeys: .invalidAction
        case .notEntitled: .notEntitled
        case .cannotPlay(let refusal): .cannotPlay(refusal)
        case .notInCatalogue(let product): .notInCatalogue(product: product.rawValue.debugDescription)
        case .serviceUnavailable(let error): .storage(error)
        case .failed(.signInNeeded, _): .signInForSubscriptions
        case .failed(.unreadableAnswer, _): .unreadableMaybeDone
        case .failed(.networkDown, _): .storeNotReached
        case .failed(let error, let store):
            Trouble(saidBy: error)
                ?? (error.isNetworkFailure
                    ? .noAnswer(store: store) : .refused(store: store, status: error.code))
        }
    }

    private static func of(_ error: StoreError) -> Trouble {
        switch error {
        case .accountTaken: .accountTaken
        case .forgottenPassword: .wrongPassword
        default: Trouble(saidBy: error) ?? (error.domain == .account ? .signInNeeded : .storeNotReached)
        }
    }
}
