import DeviceStorage
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("A subscription on the device", .timeLimit(.minutes(5)))
struct SubscriptionTests {
    private static let bunch = MonkeyCredits.monthlyBunch
    private static let bigBunch = MonkeyCredits.bigMonthlyBunch
    private static let letter = BuiltInProducts.keepersLetter
    private static let month = Duration.seconds(30)

    /// A device whose months take half a minute.
    private let device: ApplicationHarness

    init() async throws {
        device = try await ApplicationHarness()
        try await device.set { $0.store.timeRate = .monthlyRenewalEveryThirtySeconds }
    }

    @Test(
        "is confirmed at the price of now, whenever the prices were fetched; if the store does not answer, the sheet knows"
    )
    func confirmation() async throws {
        try await device.bought(Self.bunch)
        let original = try #require(try device.store.subscriptions().first).originalTransactionIdentifier
        _ = try device.store.perform(.expire, on: original)
        // The prices are those from before the first purchase.
        try await device.bought(Self.bunch)
        _ = try device.store.perform(.expire, on: original)
        try await device.set { $0.store.network = .down }
        let key = try await device.buy(Self.bunch)
        try await device.recorder.first(Event.confirmationRequested) { $0.key == key }
        let sheets = device.recorder.all(Event.confirmationRequested)
        #expect(sheets.map { $0.product.subscription?.introductoryOffer != nil } == [true, false, true])
        #expect(sheets.map(\.isCurrent) == [true, true, false])
        #expect(device.recorder.all(Event.productsFetched).count == 1)
    }

    @Test func `brings nothing twice when the clock goes back through its periods and forth again`()
        async throws
    {
        try await device.bought(Self.bunch)
        let second = try await device.restart { $0.time.advance(by: Self.month * 2) }
        #expect(try second.replica.credits() == 60)
        let third = try await second.restart { $0.time.advance(by: Self.month * -3) }
        #expect(try third.replica.credits() == 60)
        let fourth = try await third.restart { $0.time.advance(by: Self.month * 3) }
        #expect(try fourth.replica.credits() == 60)
        let fifth = try await fourth.restart { $0.time.advance(by: Self.month) }
        #expect(try fifth.replica.credits() == 80)
    }

    @Test func `brings nothing twice, and nothing is lost, when the account's own clock goes ahead and back`()
        async throws
    {
        let bought = try await device.bought(Self.bunch)
        let account = device.store.account.identifier.rawValue
        let month: Int64 = 30_000
        let second = try await device.restart {
            _ = try $0.appStore().moveClock(of: account, by: month * 2, isFrozen: nil)
        }
        #expect(try second.replica.credits() == 60)
        try await second.bought()
        let third = try await second.restart { _ = try $0.appStore().removeClock(of: account) }
        // Its date is earlier than everything that the account has.
        let last = try await third.bought()
        #expect(try third.replica.credits() == 70)
        third.perform(.refund, on: last.key)
        third.perform(.refund, on: bought.key)
        try await third.recorder.first(Event.transactionRevoked, skipping: 1)
        #expect(try third.replica.credits() == 45)
        let fourth = try await third.restart {
            _ = try $0.appStore().moveClock(of: account, by: month * 3, isFrozen: true)
        }
        #expect(try fourth.replica.credits() == 65)
        let fifth = try await fourth.restart()
        #expect(try fifth.replica.credits() == 65)
        let audit = try fifth.appStore().audit()
        #expect(audit.findings.isEmpty && audit.accounts.map(\.charges) == [6] && audit.accounts[0].isClosed)
    }

    @Test(
        "takes the credits of a period back when that is refunded, and those of no other; refunded last, it is over"
    )
    func refund() async throws {
        let bought = try await device.bought(Self.bunch)
        let second = try await device.restart { $0.time.advance(by: Self.month) }
        let renewal = try #require(second.recorder.all(Event.transactionSucceeded).last)
        second.perform(.refund, on: bought.key)
        try await second.recorder.first(Event.transactionRevoked)
        #expect(try second.replica.credits() == 20)
        #expect(try second.replica.owned().ownedProducts == [Self.bunch])
        second.perform(.refund, on: renewal.key)
        try await second.recorder.first(Event.transactionRevoked, skipping: 1)
        #expect(try second.replica.credits() == 0)
        #expect(try second.replica.owned().ownedProducts.isEmpty)
        #expect(second.recorder.all(Event.entitlementsChanged).allSatisfy { $0.hasRunOut.isEmpty })
        second.perform(.reverseRefund, on: renewal.key)
        let back = try await second.recorder.first(Event.transactionSucceeded) { $0.amendment != nil }
        #expect(back.key == renewal.key && back.amendment == .refundReversed)
    }

    @Test func `is there with its credits on a device that was set up again, and a restore brings no more`()
        async throws
    {
        try await device.bought(Self.bunch)
        await device.queue.settle()
        let second = try await device.restart { device in RestoreTests.deviceFiles.forEach(device.remove) }
        #expect(try second.replica.owned().ownedProducts == [Self.bunch])
        second.bus.send(.restore)
        try await second.recorder.first(Event.restoreFinished) { $0 == (1, 0) }
        #expect(try second.replica.credits() == 20)
    }

    @Test
    func `runs out by the date that the store signed, without a network, and says so at that moment`()
        async throws
    {
        try await device.bought(Self.letter)
        try await device.set { $0.store.network = .down }
        await device.queue.settle()
        let end = try #require(
            device.recorder.all(Event.entitlementsChanged).last?.subscribedUntil[Self.letter])
        #expect(end == device.time.source.now().advanced(by: Self.month))
        // Others may sleep, too; this is who says it.
        await device.time.waitForSleeper(dueIn: Self.month + .seconds(1))
        device.time.advance(by: Self.month - .milliseconds(1))
        #expect(try device.replica.owned().ownedProducts == [Self.letter])
        device.recorder.forget()
        device.time.advance(by: .milliseconds(1))
        #expect(try device.replica.owned().ownedProducts.isEmpty)
        // A renewal would come now.
        device.time.advance(by: .seconds(1))
        #expect(
            try await device.recorder.first(Event.entitlementsChanged)
                == EntitlementsChanged(ownedProducts: [], hasRunOut: [Self.letter]))
        #expect(try device.replica.numbers().latestPeriods.map(\.expiresDate) == [end])
    }

    @Test func `that ran out while the machine slept has run out a few minutes after that`() async throws {
        try await device.set { $0.store.timeRate = .realTime }
        try await device.bought(Self.letter)
        try await device.set { $0.store.network = .down }
        await device.queue.settle()
        await device.time.waitForSleeper(dueIn: AccountManager.longestSleep)
        device.recorder.forget()
        device.time.jump(by: .seconds(40 * 86_400))
        device.time.advance(by: AccountManager.longestSleep)
        #expect(
            try await device.recorder.first(Event.entitlementsChanged)
                == EntitlementsChanged(ownedProducts: [], hasRunOut: [Self.letter]))
    }

    @Test func `that runs out while the account cannot be read has run out when it can be read again`()
        async throws
    {
        try await device.bought(Self.letter)
        try await device.set { $0.store.network = .down }
        await device.queue.settle()
        await device.time.waitForSleeper(dueIn: Self.month + .seconds(1))
        device.recorder.forget()
        try device.setReplicaReadable(false)
        device.time.advance(by: Self.month + .seconds(1))
        // The queue cannot read it, either, and may say so first.
        while device.recorder.all(Event.actionFailed).count < 3 {
            device.time.advance(by: .seconds(1))
            try await pause()
        }
        try device.setReplicaReadable(true)
        while device.recorder.all(Event.entitlementsChanged).isEmpty {
            device.time.advance(by: .seconds(1))
            try await pause()
        }
        #expect(
            device.recorder.all(Event.entitlementsChanged).first
                == EntitlementsChanged(ownedProducts: [], hasRunOut: [Self.letter]))
    }

    @Test
    func `runs out on the store's clock, even if that is moved by hand, but not before a renewal could come`()
        async throws
    {
        try await device.set { $0.store.timeRate = .realTime }
        try await device.bought(Self.letter)
        try await device.set { settings in
            settings.store.network = .down
            // This keeps the store from making a new period.
            settings.store.failsRenewals = true
        }
        await device.queue.settle()
        // The alarm sleeps, and no news replaces it any more. If it only began after the clock is moved, it
        // would ring at once.
        await device.time.waitForSleeper(dueIn: AccountManager.longestSleep)
        device.recorder.forget()
        try await device.set { $0.store.clockOffsetMilliseconds = 40 * 86_400_000 }
        #expect(device.recorder.all(Event.entitlementsChanged).isEmpty)
        _ = try await device.time.running {
            try await device.recorder.first(Event.entitlementsChanged) { $0.ownedProducts.isEmpty }
        }
        try await device.set { $0.store.clockOffsetMilliseconds = 0 }
        _ = try await device.time.running {
            try await device.recorder.first(Event.entitlementsChanged) { $0.ownedProducts == [Self.letter] }
        }
    }

    @Test func `is back when the store's clock, which was ahead at the start, is put right`() async throws {
        try await device.set { $0.store.timeRate = .realTime }
        try await device.bought(Self.letter)
        try await device.set { settings in
            settings.store.network = .down
            // This keeps the store from making a new period.
            settings.store.failsRenewals = true
        }
        await device.queue.settle()
        try await device.set { $0.store.clockOffsetMilliseconds = 40 * 86_400_000 }
        let next = try await device.restart()
        #expect(next.recorder.all(Event.entitlementsChanged).last?.ownedProducts == [])
        try await next.set { $0.store.clockOffsetMilliseconds = 0 }
        _ = try await next.time.running {
            try await next.recorder.first(Event.entitlementsChanged) { $0.ownedProducts == [Self.letter] }
        }
    }

    @Test(
        "is one of its group at a time: an upgrade brings its credits at once, a change to less brings none before its time"
    )
    func levels() async throws {
        try await device.bought(Self.bunch)
        try await device.bought(Self.bigBunch)
        #expect(try device.replica.credits() == 70)
        // The end of the smaller subscription arrives as an update of its transaction.
        let ended = try await device.recorder.first(Event.transactionSucceeded) { $0.amendment != nil }
        #expect(ended.payment.productIdentifier == Self.bunch && ended.amendment == .periodMoved)
        try await device.recorder.first(Event.entitlementsChanged) { $0.ownedProducts == [Self.bigBunch] }
        // The change comes at the end of the paid period. The payment is done, so the queue is empty.
        _ = try await device.buy(Self.bunch)
        let changed = try await device.recorder.first(Event.subscriptionChanged)
        #expect(changed.state == .changed && changed.isFinished && changed.error == nil)
        let end = try #require(
            device.recorder.all(Event.entitlementsChanged).last?.subscribedUntil[Self.bigBunch])
        #expect(changed.renewalChange == RenewalChange(.product, from: end))
        #expect(try device.queue.transactions().isEmpty)
        #expect(try device.replica.credits() == 70)
        let next = try await device.restart { $0.time.advance(by: Self.month) }
        #expect(try next.replica.credits() == 90)
        #expect(try next.replica.owned().ownedProducts == [Self.bunch])
        let renewed = next.recorder.all(Event.transactionSucceeded).filter { $0.amendment == nil }
        #expect(renewed.map(\.payment.productIdentifier) == [Self.bunch])
        #expect(renewed.map(\.charge?.isRenewal) == [true])
    }

    @Test func `to the letter lets its subscribers read it, without a network, and nobody else`() async throws
    {
        func ask() { device.bus.send(.book(Self.letter)) }
        ask()
        #expect(try await device.recorder.first(Event.actionFailed) == .letterNeedsSubscription)
        try await device.bought(Self.letter)
        try await device.set { $0.store.network = .down }
        ask()
        let opened = try await device.recorder.first(Event.bookOpened)
        #expect(opened.productIdentifier == Self.letter && opened.paragraphs.count > 5)
        #expect(try device.replica.credits() == 0)
        device.time.advance(by: Self.month)
        ask()
        #expect(try await device.recorder.first(Event.actionFailed, skipping: 1) == .letterExpired)
    }
}

@Suite("The list of subscriptions", .timeLimit(.minutes(5)))
struct SubscriptionManagerTests {
    private let device: ApplicationHarness
    private let bought: PaymentTransaction

    init() async throws {
        device = try await ApplicationHarness()
        bought = try await device.bought(MonkeyCredits.monthlyBunch)
    }

    private func answer(
        _ device: ApplicationHarness, to post: () -> Void
    ) async throws -> SubscriptionsListed {
        let count = device.recorder.all(Event.subscriptionsListed).count
        post()
        return try await device.recorder.first(Event.subscriptionsListed, skipping: count) { $0.isAnswer }
    }

    private func perform(_ action: SubscriptionAction) {
        guard let original = bought.transactionIdentifier else { return }
        device.bus.send(.subscriptionAction(action, on: original))
    }

    @Test
    func `is what the store says, and commands change it; what is refused is said, and changes nothing`()
        async throws
    {
        let first = try await answer(device) { device.bus.send(.subscriptions) }
        #expect(first.isFromStore && first.subscriptions.map(\.isAutoRenewing) == [true])
        let cancelled = try await answer(device) { perform(.cancel) }
        #expect(cancelled.subscriptions.map(\.isAutoRenewing) == [false])
        let refused = try await answer(device) { perform(.renew) }
        #expect(refused == cancelled)
        #expect(device.recorder.all(Event.actionFailed).count == 1)
        // The user of the embedded store is its operator, too.
        _ = try await answer(device) { perform(.resume) }
        _ = try await answer(device) { perform(.renew) }
        try await device.recorder.first(Event.balanceChanged) { $0.balance == 40 }
    }

    @Test func `moves the end that this device knows, if the store has moved it`() async throws {
        #expect(try device.replica.owned().ownedProducts == [MonkeyCredits.monthlyBunch])
        device.recorder.forget()
        let list = try await answer(device) { perform(.expire) }
        #expect(list.subscriptions.map(\.status) == [.expired])
        #expect(
            try await device.recorder.first(Event.entitlementsChanged)
                == EntitlementsChanged(ownedProducts: [], hasRunOut: [MonkeyCredits.monthlyBunch]))
        #expect(try device.replica.owned().ownedProducts.isEmpty)
        let next = try await device.restart()
        #expect(try next.replica.owned().ownedProducts.isEmpty)
        #expect(try next.replica.credits() == 20)
    }

    @Test("is what the store signed if it does not answer: until when was paid, and whether that is over")
    func withoutStore() async throws {
        await device.queue.settle()
        try device.edit("ALTER TABLE subscription RENAME TO hidden", in: "store.sqlite")
        let list = try await answer(device) { device.bus.send(.subscriptions) }
        #expect(!list.isFromStore && list.subscriptions.map(\.status) == [.active])
        #expect(list.subscriptions.map(\.originalTransactionIdentifier) == [bought.transactionIdentifier])
        #expect(list.subscriptions.allSatisfy { $0.actions.isEmpty })
        device.time.advance(by: .seconds(40 * 86_400))
        let later = try await answer(device) { device.bus.send(.subscriptions) }
        #expect(!later.isFromStore && later.subscriptions.map(\.status) == [.expired])
    }
}
