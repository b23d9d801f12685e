internal import StoreClient
internal import StoreModel
internal import StorefrontMessages

/// What may change who buys.
enum SessionEvent: Sendable {
    /// The person answered the sign-in sheet.
    case answered(SignInAnswer)
    /// The person wants to sign out.
    case signOutRequested
    /// The person wants to buy, or to restore.
    case commanded(StorefrontCommand)
    /// The person did something that only an account can do.
    case accountNeeded
    /// There is a way to the store again.
    case networkIsUp
    /// The store does not know a session any more.
    case tokenRefused
    /// The store's certificates, as they are now.
    case certificatesFetched(StoreWire.Certificates)
    /// Whoever answers in the store's place is not the store.
    case notTrusted(TrustError)
    /// A transaction came that does not carry a signature that counts.
    case notVerified
}
