package import FileSystem

/// An error of the device or the store that is said in a whole sentence. The English sentence comes with the error, for the commands,
/// which speak English only; the other languages have theirs in `Strings.sentence(for:)`.
package enum Trouble: Hashable, Sendable {
    case storage(StorageError)
    case ledgerChanged
    case recordOfOwnedChanged
    case storeUnreachable
    case transactionUnknown
    case actionImpossible
    case notEntitled
    case bookNotHere
    case bookUnreadable
    case bookNotText(path: String)
    case letterForSubscribers
    case letterRanOut
    case settingsNeedAccount
    case paymentKept(storeSays: String?)
}
