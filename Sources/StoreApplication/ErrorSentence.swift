internal import FileSystem
internal import StoreModel

/// The sentence for an error of the device's files, of the ledger or of the store's administration.
package func sentence(for error: any Error) -> String {
    switch error {
    case let error as StorageError: error.description
    case StoreAdministrationError.noTransactionFound: "The store does not know that transaction; nothing was changed."
    case StoreAdministrationError.invalidAction: "That cannot be done to the transaction any more; nothing was changed."
    case StoreAdministrationError.notEntitled:
        "Only an administrator of the store can do that; nothing was changed."
    case StoreAdministrationError.serviceUnavailable(let reason): reason
    default: "\(error)"
    }
}
