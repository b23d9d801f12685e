import DeviceStorage
import EventBus
import PaymentQueueKit
import StoreApplication
import StoreModel
import StorefrontMessages
import TestSupport
import Testing

@Suite("The list of subscriptions", .timeLimit(.minutes(5)))
struct SubscriptionManagerTests {
    private func subscribed() async throws -> (ApplicationHarness, PaymentTransaction) {
        let device = try await ApplicationHarness()
        return (device, try await device.bought(MonkeyCredits.monthlyBunch))
    }

    private func answer(_ device: ApplicationHarness, to post: () -> Void) async throws -> SubscriptionsListed {
        let count = device.recorder.all(Event.subscriptionsListed).count
        post()
        return try await device.recorder.first(Event.subscriptionsListed, skipping: count) { $0.isAnswer }
    }

    private func perform(_ action: SubscriptionAction, on bought: PaymentTransaction, in device: ApplicationHarness) {
        guard let original = bought.transactionIdentifier else { return }
        device.bus.send(.subscriptionAction(action, on: original))
    }

    @Test
    func `is what the store says, and commands change it; what is refused is said, and changes nothing`() async throws {
        let (device, bought) = try await subscribed()
        let first = try await answer(device) { device.bus.send(.subscriptions) }
        #expect(first.isFromStore && first.subscriptions.map(\.isAutoRenewing) == [true])
        let cancelled = try await answer(device) { perform(.cancel, on: bought, in: device) }
        #expect(cancelled.subscriptions.map(\.isAutoRenewing) == [false])
        let refused = try await answer(device) { perform(.renew, on: bought, in: device) }
        #expect(refused == cancelled)
        #expect(device.recorder.all(Event.actionFailed).count == 1)
        // The user of the embedded store is also its operator.
        _ = try await answer(device) { perform(.resume, on: bought, in: device) }
        _ = try await answer(device) { perform(.renew, on: bought, in: device) }
        try await device.recorder.first(Event.balanceChanged) { $0.balance == 40 }
    }

    @Test func `moves the end that this device knows, where the store has moved it`() async throws {
        let (device, bought) = try await subscribed()
        #expect(try device.entitlements.ownedProducts() == [MonkeyCredits.monthlyBunch])
        let list = try await answer(device) { perform(.expire, on: bought, in: device) }
        #expect(list.subscriptions.map(\.status) == [.expired])
        #expect(try device.entitlements.ownedProducts().isEmpty)
        #expect(device.recorder.all(Event.entitlementsChanged).last == EntitlementsChanged(ownedProducts: []))
        let next = try await device.restart()
        #expect(try next.entitlements.ownedProducts().isEmpty)
        #expect(try next.credits.balance() == 20)
    }

    @Test func `brings nobody a subscription whose purchase was neither delivered nor restored here`() async throws {
        let (old, _) = try await subscribed()
        await old.queue.settle()
        let device = try await old.restart { device in RestoreTests.deviceFiles.forEach(device.remove) }
        let list = try await answer(device) { device.bus.send(.subscriptions) }
        #expect(list.subscriptions.count == 1)
        #expect(try device.entitlements.ownedProducts().isEmpty)
    }

    @Test("is what the store signed where it does not answer: until when was paid, and whether that is over")
    func withoutStore() async throws {
        let (device, bought) = try await subscribed()
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
