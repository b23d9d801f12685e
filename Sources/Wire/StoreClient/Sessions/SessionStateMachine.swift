internal import StoreEvents
internal import StoreModel
internal import StoreWire

/// Decides who is signed in, and what follows from that, one event of the `SessionCoordinator` after the
/// other. `SessionEffectRunner` passes them on, does the work, and reports the results.
struct SessionStateMachine {
    enum State: Hashable, Sendable {
        case closed
        /// Nobody is signed in. Only prices are shown.
        case anonymous
        case customer(Customer)
    }

    /// An account whose application is open.
    struct Customer: Hashable, Sendable {
        var session: StoreWire.Session
        var chain: StoreCertificates
        /// Whether the store still knows the session.
        var isSignedIn = true
    }

    /// Whether people sign in. If not, a host vouches for its visitors.
    let hasAccounts: Bool
    private(set) var state = State.closed
    /// The commands that no application has taken. They wait for a sign-in.
    private(set) var pending: [StorefrontCommand] = []
    /// Whether the person is waiting for the answer to a sign-in.
    private(set) var isSigningIn = false

    private var customer: Customer? {
        if case .customer(let customer) = state { customer } else { nil }
    }

    /// Takes an event, and returns what is to be done, in order. The last effect may report the next event.
    mutating func take(_ event: SessionEvent) -> [SessionEffect] {
        switch event {
        case .started(let session?, let known?):
            [.tellEnded] + serve(session, trusting: known) + [.fetchCertificates]
        case .started(let session?, nil): [.tellEnded, .fetchTrustedCertificates(for: session)]
        case .started(nil, _): [.tellEnded] + identify()
        case .storeReached(let session, let chain): serve(session, trusting: chain)
        case .storeNotReached: openAnonymous()
        case .answered(let answer): take(answer)
        case .signedIn(let session, let chain): signedIn(session, trusting: chain)
        case .signInRefused(let account, let error): signInRefused(account, error)
        case .visited(let session, let chain): serve(session, trusting: chain) + prepare()
        case .visitRefused: visitRefused()
        case .signOutRequested: signOut()
        case .requested(let command): request(command)
        case .sendDue: fulfil()
        case .accountNeeded: customer?.isSignedIn == true ? [] : customer == nil ? identify() : [.readKept]
        case .keptRead(let kept): goOn(with: kept, isSaid: true) ?? identify()
        // Without a network a host could not vouch, so it is asked again. People sign in when they
        // want something.
        case .networkIsUp, .visitDue: !hasAccounts && customer?.isSignedIn != true ? identify() : []
        case .tokenRefused(let token, let kept): tokenRefused(token, kept: kept)
        case .notVerified: [.fetchCertificates]
        case .certificatesFetched(let certificates): [.trust(certificates)]
        case .trusted(let chain): trust(chain)
        case .notTrusted(let error): [.giveUp(error)]
        }
    }

    /// Finds out who buys. The host says so if it vouches. Otherwise the person is asked, but only after
    /// asking for something.
    private mutating func identify() -> [SessionEffect] {
        guard hasAccounts else { return [.visit] }
        return switch state {
        case .closed: openAnonymous()
        case .anonymous: [.ask(accountName: nil, reason: nil)]
        case .customer(let customer): [.ask(accountName: customer.session.name, reason: .signInNeeded)]
        }
    }

    /// Nobody can buy yet, so the certificates do not wait for prices: they are fetched at once. A visitor
    /// is announced again.
    private mutating func openAnonymous() -> [SessionEffect] {
        state = .anonymous
        let opening: [SessionEffect] = [.openAnonymous, .fetchCertificates]
        return hasAccounts ? opening : opening + [.visitLater]
    }

    /// Continues with a new session, of the same account or another one. One account is closed before the
    /// next one is named.
    private mutating func serve(
        _ session: StoreWire.Session, trusting chain: StoreCertificates,
        announcing effects: [SessionEffect] = []
    ) -> [SessionEffect] {
        defer { state = .customer(Customer(session: session, chain: chain)) }
        guard let customer, customer.session.account == session.account, customer.chain == chain else {
            return [.close] + effects + [.open(session, trusting: chain)]
        }
        return effects + [.renew(token: session.token)]
    }

    private mutating func take(_ answer: SignInAnswer) -> [SessionEffect] {
        isSigningIn = answer != .cancelled
        if isSigningIn { return [.signIn(answer)] }
        pending = []
        return []
    }

    private mutating func signedIn(
        _ session: StoreWire.Session, trusting chain: StoreCertificates
    ) -> [SessionEffect] {
        isSigningIn = false
        return serve(session, trusting: chain, announcing: [.saySignedIn(session)]) + [.tellEnded] + prepare()
    }

    /// A person who has cancelled meanwhile is not asked again.
    private mutating func signInRefused(_ account: String, _ error: StoreError) -> [SessionEffect] {
        guard isSigningIn else { return [] }
        isSigningIn = false
        return [.ask(accountName: account, reason: error)]
    }

    /// The visit is repeated until the store lets the visitor in. The commands that waited for it are dropped,
    /// and the person, who may ask again, is told.
    private mutating func visitRefused() -> [SessionEffect] {
        guard state != .closed else { return openAnonymous() }
        guard customer?.isSignedIn != true else { return [] }
        let effects: [SessionEffect] = pending.isEmpty ? [] : [.sayNotReached]
        pending = []
        return effects + [.visitLater]
    }

    private mutating func signOut() -> [SessionEffect] {
        guard let session = customer?.session else { return [] }
        pending = []
        return [.close, .forget(session), .tellEnded, .saySignedOut] + openAnonymous()
    }

    /// Notes a command that no application has taken, and finds out who buys. An application that has opened
    /// meanwhile gets it.
    private mutating func request(_ command: StorefrontCommand) -> [SessionEffect] {
        if !pending.contains(command) { pending.append(command) }
        return customer == nil ? identify() : prepare()
    }

    /// Has the commands that wait sent, but after the events that are there already: a cancellation among
    /// them wins.
    private func prepare() -> [SessionEffect] { pending.isEmpty ? [] : [.sendLater] }

    /// Sends the commands that waited.
    private mutating func fulfil() -> [SessionEffect] {
        guard customer != nil else { return [] }
        defer { pending = [] }
        return pending.map(SessionEffect.send)
    }

    /// Continues with the session that the device keeps, if another program on the same data has signed the
    /// same account in. Otherwise nil. `isSaid` says so to a person who has been asked to sign in.
    private mutating func goOn(with kept: StoreWire.Session?, isSaid: Bool = false) -> [SessionEffect]? {
        guard let kept, let customer, kept.account == customer.session.account,
            kept.token != customer.session.token
        else { return nil }
        return serve(
            kept, trusting: customer.chain, announcing: isSaid && hasAccounts ? [.saySignedIn(kept)] : [])
    }

    /// Asks the person to sign in again, unless that has already been done in another program.
    private mutating func tokenRefused(_ token: String, kept: StoreWire.Session?) -> [SessionEffect] {
        guard var customer, customer.session.token == token else { return [] }
        if let effects = goOn(with: kept) { return effects }
        customer.isSignedIn = false
        state = .customer(customer)
        return identify()
    }

    /// Trusts another key's signatures from now on. Transactions that were refused because of the old key
    /// are delivered.
    private mutating func trust(_ chain: StoreCertificates) -> [SessionEffect] {
        guard var customer, customer.chain != chain else { return [] }
        customer.chain = chain
        state = .customer(customer)
        return [.close, .open(customer.session, trusting: chain)]
    }
}
