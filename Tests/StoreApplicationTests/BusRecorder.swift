import EventBus
import StoreModel
import Synchronization

/// Keeps every fact that is posted on a bus, in order, for tests to wait for.
final class BusRecorder: Sendable {
    typealias Fact = any Hashable & Sendable

    private let state = Mutex<(facts: [Fact], waiters: [AsyncStream<Void>.Continuation])>(([], []))
    private let observations = Mutex<[Observation]>([])

    init(_ bus: EventBus) {
        func keep<N: Hashable & Sendable>(_: N.Type) -> Observation {
            bus.observe { [weak self] (fact: N) in self?.note(fact) }
        }
        let tokens = [
            keep(StoreOpened.self), keep(ProductsFetched.self), keep(RequestFailed.self), keep(PaymentRefused.self),
            keep(ConfirmationRequested.self), keep(TransactionUpdated.self), keep(TransactionSucceeded.self),
            keep(TransactionFailed.self), keep(TransactionRemoved.self), keep(TransactionRevoked.self),
            keep(DeliveryFailed.self), keep(BalanceChanged.self), keep(SpendRefused.self), keep(LedgerTampered.self),
            keep(TransactionsListed.self), keep(SettingsChanged.self), keep(NetworkChanged.self),
            keep(ActionFailed.self), keep(RestoreProgressed.self), keep(RestoreFinished.self), keep(RestoreFailed.self),
            keep(EntitlementsChanged.self),
            keep(FiltersChanged.self), keep(FilterRefused.self),
            keep(HostedProductsListed.self), keep(DownloadUpdated.self), keep(BookOpened.self),
            keep(SubscriptionsListed.self),
        ]
        observations.withLock { $0 = tokens }
    }

    /// All that was posted, in order.
    var facts: [Fact] { state.withLock { $0.facts } }

    /// The types of all that was posted, in order, without what is listed for the screen at each start, by queues of their own.
    var names: [String] {
        facts.filter { !($0 is FiltersChanged || $0 is HostedProductsListed) }.map { "\(type(of: $0))" }
    }

    /// All that was posted of one type, in order.
    func all<N: Hashable & Sendable>(_: N.Type = N.self) -> [N] { facts.compactMap { $0 as? N } }

    /// Returns the first notification of a type that matches, posted already or later, after `skipped` others of its type.
    /// Throws when the test's time is up.
    @discardableResult
    func first<N: Hashable & Sendable>(
        _: N.Type = N.self, skipping skipped: Int = 0, where matches: (N) -> Bool = { _ in true }
    ) async throws -> N {
        while true {
            let seen = facts
            let candidates = seen.compactMap { $0 as? N }.dropFirst(skipped)
            if let match = candidates.first(where: matches) { return match }
            let (news, waiter) = AsyncStream.makeStream(of: Void.self)
            state.withLock { state in
                if state.facts.count == seen.count { state.waiters.append(waiter) } else { waiter.finish() }
            }
            for await _ in news {}
            try Task.checkCancellation()
        }
    }

    /// Forgets what was posted until now.
    func forget() { state.withLock { $0.facts = [] } }

    private func note(_ fact: Fact) {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.facts.append(fact)
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }
}
