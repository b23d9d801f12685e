package import StoreModel

/// Why a manager of the application did not do what the person wanted, where nothing that it uses failed. The program has the
/// sentences.
package enum ApplicationError: Error, Hashable {
    /// A payment waits because of this; the queue sends it again.
    case paymentWaits(StoreError)
    case bookNotHere
    case bookUnreadable
    case bookNotText(path: String)
    case letterNeedsSubscription
    case letterExpired
    /// Nobody is signed in, and settings belong to an account.
    case settingsNeedAccount
}
