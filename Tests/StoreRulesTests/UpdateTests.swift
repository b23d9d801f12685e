import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// What the store tells those who listen.
@Suite(.timeLimit(.minutes(5))) struct UpdateTests {
    @Test(
        "Changes are told in order, whichever store over the same files made them", arguments: [false, true])
    func changesAreTold(byAnother: Bool) async throws {
        let fixture = try await StoreFixture { $0.asksToBuy = true }
        let maker = byAnother ? try fixture.sibling() : fixture.store
        var updates = fixture.store.updates().makeAsyncIterator()

        try await fixture.buy("a")
        #expect(await updates.next() == .accountChanged(revision: 1))
        try await maker.perform(.approve, on: "a")
        #expect(await updates.next() == .accountChanged(revision: 2))

        var settings = try await maker.settings()
        settings.asksToBuy = false
        settings.network = .down
        try await maker.apply(settings)
        #expect(await updates.next() == .settingsChanged(settings))
        #expect(await updates.next() == .networkChanged(isUp: false))

        try await maker.perform(.refund, on: "a")
        #expect(await updates.next() == .accountChanged(revision: 3))

        settings.network = .up
        try await maker.apply(settings)
        #expect(await updates.next() == .settingsChanged(settings))
        #expect(await updates.next() == .networkChanged(isUp: true))
    }

    @Test func `Each listener has a stream of its own, from when it began to listen`() async throws {
        let fixture = try await StoreFixture()
        var early = fixture.store.updates().makeAsyncIterator()
        try await fixture.set { $0.asksToBuy = true }
        let first = try await fixture.store.settings()
        var late = fixture.store.updates().makeAsyncIterator()
        try await fixture.set { $0.delayMilliseconds = 5 }
        let second = try await fixture.store.settings()
        #expect(await early.next() == .settingsChanged(first))
        #expect(await early.next() == .settingsChanged(second))
        #expect(await late.next() == .settingsChanged(second))
    }

    @Test func `Several changes of the account are told once to a listener that is late, and the newest`()
        async throws
    {
        let fixture = try await StoreFixture()
        let updates = fixture.store.updates()
        for key: IdempotencyKey in ["a", "b", "c"] {
            try await fixture.buy(key)
            // When this returns, what changed before is told, too.
            try await fixture.set { $0.allowsGracePeriod.toggle() }
        }
        fixture.store.store.end()
        var changes: [StoreUpdate] = []
        for await update in updates { changes.append(update) }
        #expect(changes.count == 4 && changes.contains(.accountChanged(revision: 3)))
        let others = changes.filter { if case .settingsChanged = $0 { true } else { false } }
        #expect(others.count == 3)
    }

    @Test func `A failure that a purchase used up changes the settings for those who listen`() async throws {
        let fixture = try await StoreFixture { $0.nextFailure = .cannotConnect }
        var updates = fixture.store.updates().makeAsyncIterator()
        try await fixture.buy("a")
        #expect(await updates.next() == .settingsChanged(StoreSettings()))
    }

    @Test(arguments: [TransactionAction.approve, .decline])
    func `A purchase that somebody was asked about is told once it is decided`(
        action: TransactionAction
    ) async throws {
        let fixture = try await StoreFixture { $0.asksToBuy = true }
        try await fixture.buy("a")
        var updates = fixture.store.updates().makeAsyncIterator()
        try await fixture.store.perform(action, on: "a")
        #expect(await updates.next() == .accountChanged(revision: 2))
    }

    @Test func `A purchase that was resolved is told; an action that was refused is not`() async throws {
        let fixture = try await StoreFixture { $0.interruptsPurchases = true }
        try await fixture.buy("a")
        var updates = fixture.store.updates().makeAsyncIterator()
        await #expect(throws: StoreAdministrationError.invalidAction) {
            try await fixture.store.perform(.approve, on: "a")
        }
        try await fixture.store.perform(.resolve, on: "a")
        // For the payment and the purchase that it led to.
        #expect(await updates.next() == .accountChanged(revision: 3))
        // This is what is told next, and not a second change of the account.
        try await fixture.set { $0.interruptsPurchases = false }
        #expect(await updates.next() == .settingsChanged(StoreSettings()))
    }

    @Test func `What another store over the same files buys, finishes and uses is told, too`() async throws {
        let fixture = try await StoreFixture()
        let other = try fixture.sibling()
        var updates = fixture.store.updates().makeAsyncIterator()
        let bought = try await other.buy("a")
        #expect(await updates.next() == .accountChanged(revision: 1))
        try await other.finish(#require(bought.finished))
        #expect(await updates.next() == .accountChanged(revision: 2))
        let use = Use(
            id: UseIdentifier(rawValue: "00000000-0000-7000-8000-000000000001"), amount: 5,
            date: fixture.time.source.now())
        _ = try await other.use(use)
        #expect(await updates.next() == .accountChanged(revision: 3))
    }

    @Test func `A subscription that will not renew is told, though no purchase has changed`() async throws {
        let fixture = try SubscriptionFixture()
        let bought = try await fixture.buy(SubscriptionFixture.gold)
        var updates = fixture.customer.updates().makeAsyncIterator()
        _ = try fixture.customer.perform(.cancel, on: #require(bought.transactionIdentifier))
        #expect(await updates.next() == .accountChanged(revision: 1))
    }

    @Test(
        "Reading all accounts takes a tenth of the time, unless the pause would be longer than two seconds",
        arguments: [
            (Duration.milliseconds(10), true, Duration.milliseconds(90)), (.seconds(35), true, .seconds(2)),
            (.seconds(35), false, .zero),
        ])
    func pause(duration: Duration, isRead: Bool, pause: Duration) {
        #expect(ChangeFeed.pause(after: duration, isRead: isRead) == pause)
    }

    @Test func `While the database cannot be read, the log has one line, and one more when it can be`()
        async throws
    {
        let fixture = try await StoreFixture()
        let database = fixture.store.store.database
        let log = Recorder<String>()
        let feed = ChangeFeed(database: database, renewals: WorkTimer(time: fixture.time.source)) {
            log.note([$0])
        }
        let updates = feed.stream(for: fixture.store.account.identifier)
        try database.write { _ = try $0.execute("ALTER TABLE testing RENAME TO away") }
        for _ in 1...3 { #expect(!feed.refresh()) }
        #expect(log.calls.count == 1 && log.calls[0].hasPrefix("Updates are late: "), "\(log.calls)")
        try database.write { _ = try $0.execute("ALTER TABLE away RENAME TO testing") }
        for _ in 1...3 { #expect(feed.refresh()) }
        #expect(log.calls.dropFirst() == ["Updates are no longer late."], "\(log.calls)")
        withExtendedLifetime(updates) {}
    }

    @Test func `When a store has ended, its streams end, also those that begin later`() async throws {
        let fixture = try await StoreFixture()
        let early = fixture.store.updates()
        fixture.store.store.end()
        for stream in [early, fixture.store.updates()] { for await _ in stream {} }
    }

    @Test func `Streams end when the store is released`() async throws {
        let folder = try TemporaryDirectory()
        var store: AppStore? = try AppStore(testedIn: folder.path, catalogue: .bundled())
        weak let released = store
        var session = try store?.embeddedSession()
        let streams = try [#require(session).updates(), #require(session).updates()]
        (store, session) = (nil, nil)
        for stream in streams { for await _ in stream {} }
        #expect(released == nil)
    }
}

/// Not in `UpdateTests`: of a suite's limit and a test's the shorter one counts, and on PostgreSQL this takes
/// minutes.
@Suite(.timeLimit(.minutes(20))) struct LeavingListenerTests {
    @Test func `Those who listen may leave at the moment when something is told`() async throws {
        let fixture = try await StoreFixture()
        let changes = Task {
            while !Task.isCancelled {
                try await fixture.set { $0.delayMilliseconds = $0.delayMilliseconds == 0 ? 1 : 0 }
                // Those who listen need a thread, too, even if there are only two.
                await Task.yield()
            }
        }
        await withTaskGroup { group in
            for _ in 1...3 {
                group.addTask {
                    for _ in 1...1000 {
                        let (heard, first) = AsyncStream.makeStream(of: Void.self)
                        let updates = fixture.store.updates()
                        let reader = Task { for await _ in updates { first.yield() } }
                        for await _ in heard { break }
                        reader.cancel()
                        await reader.value
                    }
                }
            }
        }
        changes.cancel()
        try await changes.value
    }
}
