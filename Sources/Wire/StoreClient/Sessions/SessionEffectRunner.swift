internal import Logging
internal import StoreApplication
internal import StoreEvents
internal import StoreModel
internal import StoreWire

/// Does what its `SessionStateMachine` decides about the events of a `SessionCoordinator`: opens and closes
/// applications, and asks the store.
struct SessionEffectRunner {
    let store: RemoteStore
    let bus: EventBus
    let threadGuard: ThreadGuard
    let events: AsyncStream<SessionEvent>.Continuation
    private(set) var machine: SessionStateMachine
    /// Gets the purchases and restores that are asked for on the bus.
    let application = OpenApplication()
    private(set) var customer: (application: Application, client: HTTPStore)?
    private(set) var anonymous: AnonymousStorefront?
    private(set) var visitPause = RetryPause()
    /// Waits for the next visit.
    private(set) var waiting: Task<Void, Never>?

    /// Does everything that follows from an event. Throws if nothing more can be done here.
    mutating func take(_ event: SessionEvent) async throws {
        for effect in machine.take(event) {
            if let next = try await perform(effect) { try await take(next) }
        }
    }

    /// Does one thing to its end, and returns the event to handle next.
    private mutating func perform(_ effect: SessionEffect) async throws -> SessionEvent? {
        switch effect {
        case .close: await close()
        case .openAnonymous:
            anonymous = AnonymousStorefront(store, bus: bus)
            try await anonymous?.open()
        case .open(let session, let chain): try await open(session, trusting: chain)
        case .readKept: return .keptRead(store.sessions.read())
        case .renew(let token): customer?.client.renew(sessionToken: token)
        case .fetchTrustedCertificates(let session):
            do {
                return .storeReached(session, trusting: try await store.fetchTrustedCertificates())
            } catch is StoreError {
                return .storeNotReached
            }
        case .signIn(.cancelled): break
        case .signIn(.signIn(let account, let password)):
            return try await signIn(as: account, password) { try await $0.signIn($1) }
        case .signIn(.createAccount(let account, let password)):
            return try await signIn(as: account, password) { try await $0.createAccount($1) }
        case .visit: return try await visit()
        case .visitLater: visitLater()
        case .forget(let session): try store.forget(session)
        // The store may be told after the person has been.
        case .tellEnded: Task { [store] in await store.tellEnded() }
        case .ask(let name, let reason):
            bus.publish(
                .signInRequested(
                    SignInRequested(storeName: store.address.description, accountName: name, reason: reason)))
        case .saySignedIn(let session):
            bus.publish(.signedIn(accountName: session.name, environment: session.environment))
        case .saySignedOut: bus.publish(.signedOut)
        case .sendLater: events.yield(.sendDue)
        case .send(let command): bus.send(command)
        case .sayNotReached: bus.publish(.actionFailed(.storeNotReached))
        case .fetchCertificates: fetchCertificates()
        case .trust(let certificates): return .trusted(try await store.trust.accept(certificates))
        case .giveUp(let error): throw error
        }
        return nil
    }

    /// Closes the open application or storefront. Unfinished payments are in the journal.
    mutating func close() async {
        waiting?.cancel()
        await anonymous?.close()
        // From now on, what is asked for waits for the next application.
        application.set(nil)
        await customer?.application.close()
        (anonymous, customer) = (nil, nil)
    }

    private mutating func open(_ session: StoreWire.Session, trusting chain: StoreCertificates) async throws {
        let (open, client) = try store.open(session, trusting: chain) { [events, sessions = store.sessions] in
            events.yield(.tokenRefused($0, kept: sessions.read()))
        }
        let new = try Application(
            store: open, bus: bus, unheard: [.purchase, .restore], threadGuard: threadGuard)
        customer = (new, client)
        application.set(new)
        try await new.start()
        new.recountInBackground()
        // Its queue sells only products whose prices it has seen.
        bus.send(.products)
    }

    /// Signs in, with the certificates first: a password must not go to a store that is not the same
    /// as before.
    private func signIn(
        as account: String, _ password: Password,
        _ session: (AccountClient, StoreWire.Credentials) async throws -> StoreWire.Session
    ) async throws -> SessionEvent? {
        do {
            let chain = try await store.fetchTrustedCertificates()
            let credentials = StoreWire.Credentials(account: account, password: password.text)
            let session = try await session(store.accounts, credentials)
            try store.keep(session)
            return .signedIn(session, trusting: chain)
        } catch let error as StoreError {
            events.yield(.signInRefused(account: account, error))
            return nil
        }
    }

    private mutating func visit() async throws -> SessionEvent? {
        waiting?.cancel()
        do {
            let chain = try await store.fetchTrustedCertificates()
            let session = try await store.visit()
            visitPause = RetryPause()
            return session.map { .visited($0, trusting: chain) }
        } catch let error as StoreError {
            Logger(label: "store").error("The visitor was not let in: \(error)")
            return .visitRefused
        }
    }

    private mutating func visitLater() {
        let pause = visitPause.next(store.time)
        waiting = Task { [time = store.time, events] in
            do { try await time.sleep(pause) } catch { return }
            events.yield(.visitDue)
        }
    }

    private func fetchCertificates() {
        Task { [store, events] in
            do { events.yield(.certificatesFetched(try await store.certificates())) } catch let error
                as TrustError
            {
                // A proxy whose store starts again gives no proof either. Who knows the store waits for it.
                if case .noProof = error, await store.trust.known() != nil { return }
                events.yield(.notTrusted(error))
            } catch {
                // If the store cannot be reached, the certificates from before are still trusted.
            }
        }
    }
}
