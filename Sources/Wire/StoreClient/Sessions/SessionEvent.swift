internal import StoreEvents
internal import StoreModel
internal import StoreWire

/// The events that the `SessionCoordinator` passes to its `SessionStateMachine`. Below are the effects that
/// the state machine asks for.
enum SessionEvent: Hashable, Sendable {
    /// The program starts, with the session that this device keeps, and the certificates that it knows.
    case started(StoreWire.Session?, known: StoreCertificates?)
    /// The store of a kept session sent its certificates, and they are trusted.
    case storeReached(StoreWire.Session, trusting: StoreCertificates)
    /// The store of a kept session was not reached.
    case storeNotReached
    case answered(SignInAnswer)
    case signedIn(StoreWire.Session, trusting: StoreCertificates)
    /// The store did not let the person in, or could not be reached.
    case signInRefused(account: String, StoreError)
    /// The store signed in the visitor that a host vouches for.
    case visited(StoreWire.Session, trusting: StoreCertificates)
    case visitRefused
    /// The pause after an attempt to announce the visitor is over.
    case visitDue
    case signOutRequested
    /// The person wants to buy, or to restore, and no application was open.
    case requested(StorefrontCommand)
    /// The events that came first have been handled, so the commands that wait may be sent.
    case sendDue
    /// The person did something that only an account can do.
    case accountNeeded
    /// The session that the device keeps by now, perhaps from another program.
    case keptRead(StoreWire.Session?)
    case networkIsUp
    /// The store no longer knows a token. `kept` is the session that the device keeps by then, perhaps from
    /// another program.
    case tokenRefused(String, kept: StoreWire.Session?)
    /// A transaction came without a trusted signature.
    case notVerified
    case certificatesFetched(StoreWire.Certificates)
    /// These certificates are trusted from now on.
    case trusted(StoreCertificates)
    /// The program that answers at the store's address is not the store.
    case notTrusted(TrustError)
}

/// The work that a `SessionStateMachine` asks for. A `SessionEffectRunner` does it.
enum SessionEffect: Hashable, Sendable {
    /// Close the open application or storefront. Unfinished payments are in the journal.
    case close
    case openAnonymous
    case open(StoreWire.Session, trusting: StoreCertificates)
    /// Read the session that the device keeps: `keptRead`.
    case readKept
    /// Continue the open application with another token.
    case renew(token: String)
    /// Fetch the certificates of a kept session's store, and accept them if they are trusted: `storeReached`
    /// or `storeNotReached`.
    case fetchTrustedCertificates(for: StoreWire.Session)
    /// Sign in, and keep the session: `signedIn`, or `signInRefused` after the events that wait.
    case signIn(SignInAnswer)
    /// Sign the visitor in, and keep the session: `visited` or `visitRefused`.
    case visit
    /// Wait before the next visit: `visitDue` after the pause, unless there is another visit first, or the
    /// application closes.
    case visitLater
    case forget(StoreWire.Session)
    /// Tell the store about the sessions that ended here, now or later.
    case tellEnded
    case ask(accountName: String?, reason: StoreError?)
    case saySignedIn(StoreWire.Session)
    case saySignedOut
    /// Let the events that wait come first, since the person may have cancelled: `sendDue` after them.
    case sendLater
    /// Send a command that waited for an application, which is open now.
    case send(StorefrontCommand)
    /// Say that what waited was not carried out: the store let nobody in.
    case sayNotReached
    /// Fetch the store's certificates: `certificatesFetched` or `notTrusted`, sooner or later. Without a
    /// network, no event follows, nor if this device knows the store and something else answers in its place
    /// without a proof.
    case fetchCertificates
    /// Accept certificates if they are trusted: `trusted`.
    case trust(StoreWire.Certificates)
    case giveUp(TrustError)
}
