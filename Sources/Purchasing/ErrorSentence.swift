internal import DurableStorage
internal import StoreModel

/// The sentence for an error of the device's files, of the ledger or of the store's back room.
public func sentence(for error: any Error) -> String {
    switch error {
    case let error as StorageError: error.description
    case StoreTestingError.noTransactionFound: "The store does not know that transaction; nothing was changed."
    case StoreTestingError.invalidAction: "That cannot be done to the transaction any more; nothing was changed."
    case StoreTestingError.notEntitled:
        "Only an administrator of the store can do that; nothing was changed. Start with --admin-token-file."
    case StoreTestingError.serviceUnavailable(let reason): reason
    default: "\(error)"
    }
}
