package import StoreApplication
package import StoreEvents
internal import Synchronization

/// Signs people in and out at a store with accounts, for the screen of `monkeystore` (`Launch`). The bus is
/// connected to an account's application, or to the anonymous storefront, which only shows prices: one of
/// them at a time. The next one opens after the one before has closed, so nothing of one account is shown,
/// spent or credited as another's. Each account has its own files, and its unfinished work waits there.
/// Every event that may change who is signed in goes into one stream. One task handles these events, each to
/// its end.
package final class SessionCoordinator: Sendable {
    private let events: AsyncStream<SessionEvent>
    private let runner: SessionEffectRunner
    private let giveUp: @Sendable (any Error) -> Void
    private let state = Mutex<(observations: [Observation], work: Task<Void, Never>?)>(([], nil))

    /// `threadGuard` does the work of a thread that an application starts. `giveUp` is told why nothing more
    /// can be bought or shown here.
    package init(
        store: RemoteStore, bus: EventBus, threadGuard: @escaping ThreadGuard,
        giveUp: @escaping @Sendable (any Error) -> Void
    ) {
        let (events, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
        self.events = events
        runner = SessionEffectRunner(
            store: store, bus: bus, threadGuard: threadGuard, events: continuation,
            machine: SessionStateMachine(hasAccounts: store.hasAccounts))
        self.giveUp = giveUp
    }

    package func open() {
        let (bus, events, application) = (runner.bus, runner.events, runner.application)
        let observations = [
            bus.observe(.signIn, .signOut, .purchase, .restore, .spend, .answer) { command in
                switch command {
                case .signIn(let answer): events.yield(.answered(answer))
                case .signOut: events.yield(.signOutRequested)
                case .purchase, .restore:
                    if !application.perform(command) { events.yield(.requested(command)) }
                case .spend, .answer(key: _, isConfirmed: true, priceLimit: _): events.yield(.accountNeeded)
                default: break
                }
            },
            bus.observe(.networkChanged, .deliveryFailed, .actionFailed) { event in
                switch event {
                case .networkChanged(isUp: true): events.yield(.networkIsUp)
                case .deliveryFailed(_, reason: .notVerified), .actionFailed(.purchasesLeftOut):
                    events.yield(.notVerified)
                default: break
                }
            },
        ]
        state.withLock { $0 = (observations, Task { [self] in await run() }) }
    }

    /// Ends the work. Unfinished payments are in the journal.
    package func close() async {
        let (observations, work) = state.withLock { $0 }
        observations.forEach { $0.cancel() }
        work?.cancel()
        await work?.value
    }

    private func run() async {
        var runner = runner
        let store = runner.store
        do {
            let known = await store.trust.known()
            try await runner.take(.started(store.sessions.read(), known: known))
            for await event in events { try await runner.take(event) }
            await runner.close()
        } catch {
            await runner.close()
            giveUp(error)
        }
    }
}
