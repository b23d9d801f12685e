internal import StoreEvents
internal import StoreModel
internal import StoreWire

/// The events that the `SessionCoordinator` hands its `SessionStateMachine`,
/// and the effects that this wants done.
enum SessionEvent: Hashable, Sendable {
    /// The program begins, with the session that this device keeps, and the certificates that it knows.
    case started(StoreWire.Session?, known: StoreCertificates?)
    /// The store of a kept session was met.
    case met(StoreWire.Session, trusting: StoreCertificates)
    case notMet
    case answered(SignInAnswer)
    case signedIn(StoreWire.Session, trusting: StoreCertificates)
    /// The store did not let the person in, or could not be reached.
    case signInRefused(account: String, StoreError)
    /// The store let the visitor in for whom a host vouches.
    case visited(StoreWire.Session, trusting: StoreCertificates)
    case visitRefused
    case signOutRequested
    /// The person wants to buy, or to restore.
    case requested(StorefrontCommand)
    case pricesFetched(isComplete: Bool)
    /// The person did something that only an account can do.
    case accountNeeded
    case networkIsUp
    /// The store does not know a token any more. The device keeps `kept` by
    /// then, perhaps from another program.
    case tokenRefused(String, kept: StoreWire.Session?)
    /// A transaction came that does not carry a signature that counts.
    case notVerified
    case certificatesFetched(StoreWire.Certificates)
    /// These certificates count from now on.
    case trusted(StoreCertificates)
    /// What answers in the store's place is not the store.
    case notTrusted(TrustError)
}

/// What a `SessionStateMachine` wants done: a `SessionEffectRunner` does it.
enum SessionEffect: Hashable, Sendable {
    /// Close whatever is open. What is on its way is in the journal.
    case close
    case openAnonymous
    case open(StoreWire.Session, trusting: StoreCertificates)
    /// Let the open application go on with another token.
    case renew(token: String)
    /// Meet the store of a kept session: `met` or `notMet`.
    case meet(StoreWire.Session)
    /// Sign in, and keep the session: `signedIn`, or `signInRefused` behind the events that wait.
    case signIn(SignInAnswer)
    /// Let the visitor in, and keep the session: `visited` or `visitRefused`.
    case visit
    case forget(StoreWire.Session)
    /// Tell the store of the sessions that ended here, now or later.
    case tellEnded
    case ask(accountName: String?, reason: StoreError?)
    case saySignedIn(StoreWire.Session)
    case saySignedOut
    /// Fetch the prices of everything: `pricesFetched` behind the events that wait.
    case fetchPrices
    /// Do what the person signed in for.
    case send(StorefrontCommand)
    /// Fetch the store's certificates: `certificatesFetched` or `notTrusted`, sooner or
    /// later; nothing without a network.
    case fetchCertificates
    /// Take certificates if they may count: `trusted`.
    case trust(StoreWire.Certificates)
    case giveUp(TrustError)
}
