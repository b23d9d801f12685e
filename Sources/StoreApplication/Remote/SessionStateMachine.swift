internal import EventBus
internal import Logging
internal import StoreClient
internal import StoreModel
internal import StorefrontMessages

/// Who is signed in, and what becomes of it: one event after the other, each to its end.
struct SessionStateMachine {
    /// An account whose application is open.
    private struct Customer {
        var session: StoreWire.Session
        let chain: StoreCertificates
        let client: HTTPStore
        let application: Application
    }

    private let store: RemoteStore
    private let bus: EventBus
    private let threadGuard: ThreadGuard
    private let events: AsyncStream<SessionEvent>.Continuation
    private var customer: Customer?
    private var anonymous: AnonymousStorefront?
    /// What somebody asked for who was not signed in.
    private var pending: StorefrontCommand?

    init(
        store: RemoteStore, bus: EventBus, threadGuard: @escaping ThreadGuard,
        events: AsyncStream<SessionEvent>.Continuation
    ) {
        self.threadGuard = threadGuard
        self.store = store
        self.bus = bus
        self.events = events
    }

    /// Lets in whoever is signed in; without a network, too, if this store was met before.
    ///
    /// - Throws: `TrustError`, `StorageError`.
    mutating func open() async throws {
        tellEnded()
        guard let session = store.sessions.read() else { return try await identify() }
        do {
            if let known = await store.trust.known() {
                try await admit(session, trusting: known)
                fetchCertificates()
            } else {
                try await admit(session, trusting: store.meet())
            }
        } catch is StoreError {
            openWindow()
        }
    }

    /// Ends the work of whoever is there. What is on its way is in the journal.
    mutating func close() async {
        await anonymous?.close()
        await customer?.application.close()
        (anonymous, customer) = (nil, nil)
    }

    /// Does what an event calls for.
    ///
    /// - Throws: `TrustError`, `StorageError`: nothing more can be done here.
    mutating func take(_ event: SessionEvent) async throws {
        switch event {
        case .answered(.cancelled): pending = nil
        case .answered(.signIn(let account, let password)):
            try await signIn(StoreWire.Credentials(account: account, password: password.text), isNew: false)
        case .answered(.createAccount(let account, let password)):
            try await signIn(StoreWire.Credentials(account: account, password: password.text), isNew: true)
        case .signOutRequested: try await signOut()
        case .commanded(let command):
            guard customer == nil else { return }
            pending = command
            try await identify()
        case .accountNeeded: if customer?.client.isSignedIn != true { try await identify() }
        case .networkIsUp: if customer == nil, !store.hasAccounts { try await identify() }
        case .tokenRefused: try await tokenRefused()
        case .notTrusted(let error): throw error
        case .certificatesFetched(let certificates):
            let chain = try await store.trust.accept(certificates)
            // Signatures of another key count from now on: what was refused for it is delivered.
            if let customer, customer.chain != chain { try await admit(customer.session, trusting: chain) }
        case .notVerified: fetchCertificates()
        }
    }

    /// Finds out who buys: from the host where it vouches for that, else from the person. Without a way to the store there are
    /// only prices, until there is one.
    private mutating func identify() async throws {
        guard !store.hasAccounts else { return hasOpened ? ask() : openWindow() }
        do {
            let chain = try await store.meet()
            guard let session = try await store.visit() else { return }
            try await serve(session, trusting: chain)
            await sendPending()
        } catch let error as StoreError {
            Logger(label: "store").error("The visitor was not let in: \(error)")
            if !hasOpened { openWindow() }
        }
    }

    /// Whether there is somebody at the counter, or the anonymous.
    private var hasOpened: Bool { customer != nil || anonymous != nil }

    private func ask(because reason: StoreError? = nil) {
        let reason = reason ?? (customer == nil ? nil : .signInNeeded)
        bus.publish(
            .signInRequested(
                SignInRequested(
                    storeName: store.address.description, accountName: customer?.session.name, reason: reason)))
    }

    /// The certificates come first: a password is not for a store that is another one than before.
    private mutating func signIn(_ credentials: StoreWire.Credentials, isNew: Bool) async throws {
        do {
            let chain = try await store.meet()
            let session =
                try await isNew
                ? store.accounts.createAccount(credentials) : store.accounts.signIn(credentials)
            try store.keep(session)
            bus.publish(.signedIn(SignedIn(accountName: session.name, environment: session.environment)))
            try await serve(session, trusting: chain)
            tellEnded()
            await sendPending()
        } catch let error as StoreError {
            bus.publish(
                .signInRequested(
                    SignInRequested(
                        storeName: store.address.description, accountName: credentials.account, reason: error)))
        }
    }

    /// Goes on with a new session: with whoever is there, or with somebody else.
    private mutating func serve(_ session: StoreWire.Session, trusting chain: StoreCertificates) async throws {
        if customer?.session.account == session.account, customer?.chain == chain {
            customer?.session = session
            customer?.client.renew(sessionToken: session.token)
        } else {
            try await admit(session, trusting: chain)
        }
    }

    private mutating func signOut() async throws {
        guard let session = customer?.session else { return }
        await close()
        try store.forget(session)
        tellEnded()
        bus.publish(.signedOut)
        openWindow()
    }

    /// The store may be told later than the person.
    private func tellEnded() { Task { [store] in await store.tellEnded() } }

    /// Another program on the same data may have signed in again already.
    private mutating func tokenRefused() async throws {
        guard let customer, !customer.client.isSignedIn else { return }
        if let session = store.sessions.read(), session.account == customer.session.account,
            session.token != customer.session.token
        {
            self.customer?.session = session
            customer.client.renew(sessionToken: session.token)
        } else {
            try await identify()
        }
    }

    /// Opens the application of an account, after that of whoever was there.
    private mutating func admit(_ session: StoreWire.Session, trusting chain: StoreCertificates) async throws {
        await close()
        let (open, client) = try store.open(session, trusting: chain, bus: bus) { [events] in
            events.yield(.tokenRefused)
        }
        let application = try Application(store: open, bus: bus, threadGuard: threadGuard)
        customer = Customer(session: session, chain: chain, client: client, application: application)
        try await application.start()
        application.auditInBackground()
        // Its queue sells what it has seen prices of.
        bus.send(.products)
    }

    private mutating func openWindow() {
        let anonymous = AnonymousStorefront(
            store: store.anonymous(), content: store.anonymousContent(), visitorName: store.visitorName, bus: bus)
        self.anonymous = anonymous
        anonymous.open()
        // Where nobody could buy, there are no prices to wait for either.
        fetchCertificates()
    }

    /// Goes on with what the sign-in was for.
    private mutating func sendPending() async {
        guard let command = pending, let customer else { return }
        pending = nil
        guard await customer.application.prices(of: customer.application.purchases.productIdentifiers) != nil else {
            return
        }
        bus.send(command)
    }

    private func fetchCertificates() {
        Task { [store, events] in
            do { events.yield(.certificatesFetched(try await store.certificates())) } catch let error as TrustError {
                events.yield(.notTrusted(error))
            } catch {
                // Without a way to the store, what counted before does.
            }
        }
    }
}
